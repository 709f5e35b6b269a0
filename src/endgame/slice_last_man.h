#pragma once

#include <cstddef>

#include "board/bitboard.h"
#include "endgame/slices.h"

namespace plyforge::detail {

// Moves of the last man of a slice, who is the bit in a word: 64 positions at a time.

/// Squares from which a line through empty squares leads to one of `b`. Kogge-Stone:
/// chessprogramming.org/Kogge-Stone_Algorithm. `kShift` > 0 shifts left.
template <int kShift>
PLYFORGE_HD Bitboard shifted(Bitboard b) {
  return kShift > 0 ? b << (kShift > 0 ? kShift : 0) : b >> (kShift > 0 ? 0 : -kShift);
}
template <int kShift>
PLYFORGE_HD Bitboard line_fill(Bitboard b, Bitboard empty, Bitboard not_wrapped) {
  Bitboard open = empty & not_wrapped;
  b |= open & shifted<kShift>(b);
  open &= shifted<kShift>(open);
  b |= open & shifted<2 * kShift>(b);
  open &= shifted<2 * kShift>(open);
  b |= open & shifted<4 * kShift>(b);
  return shifted<kShift>(b) & not_wrapped;
}
PLYFORGE_HD Bitboard straight_fill(Bitboard b, Bitboard empty) {
  return line_fill<8>(b, empty, ~Bitboard{0}) | line_fill<-8>(b, empty, ~Bitboard{0}) |
         line_fill<1>(b, empty, ~kFileA) | line_fill<-1>(b, empty, ~kFileH);
}
PLYFORGE_HD Bitboard diagonal_fill(Bitboard b, Bitboard empty) {
  return line_fill<9>(b, empty, ~kFileA) | line_fill<-7>(b, empty, ~kFileA) | line_fill<7>(b, empty, ~kFileH) |
         line_fill<-9>(b, empty, ~kFileH);
}

/// A pawn inside the word: from where it reaches `b`.
PLYFORGE_HD Bitboard pawn_origins(const SliceMan& man, Bitboard b, Bitboard empty) {
  constexpr Bitboard ranks = ~(kRank1 | kRank8);
  if (man.black) {
    const Bitboard far = (man.has_ep_target ? b >> 24 & kRank5 : b & kRank5) & empty;
    const Bitboard capture_targets = b & ~empty;
    return (north(b & empty) | north(north(far) & empty) | north_east(capture_targets) | north_west(capture_targets)) &
           ranks;
  }
  const Bitboard far = (man.has_ep_target ? (b & kRank1) << 24 : b & kRank4) & empty;
  const Bitboard capture_targets = b & ~empty;
  return (south(b & empty) | south(south(far) & empty) | south_east(capture_targets) | south_west(capture_targets)) &
         ranks;
}

/// The moves of the last man, for words whose other men stand on known squares: `empty` of each word.
template <class Tag>
PLYFORGE_HD void expand_last(const SliceMan& man, std::size_t length, const Bitboard* empty, const Bitboard* into,
                             Bitboard* out) {
  switch (man.piece) {
    case Piece::queen:
      for (std::size_t w = 0; w < length; ++w) {
        out[w] |= straight_fill(into[w], empty[w]) | diagonal_fill(into[w], empty[w]);
      }
      break;
    case Piece::rook:
      for (std::size_t w = 0; w < length; ++w) out[w] |= straight_fill(into[w], empty[w]);
      break;
    case Piece::bishop:
      for (std::size_t w = 0; w < length; ++w) out[w] |= diagonal_fill(into[w], empty[w]);
      break;
    case Piece::knight:
      for (std::size_t w = 0; w < length; ++w) out[w] |= knight_fill(into[w]);
      break;
    default:
      for (std::size_t w = 0; w < length; ++w) out[w] |= pawn_origins(man, into[w], empty[w]);
      break;
  }
}

}  // namespace plyforge::detail
