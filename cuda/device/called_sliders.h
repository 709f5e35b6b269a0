#pragma once

#include "board/bitboard.h"
#include "board/host_device.h"
#include "movegen/attacks.h"

namespace plyforge {

#if defined(__CUDACC__)
#define PLYFORGE_HD_OUT_OF_LINE __host__ __device__ __noinline__ inline
#else
#define PLYFORGE_HD_OUT_OF_LINE inline
#endif

namespace detail {
PLYFORGE_HD_OUT_OF_LINE Bitboard called_rook(Square s, Bitboard occupied) { return LineSliders{}.rook(s, occupied); }
PLYFORGE_HD_OUT_OF_LINE Bitboard called_bishop(Square s, Bitboard occupied) {
  return LineSliders{}.bishop(s, occupied);
}
PLYFORGE_HD_OUT_OF_LINE Bitboard called_between(Square a, Square b) { return LineSliders{}.between(a, b); }
PLYFORGE_HD_OUT_OF_LINE Bitboard called_beyond(Square a, Square b) { return LineSliders{}.beyond(a, b); }
}  // namespace detail

/// LineSliders whose larger parts are real functions on a device. Kernels that look for sliders in many places would
/// otherwise grow to several times the instruction cache.
struct CalledSliders : LineSliders {
  PLYFORGE_HD Bitboard rook(Square s, Bitboard occupied) const { return detail::called_rook(s, occupied); }
  PLYFORGE_HD Bitboard bishop(Square s, Bitboard occupied) const { return detail::called_bishop(s, occupied); }
  PLYFORGE_HD Bitboard between(Square a, Square b) const { return detail::called_between(a, b); }
  PLYFORGE_HD Bitboard beyond(Square a, Square b) const { return detail::called_beyond(a, b); }
};

}  // namespace plyforge
