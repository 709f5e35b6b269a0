#pragma once

#include <cstddef>
#include <cstdint>
#include <stop_token>

#include "board/position.h"
#include "leaf/leaf.h"

namespace plyforge {

/// No position has more legal moves (see MoveList).
constexpr std::size_t kMaxMoves = 1100;

/// The deepest count whose columns fit in 64 bits for any position: kMaxMoves to this power is below 2^64.
constexpr int kMaxKernelDepth = 6;

/// The work on single positions, compiled once per instruction set. One of these is chosen at start-up.
struct Kernels {
  const char* sliders;  ///< how attacks of sliders are found: "pext" or "lines"

  /// Writes the positions after each legal move to `out`, in the order of legal_moves(); returns how many. `out` has
  /// room for kMaxMoves.
  std::size_t (*children)(const Position& position, Position* out);

  /// Adds the leaves `depth` plies below (0..kMaxKernelDepth). Returns early, with useless sums, when a stop is
  /// requested.
  void (*add_leaves)(const Position& position, int depth, Leaf leaf, const std::stop_token& stop,
                     LeafSums<std::uint64_t>& sums);
};

/// The fastest kernels for this processor.
const Kernels& kernels();

/// Called by kernels now and then. Out of line, so that no copy is compiled for another instruction set.
bool is_stopped(const std::stop_token& stop);

}  // namespace plyforge
