#pragma once

#include <cstddef>
#include <cstdint>

#include "endgame/slices.h"

namespace plyforge {

/// The step that the solver consists of: writes to `out`, a slice, the positions of a king pair from which the mover
/// (Black if `black`) has a move into the set `into`. That is a set of the other side's positions, with all its slices;
/// `is_empty` says of each slice whether it holds nothing. Illegal positions may appear in `out`, too; the caller
/// removes them.
using Expand = void (*)(const SliceShape& shape, int pair, bool black, Movers movers, const Bitboard* into,
                        const std::uint8_t* is_empty, Bitboard* out);

/// The fastest kernel for this processor.
Expand expand_kernel();

/// The kernels; the second is for processors with AVX2 and BMI2, and null in builds for others.
Expand portable_expand();
Expand avx2_expand();

}  // namespace plyforge
