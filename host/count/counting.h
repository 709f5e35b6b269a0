#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <stop_token>
#include <string>
#include <vector>

#include "base/errors.h"
#include "board/move.h"
#include "board/position.h"
#include "count/count_options.h"
#include "leaf/leaf.h"

namespace plyforge {

/// One ply of a merged count.
struct LayerReport {
  int ply = 0;
  std::uint64_t positions = 0;  ///< distinct positions of this ply (summed over parts, which may share some)
  double seconds = 0;           ///< spent on expanding and merging into this ply
};

struct CountReport {
  Totals totals;
  bool lower_bound = false;  ///< the count ended early: see CountOptions::enough
  double seconds = 0;
  double leaf_seconds = 0;            ///< part of `seconds`: counting below the merged plies
  std::string backend = "cpu";        ///< where it was counted: "cpu", or the name of the devices' backend
  std::vector<std::string> devices;   ///< devices used; empty for the CPU
  std::size_t peak_memory_bytes = 0;  ///< largest resident size of the process so far
  std::size_t peak_device_bytes = 0;  ///< most memory held on any one device
  int merged_plies = 0;               ///< plies expanded with merging before the rest was counted directly
  std::vector<LayerReport> layers;
};

/// One line of a divide.
struct DivideLine {
  Move move;
  Totals totals;
};

struct DivideReport {
  CountReport count;              ///< totals are the sum of the lines
  std::vector<DivideLine> lines;  ///< in the generator's order
};

/// Counts the legal move paths of `depth` plies (0..kMaxDepth). Depth 0 is one node. Throws Interrupted, ResourceError,
/// DeviceError, and std::overflow_error when a count does not fit into its type.
CountReport perft(const Position& position, int depth, const CountOptions& options);

/// As perft(), split by the first move; depth >= 1. One layered pass: values are carried back up to the root's moves.
DivideReport divide(const Position& position, int depth, const CountOptions& options);

/// Counts the distinct positions of each ply 0..depth, compared as whole positions: board, mover, castling rights, and
/// the en passant square only if a legal capture uses it. `found` is called after each ply.
std::vector<std::uint64_t> distinct(const Position& position, int depth, const CountOptions& options,
                                    const std::function<void(int ply, std::uint64_t positions, double seconds)>& found);

/// One position of a frontier.
struct FrontierPosition {
  Position position;
  std::uint64_t multiplicity = 0;  ///< move paths that reach it
};

/// The distinct positions after `plies` plies, in no particular order, whatever `options` say about merging. Throws
/// std::length_error if there are more than `most`, and whatever perft() throws.
std::vector<FrontierPosition> frontier(const Position& position, int plies, std::size_t most,
                                       const CountOptions& options);

/// perft of one position on the calling thread, without merging, memory or progress: for many small counts.
/// Throws Interrupted soon after a stop is requested.
Totals perft_unmerged(const Position& position, int depth, Leaf leaf, const std::stop_token& stop = {});

constexpr int kMaxDepth = 64;

/// "pext" or "lines": how the attacks of sliders are found on this processor (chosen once, at start-up).
std::string slider_method();

}  // namespace plyforge
