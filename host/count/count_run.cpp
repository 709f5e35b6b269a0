#include "count/count_run.h"

#include <algorithm>
#include <stdexcept>

#include "base/memory.h"
#include "count/devices.h"

namespace plyforge {

namespace {

// One core of an AMD EPYC (Zen 3), typical of middle games: bench/core_bench measures them.
constexpr PlannerRates kRates{.merge_child = 60, .two_plies = 400, .last_ply = 100};

/// What is left of the memory limit for tables, after the program itself and the batches of its threads.
std::size_t table_bytes(const CountOptions& options, int threads) {
  const std::size_t limit = options.memory_bytes != 0 ? options.memory_bytes : default_memory_bytes();
  if (!options.merge) return 0;
  if (limit < kLeastMemory) {
    throw ResourceError("merging equal positions needs at least 32 MiB of memory; give more");
  }
  constexpr std::size_t a_thread = std::size_t{3} << 19;
  const std::size_t used =
      resident_memory_bytes() + (std::size_t{4} << 20) + a_thread * static_cast<std::size_t>(threads);
  return limit > used ? limit - used : 0;
}

int checked_depth(int depth) {
  if (depth >= 0 && depth <= kMaxDepth) return depth;
  throw std::invalid_argument("the depth is " + std::to_string(depth) + "; it must be 0 to " +
                              std::to_string(kMaxDepth) + " plies");
}

}  // namespace

CountRun::CountRun(int depth, const CountOptions& count_options)
    : options(count_options),
      pool(count_options.threads, count_options.stop),
      budget(table_bytes(count_options, pool.threads())),
      planner(count_options.leaf, kRates),
      reporter(count_options.progress, count_options.enough),
      depth_(checked_depth(depth)) {}

std::function<void(double)> CountRun::expansion_progress(Range range, double begin, int remaining) {
  const double weight = planner.expansion_share(remaining);
  return [=, this](double share) { reporter.reached(range, begin + (share - begin) * weight, ply(remaining - 1)); };
}

void CountRun::expanded(int ply, const Expansion& done, const Layer& children, Clock::time_point begun) {
  planner.learn(done.parents, done.children, children.size());
  while (layers_.size() < static_cast<std::size_t>(ply)) {
    layers_.push_back({.ply = static_cast<int>(layers_.size()) + 1, .positions = 0, .seconds = 0});
  }
  LayerReport& layer = layers_[static_cast<std::size_t>(ply) - 1];
  layer.positions += children.size();
  layer.seconds += seconds_since(begun);
}

void CountRun::counted_on_devices(const CountReport& part) {
  leaf_seconds_ += part.leaf_seconds;
  peak_device_bytes_ = std::max(peak_device_bytes_, part.peak_device_bytes);
}

CountReport CountRun::report(const Totals& totals) const {
  CountReport report;
  report.totals = totals;
  report.seconds = seconds_since(start);
  report.leaf_seconds = leaf_seconds_;
  if (options.devices != nullptr) {
    report.backend = options.devices->backend();
    report.devices = options.devices->names();
  }
  report.peak_memory_bytes = peak_memory_bytes();
  report.peak_device_bytes = peak_device_bytes_;
  report.merged_plies = static_cast<int>(layers_.size());
  report.layers = layers_;
  return report;
}

}  // namespace plyforge
