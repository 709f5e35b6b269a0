#pragma once

#include <functional>

#include "base/clock.h"
#include "base/memory_budget.h"
#include "base/progress.h"
#include "base/worker_pool.h"
#include "count/counting.h"
#include "count/layer.h"
#include "planning/planner.h"

namespace plyforge {

/// The least --memory a merged count works with, in bytes.
constexpr std::size_t kLeastMemory = std::size_t{32} << 20;

/// What one count shares among its parts: threads, memory, plan, progress, and the report that grows with it.
class CountRun {
 public:
  /// Throws std::invalid_argument for a depth out of range, ResourceError for a memory limit below kLeastMemory.
  CountRun(int depth, const CountOptions& options);

  const CountOptions& options;
  WorkerPool pool;
  MemoryBudget budget;
  Planner planner;
  ProgressReporter reporter;
  Clock::time_point start = Clock::now();

  int depth() const { return depth_; }

  /// The ply of a layer that has `remaining` plies to go.
  int ply(int remaining) const { return depth_ - remaining; }

  /// What tells the reporter how far an expansion has come that began at `begin` (0..1) of a layer's range,
  /// `remaining` plies from the leaves.
  std::function<void(double)> expansion_progress(Range range, double begin, int remaining);

  /// Notes an expansion for the report and the planner.
  void expanded(int ply, const Expansion& done, const Layer& children, Clock::time_point begun);
  void counted_leaves(Clock::time_point begun) { leaf_seconds_ += seconds_since(begun); }

  /// Notes a part that devices have counted.
  void counted_on_devices(const CountReport& part);

  CountReport report(const Totals& totals) const;

 private:
  int depth_;
  double leaf_seconds_ = 0;
  std::size_t peak_device_bytes_ = 0;
  std::vector<LayerReport> layers_;
};

}  // namespace plyforge
