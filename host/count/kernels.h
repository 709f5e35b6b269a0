#pragma once

#include <cstddef>
#include <cstdint>
#include <stop_token>

#include "board/position.h"
#include "leaf/leaf.h"

namespace plyforge {

/// No position has more legal moves (see MoveList).
constexpr std::size_t kMaxMoves = 1100;

/// Deepest count whose columns fit 64 bits for any position: kMaxMoves to this power is below 2^64.
constexpr int kMaxKernelDepth = 6;

/// The work on single positions, compiled once for each instruction set. What is chosen at start-up is one of these.
struct Kernels {
  const char* sliders;  ///< how attacks of sliders are found: "pext" or "lines"

  /// Writes the positions after each legal move to `out`, in the order of legal_moves(); returns how many. `out` has
  /// room for kMaxMoves.
  std::size_t (*children)(const Position& position, Position* out);

  /// Adds the leaves `depth` plies below (0..kMaxKernelDepth). Returns early, with sums of no use, when `stop` is
  /// requested.
  void (*add_leaves)(const Position& position, int depth, Leaf leaf, const std::stop_token& stop,
                     LeafSums<std::uint64_t>& sums);
};

/// The kernels that suit this processor.
const Kernels& kernels();

/// Asked by kernels now and then. Out of line, so that no copy of it is compiled for another instruction set.
bool is_stopped(const std::stop_token& stop);

}  // namespace plyforge
