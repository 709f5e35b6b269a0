#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <vector>

#include "endgame/slices.h"
#include "endgame/tables/endgame_table.h"

namespace plyforge {

/// A place of a slice that stands for what a capture or a promotion has led to (see slices.h), and its value for the
/// side that replies.
struct Conversion {
  std::uint32_t place = 0;  ///< bit of the slice
  StoredValue dtm = kStoredDraw;
  Wdl wdl = Wdl::draw;
};

/// Returns the table of an endgame that was solved before; null for KvK.
using FindTable = std::function<const EndgameTable*(const Material&)>;

/// The conversions of an endgame.
class Conversions {
 public:
  /// `find` is called for each successor of the material.
  Conversions(const Material& material, const SliceShape& shape, const FindTable& find);

  /// The conversions of one king pair after which this side replies, in no particular order. Clears `found` first.
  void find(int pair, bool black_to_move, std::vector<Conversion>& found) const;

 private:
  static constexpr int kKing = -1;
  static constexpr int kNobody = -2;

  /// What remains on the board, as its table sees it.
  struct Target {
    const EndgameTable* table = nullptr;  ///< null: two bare kings
    bool is_flipped = false;
    bool black_to_move = false;
    int men = 0;
    std::array<int, kMaxSliceMen> source{};  ///< dimension of each man of the table
  };

  /// A way to leave the endgame: who captures whom, who is promoted.
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
  /// The squares on which a man, not the captured one, may stand in this way.
  Bitboard squares(const Way& way, int dimension) const;
  /// Puts the captured man where its capturer stands; false where it cannot have been there.
  bool put_taken(const Way& way, const Square* kings, std::array<Square, kMaxSliceMen>& at) const;
  std::uint32_t place(const std::array<Square, kMaxSliceMen>& at) const;
  bool value(const Way& way, Square white_king, Square black_king, const Square* at, Conversion& conversion) const;

  const SliceShape& shape_;
  std::vector<Way> ways_;
};

}  // namespace plyforge
