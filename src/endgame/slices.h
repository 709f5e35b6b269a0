#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "endgame/material.h"
#include "endgame/symmetry.h"

namespace plyforge {

// How the solver lays positions out: sets of bits, one set for each side to move, in slices of one king pair. A slice
// has one bit for each arrangement of the other men, 64 squares each, equal men in either order. The last man is the
// bit in a word of 64, so that most of the solver's work is on 64 positions at a time.
//
//   side to move     king pair          outer men            last man
//   [ White | Black ] -> slice 0        word 0               63 ......... 1 0   one bit per square of the last man:
//                        slice 1    ->  word 1           ->  0 1 1 0 ...  0 1   whether the position is in the set
//                        ...            ...
//                        slice p        word 64^(m-1) - 1
//                        (462 pairs;    one word per arrangement of the other
//                        1806 with      m - 1 men, 6 bits each, the outermost
//                        pawns)         in the highest bits
//
// Arrangements that cannot occur on a board stand for what a move that leaves the endgame leads to, so that such moves
// are found like all others (the side to move is the one to reply):
//   a man of the mover's and one of the opponent's (or his king) on one square   the former was captured there
//   a pawn of the opponent's on its last rank                                    it was promoted, to the best piece
//   a pawn on its own first rank                                                 it has just made a double push on that
//                                                                                file and may be captured en passant
//   such a pawn of the mover's, and a pawn of the opponent's where it passed     it was captured en passant
// The third is used only where the opponent has pawns. The idea that a captured man stands on its captor comes from the
// index schemes of older tables, chessprogramming.org/Endgame_Tablebases.

constexpr int kMaxSliceMen = kMaxEndgameMen - 2;

/// A man other than the kings. The dimensions of a slice are ordered from outer to inner.
struct SliceMan {
  Piece piece = Piece::none;
  bool black = false;
  bool has_ep_target = false;  ///< a pawn whose first rank stands for a double push
  int man = 0;                 ///< its place in Material::men()
};

/// Whose moves count.
struct Movers {
  bool pieces = true;  ///< all men but pawns, the king among them
  bool pawns = true;
};
constexpr Movers kPieceMoves{true, false};
constexpr Movers kPawnMoves{false, true};

/// Where a king's step leads: another slice, and the symmetry that transforms the board to that of the slice.
struct KingStep {
  std::int16_t pair;
  std::uint8_t symmetry;
};

/// The steps of one king of one pair.
struct KingSteps {
  KingStep step[8];
  int size;
};

/// The layout as kernels see it: plain data.
struct SliceShape {
  int men;            ///< 1..kMaxSliceMen
  std::size_t words;  ///< of a slice: 64^(men - 1)
  SliceMan man[kMaxSliceMen];
  std::size_t stride[kMaxSliceMen];  ///< words between two squares of a man; 0 for the last, which is the bit
  const KingPairs* pairs;
  const KingSteps* steps[2];  ///< by colour of the king (0 White), then by pair

  PLYFORGE_HD bool is_inner(int dimension) const { return dimension == men - 1; }
  PLYFORGE_HD Square square(std::size_t word, int dimension) const {
    return static_cast<Square>(word >> 6 * (men - 2 - dimension) & 63);  // by shifts: devices divide slowly
  }
  /// Bits between two squares of a man.
  std::size_t bit_stride(int dimension) const { return is_inner(dimension) ? 1 : stride[dimension] * 64; }
  /// The same word with a man, not the last, on another square.
  PLYFORGE_HD std::size_t with_square(std::size_t word, int dimension, Square s) const {
    return word + stride[dimension] * static_cast<std::size_t>(s) -
           stride[dimension] * static_cast<std::size_t>(square(word, dimension));
  }
};

// The squares of a pawn's double push, by its file and colour.
PLYFORGE_HD constexpr Square first_rank(int file, bool black) { return black ? 56 + file : file; }
PLYFORGE_HD constexpr Square start_square(int file, bool black) { return black ? 48 + file : 8 + file; }
PLYFORGE_HD constexpr Square ep_square_of(int file, bool black) { return black ? 40 + file : 16 + file; }
PLYFORGE_HD constexpr Square double_push_square(int file, bool black) { return black ? 32 + file : 24 + file; }

/// Whether a man on this square stands for a double push just made.
PLYFORGE_HD constexpr bool is_ep_target(const SliceMan& man, Square s) {
  return man.has_ep_target && s >> 3 == (man.black ? 7 : 0);
}
/// The square where the man really is.
PLYFORGE_HD constexpr Square real_square(const SliceMan& man, Square s) {
  return is_ep_target(man, s) ? double_push_square(file_of(s), man.black) : s;
}

/// The layout of one endgame.
class SliceLayout {
 public:
  explicit SliceLayout(const Material& material);
  SliceLayout(const SliceLayout&) = delete;
  SliceLayout& operator=(const SliceLayout&) = delete;

  const SliceShape& shape() const { return shape_; }
  std::size_t pairs() const { return static_cast<std::size_t>(shape_.pairs->size()); }
  /// Words of a set for one side to move.
  std::size_t words() const { return pairs() * shape_.words; }

 private:
  SliceShape shape_{};
  std::vector<KingSteps> steps_[2];
};

}  // namespace plyforge
