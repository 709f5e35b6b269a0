#pragma once

#include <bit>
#include <cstdint>

#include "board/host_device.h"

namespace plyforge {

/// A set of squares: bit 0 is a1, bit 7 is h1, bit 63 is h8.
using Bitboard = std::uint64_t;

/// A square 0..63, a1 = 0, b1 = 1, ..., h8 = 63. Plain int, since it is arithmetic more often than not.
using Square = int;

constexpr Bitboard kFileA = 0x0101010101010101;
constexpr Bitboard kFileH = kFileA << 7;
constexpr Bitboard kRank1 = 0xFF;
constexpr Bitboard kRank2 = kRank1 << 8;
constexpr Bitboard kRank3 = kRank1 << 16;
constexpr Bitboard kRank4 = kRank1 << 24;
constexpr Bitboard kRank5 = kRank1 << 32;
constexpr Bitboard kRank6 = kRank1 << 40;
constexpr Bitboard kRank7 = kRank1 << 48;
constexpr Bitboard kRank8 = kRank1 << 56;
constexpr Bitboard kDarkSquares = 0xAA55AA55AA55AA55;  // a1 is dark

PLYFORGE_HD constexpr Bitboard bit(Square s) { return Bitboard{1} << s; }
PLYFORGE_HD constexpr int file_of(Square s) { return s & 7; }
PLYFORGE_HD constexpr int rank_of(Square s) { return s >> 3; }
PLYFORGE_HD constexpr Square make_square(int file, int rank) { return rank * 8 + file; }

/// The square as the other side sees it: same file, rank counted from the other end.
PLYFORGE_HD constexpr Square flip(Square s) { return s ^ 56; }

PLYFORGE_HD constexpr int popcount(Bitboard b) {
#if defined(__CUDA_ARCH__)
  return __popcll(b);
#else
  return std::popcount(b);
#endif
}

/// The lowest square of a non-empty set.
PLYFORGE_HD constexpr Square lowest(Bitboard b) {
#if defined(__CUDA_ARCH__)
  return __ffsll(static_cast<long long>(b)) - 1;
#else
  return std::countr_zero(b);
#endif
}

/// The highest square of a non-empty set.
PLYFORGE_HD constexpr Square highest(Bitboard b) {
#if defined(__CUDA_ARCH__)
  return 63 - __clzll(static_cast<long long>(b));
#else
  return 63 - std::countl_zero(b);
#endif
}

/// Removes the lowest square of a non-empty set and returns it.
PLYFORGE_HD constexpr Square pop_lowest(Bitboard& b) {
  const Square s = lowest(b);
  b &= b - 1;
  return s;
}

/// The set as the other side sees it: rank 1 becomes rank 8.
PLYFORGE_HD constexpr Bitboard flip_ranks(Bitboard b) {
#if defined(__CUDA_ARCH__)
  const auto low = static_cast<unsigned>(b);
  const auto high = static_cast<unsigned>(b >> 32);
  return (static_cast<Bitboard>(__byte_perm(low, 0, 0x0123)) << 32) | __byte_perm(high, 0, 0x0123);
#else
  return __builtin_bswap64(b);
#endif
}

PLYFORGE_HD constexpr Bitboard north(Bitboard b) { return b << 8; }
PLYFORGE_HD constexpr Bitboard south(Bitboard b) { return b >> 8; }
PLYFORGE_HD constexpr Bitboard east(Bitboard b) { return (b & ~kFileH) << 1; }
PLYFORGE_HD constexpr Bitboard west(Bitboard b) { return (b & ~kFileA) >> 1; }
PLYFORGE_HD constexpr Bitboard north_east(Bitboard b) { return (b & ~kFileH) << 9; }
PLYFORGE_HD constexpr Bitboard north_west(Bitboard b) { return (b & ~kFileA) << 7; }
PLYFORGE_HD constexpr Bitboard south_east(Bitboard b) { return (b & ~kFileH) >> 7; }
PLYFORGE_HD constexpr Bitboard south_west(Bitboard b) { return (b & ~kFileA) >> 9; }

}  // namespace plyforge
