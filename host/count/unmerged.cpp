#include "count/unmerged.h"

#include <mutex>

#include "count/kernels.h"

namespace plyforge {

namespace {

/// Counts below one position; tells `reporter`, where there is one, how much of the range is done.
Totals count_below(const Position& position, int depth, Leaf leaf, const std::stop_token& stop,
                   ProgressReporter* reporter, Range range) {
  Totals totals;
  // Whoever watches a count wants to hear of it, and perhaps to end it, more often than every few billion leaves.
  constexpr int kWatchedDepth = 4;
  if (depth <= (reporter != nullptr ? kWatchedDepth : kMaxKernelDepth)) {
    LeafSums<std::uint64_t> sums;
    kernels().add_leaves(position, depth, leaf, stop, sums);
    if (stop.stop_requested()) throw Interrupted();
    totals.add(sums);
    if (reporter != nullptr) {
      reporter->count(totals.nodes);
      reporter->reached(range, 1, depth);
    }
    return totals;
  }
  std::vector<Position> children(kMaxMoves);
  children.resize(kernels().children(position, children.data()));
  const auto parts = static_cast<double>(children.size());
  for (std::size_t i = 0; i < children.size(); ++i) {
    const Range part = range.between(static_cast<double>(i) / parts, static_cast<double>(i + 1) / parts);
    totals.add(count_below(children[i], depth - 1, leaf, stop, reporter, part));
  }
  return totals;
}

/// Replaces units by their children until there are enough to keep all threads busy to the end.
void split(std::vector<UnmergedUnit>& units, int& depth, int threads) {
  constexpr int units_a_thread = 100;
  constexpr int least_depth = 3;
  std::vector<Position> children(kMaxMoves);
  while (depth > least_depth && !units.empty() && units.size() < static_cast<std::size_t>(threads) * units_a_thread) {
    std::vector<UnmergedUnit> below;
    for (const UnmergedUnit& unit : units) {
      const std::size_t n = kernels().children(unit.position, children.data());
      for (std::size_t i = 0; i < n; ++i) below.push_back({children[i], unit.group});
    }
    units = std::move(below);
    --depth;
  }
}

}  // namespace

Totals perft_unmerged(const Position& position, int depth, Leaf leaf, const std::stop_token& stop) {
  return count_below(position, depth, leaf, stop, nullptr, {});
}

std::vector<Totals> count_unmerged(const std::vector<UnmergedUnit>& units, std::size_t groups, int depth, Leaf leaf,
                                   const WorkerPool& pool, ProgressReporter& reporter) {
  std::vector<UnmergedUnit> work = units;
  split(work, depth, pool.threads());
  std::vector<Totals> sums(groups);
  std::mutex mutex;
  pool.share_out(work.size(), [&](const std::function<std::size_t()>& next) {
    for (std::size_t i; (i = next()) != WorkerPool::kDone;) {
      const auto parts = static_cast<double>(work.size());
      const Range part{static_cast<double>(i) / parts, 1 / parts};
      const Totals totals = count_below(work[i].position, depth, leaf, pool.stop(), &reporter, part);
      const std::lock_guard lock(mutex);
      sums[work[i].group].add(totals);
    }
  });
  return sums;
}

}  // namespace plyforge
