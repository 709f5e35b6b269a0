#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <vector>

#include "endgame/slices.h"
#include "endgame/tables/endgame_table.h"

namespace plyforge {

/// A place of a slice that stands for what a capture or a promotion has led to (see slices.h), and what it is worth for
/// the side that is to reply.
struct Conversion {
  std::uint32_t place = 0;  ///< bit of the slice
  StoredValue dtm = kStoredDraw;
  Wdl wdl = Wdl::draw;
};

/// Finds the table of an endgame that was solved before; null for KvK.
using FindTable = std::function<const EndgameTable*(const Material&)>;

/// The conversions of an endgame.
class Conversions {
 public:
  /// `find` is asked for each of the successors of the material.
  Conversions(const Material& material, const SliceShape& shape, const FindTable& find);

  /// The conversions of one king pair in which the mover is to reply, in no order. Clears `found` first.
  void find(int pair, bool black_to_move, std::vector<Conversion>& found) const;

 private:
  static constexpr int kKing = -1;
  static constexpr int kNobody = -2;

  /// What is left on the board, as the table that holds it sees it.
  struct Target {
    const EndgameTable* table = nullptr;  ///< null: two bare kings
    bool colours_changed = false;
    bool black_to_move = false;
    int men = 0;
    std::array<int, kMaxSliceMen> source{};  ///< dimension of each man of the table
  };

  /// A way to leave the endgame: who takes whom, who is promoted.
  struct Way {
    bool black_to_move = false;
    int taken = kNobody;     ///< dimension
    int capturer = kNobody;  ///< dimension, or kKing
    bool promotes = false;
    bool en_passant = false;
    std::vector<Target> targets;  ///< one, or one for each piece promoted to
  };

  void add_way(const Material& material, Way way, const FindTable& find);
  Target target(const std::vector<EndgameMan>& men, const std::vector<int>& dimensions, bool black_to_move,
                const FindTable& find) const;
  void find(const Way& way, int pair, std::vector<Conversion>& found) const;
  /// The squares that a man may stand on in this way, if it is not the one taken.
  Bitboard squares(const Way& way, int dimension) const;
  /// Puts the man that is taken where his capturer stands; false where he cannot have stood there.
  bool put_taken(const Way& way, const Square* kings, std::array<Square, kMaxSliceMen>& at) const;
  std::uint32_t place(const std::array<Square, kMaxSliceMen>& at) const;
  bool value(const Way& way, Square white_king, Square black_king, const Square* at, Conversion& conversion) const;

  const SliceShape& shape_;
  std::vector<Way> ways_;
};

}  // namespace plyforge
