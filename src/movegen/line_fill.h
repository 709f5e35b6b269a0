#pragma once

#include "board/bitboard.h"
#include "board/host_device.h"

namespace plyforge {

/// Where sliders on the squares of `b` go in one direction, all at once: over empty squares, up to and including the
/// first piece. kStep: what the direction adds to a square; kArrive: the squares that such a step can arrive on.
/// Source: Steffan Westcott's fills by parallel prefix, chessprogramming.org/Kogge-Stone_Algorithm.
template <int kStep, Bitboard kArrive>
PLYFORGE_HD constexpr Bitboard line_fill(Bitboard b, Bitboard empty) {
  constexpr auto by = [](Bitboard set, int steps) {
    return kStep > 0 ? set << (kStep * steps) : set >> (-kStep * steps);
  };
  Bitboard open = empty & kArrive;
  b |= open & by(b, 1);
  open &= by(open, 1);
  b |= open & by(b, 2);
  open &= by(open, 2);
  b |= open & by(b, 4);
  return by(b, 1) & kArrive;
}

PLYFORGE_HD constexpr Bitboard fill_north(Bitboard b, Bitboard empty) { return line_fill<8, ~Bitboard{0}>(b, empty); }
PLYFORGE_HD constexpr Bitboard fill_south(Bitboard b, Bitboard empty) { return line_fill<-8, ~Bitboard{0}>(b, empty); }
PLYFORGE_HD constexpr Bitboard fill_east(Bitboard b, Bitboard empty) { return line_fill<1, ~kFileA>(b, empty); }
PLYFORGE_HD constexpr Bitboard fill_west(Bitboard b, Bitboard empty) { return line_fill<-1, ~kFileH>(b, empty); }
PLYFORGE_HD constexpr Bitboard fill_north_east(Bitboard b, Bitboard empty) { return line_fill<9, ~kFileA>(b, empty); }
PLYFORGE_HD constexpr Bitboard fill_north_west(Bitboard b, Bitboard empty) { return line_fill<7, ~kFileH>(b, empty); }
PLYFORGE_HD constexpr Bitboard fill_south_east(Bitboard b, Bitboard empty) { return line_fill<-7, ~kFileA>(b, empty); }
PLYFORGE_HD constexpr Bitboard fill_south_west(Bitboard b, Bitboard empty) { return line_fill<-9, ~kFileH>(b, empty); }

}  // namespace plyforge
