#pragma once

#include <cstddef>
#include <functional>

#include "base/worker_pool.h"
#include "endgame/solve/conversions.h"
#include "endgame/tables/endgame_table.h"

namespace plyforge {

/// The progress of solving one endgame.
struct SolveProgress {
  Metric metric = Metric::dtm;
  int plies = 0;  ///< distance being worked on
};

/// Solves an endgame by retrograde analysis, one distance after another, on sets of positions (slices.h). Its
/// successors come from `find`, which is called before `progress`; that may be empty. Throws Interrupted.
EndgameTable solve_endgame(const Material& material, const FindTable& find, const WorkerPool& pool,
                           const std::function<void(const SolveProgress&)>& progress);

/// The most memory that solving an endgame takes, in bytes, with its own table but without those of its successors.
struct SolvingBytes {
  std::size_t conversions = 0;  ///< while the successors are probed
  std::size_t search = 0;       ///< from then on
};

/// A way to solve endgames: on the CPU, or on a device.
struct EndgameSolver {
  /// As solve_endgame().
  std::function<EndgameTable(const Material& material, const FindTable& find, const WorkerPool& pool,
                             const std::function<void(const SolveProgress&)>& progress)>
      solve;
  std::function<SolvingBytes(const Material& material)> bytes;
};

/// solve_endgame().
EndgameSolver cpu_solver();

}  // namespace plyforge
