#pragma once

#include <cstddef>

#include "board/bitboard.h"
#include "endgame/slices.h"
#include "movegen/line_fill.h"

namespace plyforge::detail {

// Moves of the last man of a slice, whose square is the bit in a word: 64 positions at a time.

/// Squares from which a line through empty squares leads to one of `b`.
PLYFORGE_HD Bitboard orthogonal_fill(Bitboard b, Bitboard empty) {
  return fill_north(b, empty) | fill_south(b, empty) | fill_east(b, empty) | fill_west(b, empty);
}
PLYFORGE_HD Bitboard diagonal_fill(Bitboard b, Bitboard empty) {
  return fill_north_east(b, empty) | fill_south_east(b, empty) | fill_north_west(b, empty) | fill_south_west(b, empty);
}

/// A pawn inside the word: the squares from which it reaches `b`.
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

/// The moves of the last man in words whose other men stand on known squares, so that `empty` is known.
template <class Tag>
PLYFORGE_HD void expand_last(const SliceMan& man, std::size_t length, const Bitboard* empty, const Bitboard* into,
                             Bitboard* out) {
  switch (man.piece) {
    case Piece::queen:
      for (std::size_t w = 0; w < length; ++w) {
        out[w] |= orthogonal_fill(into[w], empty[w]) | diagonal_fill(into[w], empty[w]);
      }
      break;
    case Piece::rook:
      for (std::size_t w = 0; w < length; ++w) out[w] |= orthogonal_fill(into[w], empty[w]);
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
