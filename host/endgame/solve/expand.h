#pragma once

#include <cstddef>
#include <cstdint>

#include "endgame/slices.h"

namespace plyforge {

/// The step that everything in the solver is made of: writes to `out`, a slice, the positions of a king pair in which
/// the mover (Black if `black`) has a move into the set `into`. That is a set of the other side's positions, all slices
/// of it; `is_empty` tells of each slice of it whether it holds nothing. Positions that are not legal may appear in
/// `out` too, the caller knows them.
using Expand = void (*)(const SliceShape& shape, int pair, bool black, Movers movers, const Bitboard* into,
                        const std::uint8_t* is_empty, Bitboard* out);

/// The kernel that suits this processor.
Expand expand_kernel();

/// The kernels: the second for processors with AVX2 and BMI2, null in builds for others.
Expand portable_expand();
Expand avx2_expand();

}  // namespace plyforge
