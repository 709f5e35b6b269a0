#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "board/position.h"
#include "endgame/material.h"
#include "endgame/symmetry.h"

namespace plyforge {

/// Where the men of an endgame stand, as White sees the board; `men` in the order of Material::men().
struct EndgamePlacement {
  Square white_king = 0;
  Square black_king = 0;
  std::array<Square, kMaxEndgameMen - 2> men{};
  bool black_to_move = false;
};

/// Numbers the placements of an endgame for one side to move: 0 .. size() - 1. The king pair comes first, then each
/// group of equal men as one combination. Placements that a symmetry transforms into each other, or that differ by an
/// exchange of equal men, share a number. Some numbers stand for impossible placements: two men on one square, or a
/// king that could be captured. (Two kings on the long diagonal are their own image: their placements come twice.)
///
/// Trivially copyable, for devices too.
class EndgameIndex {
 public:
  explicit EndgameIndex(const Material& material);

  /// How many numbers there are for one side to move.
  PLYFORGE_HD constexpr std::uint64_t size() const { return static_cast<std::uint64_t>(pairs_->size()) * men_size_; }
  /// How many numbers share a king pair; those of pair k start at k * men_size().
  PLYFORGE_HD constexpr std::uint64_t men_size() const { return men_size_; }
  PLYFORGE_HD constexpr const KingPairs& pairs() const { return *pairs_; }

  /// The number of a placement whose kings do not touch and whose pawns stand on ranks 2 to 7.
  PLYFORGE_HD constexpr std::uint64_t index(const EndgamePlacement& placement) const {
    const int pair = pairs_->pair(placement.white_king, placement.black_king);
    const Symmetry symmetry = pairs_->symmetry(placement.white_king, placement.black_king);
    std::uint64_t index = static_cast<std::uint64_t>(pair);
    int man = 0;
    for (int g = 0; g < groups_; ++g) {
      const Group& group = group_[static_cast<std::size_t>(g)];
      if (group.men == 1) {  // most groups
        const Square s = transformed(symmetry, placement.men[static_cast<std::size_t>(man++)]) - group.first;
        index = index * group.size + static_cast<std::uint64_t>(s);
        continue;
      }
      int squares[kMaxEndgameMen - 2] = {};
      for (int i = 0; i < group.men; ++i, ++man) {
        const Square s = transformed(symmetry, placement.men[static_cast<std::size_t>(man)]) - group.first;
        int place = i;
        for (; place > 0 && squares[place - 1] > s; --place) squares[place] = squares[place - 1];
        squares[place] = s;
      }
      std::uint64_t combination = 0;
      for (int i = 0; i < group.men; ++i) combination += choose(squares[i], i + 1);
      index = index * group.size + combination;
    }
    return index;
  }

  /// The number of `placement`, whose number is `index`, after one man has moved and the kings have not. The kings must
  /// be on the squares that represent their class.
  PLYFORGE_HD constexpr std::uint64_t after_move(const EndgamePlacement& placement, std::uint64_t index,
                                                 std::size_t man, Square to) const {
    const std::uint64_t stride = stride_[man];
    if (stride != 0) {
      return index + stride * static_cast<std::uint64_t>(to) - stride * static_cast<std::uint64_t>(placement.men[man]);
    }
    EndgamePlacement after = placement;
    after.men[man] = to;
    return this->index(after);
  }

  /// Likewise after one king has moved, so that the kings now stand on `white` and `black`; their pair was `pair`.
  PLYFORGE_HD constexpr std::uint64_t after_king_move(const EndgamePlacement& placement, std::uint64_t index,
                                                      std::uint64_t pair, Square white, Square black) const {
    if (pairs_->symmetry(white, black) == 0) {
      return index + static_cast<std::uint64_t>(pairs_->pair(white, black)) * men_size_ - pair * men_size_;
    }
    EndgamePlacement after = placement;
    after.white_king = white;
    after.black_king = black;
    return this->index(after);
  }

  /// How many placements of the whole board the number of a legal one stands for: its images under the symmetries. 0
  /// for the higher of two numbers that stand for the same placements.
  PLYFORGE_HD constexpr int images(const EndgamePlacement& placement, std::uint64_t index) const {
    if (pairs_->size() == KingPairs::kWithPawns) return 2;
    const auto on_diagonal = [](Square s) { return file_of(s) == rank_of(s); };
    if (!on_diagonal(placement.white_king) || !on_diagonal(placement.black_king)) return 8;
    constexpr Symmetry kSwap = 4;
    EndgamePlacement image = placement;
    for (Square& square : image.men) square = transformed(kSwap, square);
    const std::uint64_t other = this->index(image);
    return other < index ? 0 : other == index ? 4 : 8;
  }

  /// Calls `use(squares)` for the men's squares of each number of a king pair, in order; the same for all pairs.
  template <class Use>
  constexpr void for_each_arrangement(Use&& use) const {
    std::array<Square, kMaxEndgameMen - 2> squares{};
    for_each_arrangement(0, 0, squares, use);
  }

  /// The placement of a number, with the kings on the squares that represent their class. Equal men come in order of
  /// their squares. `black_to_move` is left to the caller.
  PLYFORGE_HD constexpr EndgamePlacement placement(std::uint64_t index) const {
    EndgamePlacement placement;
    int man = men_;
    for (int g = groups_ - 1; g >= 0; --g) {
      const Group& group = group_[static_cast<std::size_t>(g)];
      std::uint64_t combination = index % group.size;
      index /= group.size;
      for (int i = group.men; i > 0; --i) {
        int square = i - 1;
        while (choose(square + 1, i) <= combination) ++square;
        combination -= choose(square, i);
        placement.men[static_cast<std::size_t>(--man)] = square + group.first;
      }
    }
    placement.white_king = pairs_->white(static_cast<int>(index));
    placement.black_king = pairs_->black(static_cast<int>(index));
    return placement;
  }

 private:
  struct Group {
    int men = 0;
    int last = 0;            ///< highest square + 1
    int first = 0;           ///< lowest square: a2 for pawns
    std::uint64_t size = 1;  ///< combinations
  };

  /// Ways to choose k of n; k <= 4 (the men of an endgame without the kings).
  PLYFORGE_HD static constexpr std::uint64_t choose(int n, int k) {
    if (n < k) return 0;
    const auto m = static_cast<std::uint64_t>(n);
    if (k == 1) return m;
    if (k == 2) return m * (m - 1) / 2;
    if (k == 3) return m * (m - 1) * (m - 2) / 6;
    return m * (m - 1) * (m - 2) * (m - 3) / 24;
  }

  template <class Use>
  constexpr void for_each_arrangement(int g, int man, std::array<Square, kMaxEndgameMen - 2>& squares, Use& use) const {
    if (g == groups_ || g == kMaxEndgameMen - 2) {  // the second silences -Warray-bounds, a false positive
      use(squares);
      return;
    }
    const Group& group = group_[static_cast<std::size_t>(g)];
    const auto at = [&](int i) -> Square& { return squares[static_cast<std::size_t>(man + i)]; };
    for (int i = 0; i < group.men; ++i) at(i) = group.first + i;
    for (;;) {
      for_each_arrangement(g + 1, man + group.men, squares, use);
      // The next combination: the lowest man that can step up does, and those below start again.
      int i = 0;
      while (i + 1 < group.men && at(i) + 1 == at(i + 1)) ++i;
      if (++at(i) == group.last) return;
      for (int below = 0; below < i; ++below) at(below) = group.first + below;
    }
  }

  const KingPairs* pairs_;
  std::array<Group, kMaxEndgameMen - 2> group_{};
  std::array<std::uint64_t, kMaxEndgameMen - 2> stride_{};  ///< by man: numbers from square to square; 0 for equal men
  int groups_ = 0;
  int men_ = 0;
  std::uint64_t men_size_ = 1;
};

/// The position of a placement, as its mover sees it; no two of its men may share a square.
Position to_position(const Material& material, const EndgamePlacement& placement);

/// The flipped placement: colours swapped. For symmetric material.
EndgamePlacement flipped(const Material& material, const EndgamePlacement& placement);

/// The position of a placement, as its mover sees it, if it is legal: no two men on one square, kings apart, pawns on
/// ranks 2 to 7, and the side not to move not in check.
std::optional<Position> legal_position(const Material& material, const EndgamePlacement& placement);

/// The placement of a position in an endgame that has its men. `mover_is_white`: the mover has the men that White has
/// in the material; otherwise the position is flipped.
EndgamePlacement placement_of(const Material& material, const Position& position, bool mover_is_white);

/// The men of a position by kind and side, in one number; equal for positions of one endgame with the same mover.
PLYFORGE_HD constexpr std::uint32_t material_key(const Position& p) {
  std::uint32_t key = 0;
  const Bitboard kinds[] = {p.pawns(), p.knights(), p.bishops(), p.rooks(), p.queens()};
  for (const Bitboard kind : kinds) {
    key = key << 3 | static_cast<std::uint32_t>(popcount(kind & ~p.opponent));
    key = key << 3 | static_cast<std::uint32_t>(popcount(kind & p.opponent));
  }
  return key;
}

/// The endgame that a position belongs to. Nothing for more than kMaxEndgameMen men and for positions with a castling
/// right.
struct PositionMaterial {
  Material material;
  bool mover_is_white = true;  ///< of the material's sides; in symmetric material always
};
std::optional<PositionMaterial> material_of(const Position& position);

}  // namespace plyforge
