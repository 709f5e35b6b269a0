#pragma once

#include <vector>

#include "base/progress.h"
#include "base/worker_pool.h"
#include "count/counting.h"

namespace plyforge {

/// A piece of a count without merging.
struct UnmergedUnit {
  Position position;
  std::size_t group = 0;  ///< the sum that it belongs to
};

/// Counts `depth` plies below each unit on all threads of the pool; returns the sum of each group 0..groups-1.
std::vector<Totals> count_unmerged(const std::vector<UnmergedUnit>& units, std::size_t groups, int depth, Leaf leaf,
                                   const WorkerPool& pool, ProgressReporter& reporter);

}  // namespace plyforge
