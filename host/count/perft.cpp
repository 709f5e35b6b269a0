#include <mutex>

#include "count/count_run.h"
#include "count/counting.h"
#include "count/devices.h"
#include "count/kernels.h"
#include "count/layer.h"
#include "count/layer_parts.h"
#include "count/unmerged.h"

namespace plyforge {

namespace {

/// The sum over these positions of what lies `remaining` plies below them, counted position by position.
Totals count_leaves(CountRun& run, const std::vector<Layer::Chunk>& chunks, const std::vector<Layer::Stray>& strays,
                    int remaining, Range range) {
  const auto begun = Clock::now();
  const std::size_t items = chunks.size() + strays.size();
  const Kernels& kernel = kernels();
  const Leaf leaf = run.options.leaf;
  Totals sum;
  std::mutex mutex;
  run.pool.share_out(items, [&](const std::function<std::size_t()>& next) {
    Totals mine;
    const auto count = [&](const Position& position, std::uint64_t multiplicity) {
      if (remaining > kMaxKernelDepth) {
        mine.add(perft_unmerged(position, remaining, leaf, run.pool.stop()), multiplicity);
        return;
      }
      LeafSums<std::uint64_t> sums;
      kernel.add_leaves(position, remaining, leaf, run.pool.stop(), sums);
      mine.add(sums, multiplicity, column_count(leaf));
    };
    const auto add = [&](const Position& position, std::uint64_t multiplicity) {
      count(position, multiplicity);
      if (run.pool.stop().stop_requested()) throw Interrupted();             // the kernel's sums may be incomplete
      if (mine.nodes > run.options.enough) throw EnoughCounted(mine.nodes);  // one chunk alone may take long
    };
    for (std::size_t i; (i = next()) != WorkerPool::kDone;) {
      const Wide before = mine.nodes;
      if (i < chunks.size()) {
        const auto& [table, first, last] = chunks[i];
        for (std::size_t slot = first; slot < last; ++slot) {
          if (table->holds(slot)) add(table->position(slot), table->multiplicity(slot));
        }
      } else {
        const Layer::Stray& stray = strays[i - chunks.size()];
        add(stray.position, stray.multiplicity);
      }
      run.reporter.count(mine.nodes - before);
      run.reporter.reached(range, static_cast<double>(i) / static_cast<double>(items), run.ply(remaining));
    }
    const std::lock_guard lock(mutex);
    sum.add(mine);
  });
  run.counted_leaves(begun);
  return sum;
}

/// Counts `remaining` plies below a layer: ply by ply while the planner merges, in parts if a ply does not fit.
Totals count_layer(CountRun& run, const Layer& layer, int remaining, Range range) {
  if (!merges_next_ply(run, remaining)) return count_leaves(run, layer.chunks(), layer.strays(), remaining, range);
  Totals sum;
  for_each_part(run, layer, remaining, range, Payload::multiplicities(), true,
                [&](const Layer& children, std::size_t, std::size_t, Range part) {
                  sum.add(count_layer(run, children, remaining - 1, part));
                });
  if (!layer.strays().empty()) sum.add(count_leaves(run, {}, layer.strays(), remaining, range.between(1, 1)));
  return sum;
}

/// The whole count on the CPU.
Totals count_all(CountRun& run, const Position& position, int depth) {
  if (!run.options.merge) {
    const auto begun = Clock::now();
    const Totals totals = count_unmerged({{position, 0}}, 1, depth, run.options.leaf, run.pool, run.reporter).front();
    run.counted_leaves(begun);
    return totals;
  }
  Layer root(run.budget, run.budget.limit(), Payload::multiplicities(), 1);
  root.add(position);
  root.cut();
  return count_layer(run, root, depth, {});
}

}  // namespace

CountReport perft(const Position& position, int depth, const CountOptions& options) {
  try {
    if (options.devices != nullptr) return options.devices->perft(position, depth, options);
    CountRun run(depth, options);
    try {
      return run.report(count_all(run, position, depth));
    } catch (const EnoughCounted& enough) {
      Totals totals;
      totals.nodes = enough.nodes;
      CountReport report = run.report(totals);
      report.lower_bound = true;
      return report;
    }
  } catch (const PathsOverflow&) {
    // Paths carried down have 64 bits; values carried back up have 128.
    CountOptions on_cpu = options;
    on_cpu.devices = nullptr;
    on_cpu.enough = ~Wide{0};
    return divide(position, depth, on_cpu).count;
  }
}

}  // namespace plyforge
