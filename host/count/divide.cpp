#include <stdexcept>

#include "board/position_hash.h"
#include "count/count_run.h"
#include "count/counting.h"
#include "count/devices.h"
#include "count/kernels.h"
#include "count/layer.h"
#include "count/layer_parts.h"
#include "count/leaf_values.h"
#include "count/unmerged.h"
#include "leaf/move_stats.h"
#include "movegen/legal.h"

namespace plyforge {

namespace {

/// Calls `work()(position, payload)` for every position of the chunks, on all threads. Each thread calls `work()` once
/// for a function of its own.
template <class Work>
void for_each_position(CountRun& run, const Layer& layer, std::size_t first_chunk, std::size_t last_chunk, Range range,
                       int ply, const Work& work) {
  const auto chunks = static_cast<double>(last_chunk - first_chunk);
  run.pool.share_out(last_chunk - first_chunk, [&](const std::function<std::size_t()>& next) {
    auto mine = work();
    for (std::size_t i; (i = next()) != WorkerPool::kDone;) {
      const auto& [table, first, last] = layer.chunks()[first_chunk + i];
      for (std::size_t slot = first; slot < last; ++slot) {
        if (table->holds(slot)) mine(table->position(slot), table->payload(slot));
      }
      run.reporter.reached(range, static_cast<double>(i) / chunks, ply);
    }
  });
}

/// Sums the values of a position's children, which are in the next layer; counts the children that did not fit into
/// it.
class ChildSum {
 public:
  ChildSum(const CountRun& run, const Layer& children, int remaining)
      : run_(&run),
        children_(&children),
        remaining_(remaining),
        values_(run.options.leaf, remaining),
        reached_(kMaxMoves),
        hashes_(kMaxMoves) {}

  Totals operator()(const Position& position) {
    const std::size_t n = kernels().children(position, reached_.data());
    for (std::size_t i = 0; i < n; ++i) {
      hashes_[i] = hash(reached_[i]);
      children_->prefetch(hashes_[i]);
    }
    Totals sum;
    for (std::size_t i = 0; i < n; ++i) {
      if (const std::byte* value = children_->find(reached_[i], hashes_[i])) {
        values_.add(value, sum);
      } else {
        sum.add(perft_unmerged(reached_[i], remaining_, run_->options.leaf, run_->pool.stop()));
      }
    }
    return sum;
  }

 private:
  const CountRun* run_;
  const Layer* children_;
  int remaining_;  ///< plies below the children
  LeafValues values_;
  std::vector<Position> reached_;
  std::vector<std::uint64_t> hashes_;
};

/// Stores the count `remaining` plies below each position of a layer beside that position: expands and merges as
/// perft() does, and carries the values of the children back up.
void evaluate(CountRun& run, const Layer& layer, int remaining, Range range) {
  const LeafValues values(run.options.leaf, remaining);
  if (!merges_next_ply(run, remaining)) {
    const auto begun = Clock::now();
    for_each_position(run, layer, 0, layer.chunks().size(), range, run.ply(remaining), [&] {
      return [&](const Position& position, std::byte* value) {
        const Totals totals = perft_unmerged(position, remaining, run.options.leaf, run.pool.stop());
        values.store(totals, value);
      };
    });
    run.counted_leaves(begun);
    return;
  }
  const Payload payload = Payload::values(LeafValues(run.options.leaf, remaining - 1).bytes());
  for_each_part(run, layer, remaining, range, payload, false,
                [&](const Layer& children, std::size_t first, std::size_t last, Range part) {
                  evaluate(run, children, remaining - 1, part.between(0, 0.9));
                  for_each_position(run, layer, first, last, part.between(0.9, 1), run.ply(remaining), [&] {
                    return
                        [&values, sum = ChildSum(run, children, remaining - 1)](
                            const Position& position, std::byte* value) mutable { values.store(sum(position), value); };
                  });
                });
}

/// Counts each unit on the devices: shallow units share their launches; deeper ones are merged, one after another.
std::vector<Totals> count_on_devices(CountRun& run, const std::vector<UnmergedUnit>& units, int remaining) {
  constexpr int kShallow = 4;
  Devices& devices = *run.options.devices;
  if (!run.options.merge || remaining <= kShallow) {
    std::vector<BatchItem> items;
    items.reserve(units.size());
    for (const UnmergedUnit& unit : units) items.push_back({unit.position, remaining});
    return devices.perft_each(items, run.options);
  }
  std::vector<Totals> sums;
  for (const UnmergedUnit& unit : units) {
    const auto share = [&](double done) {
      return (static_cast<double>(unit.group) + done) / static_cast<double>(units.size());
    };
    CountOptions options = run.options;
    options.progress = [&](const Progress& news) {
      run.reporter.reached({}, share(news.done / news.total), news.ply + 1);
    };
    const CountReport report = devices.perft(unit.position, remaining, options);
    run.reporter.count(report.totals.nodes);
    run.counted_on_devices(report);
    sums.push_back(report.totals);
  }
  return sums;
}

}  // namespace

DivideReport divide(const Position& position, int depth, const CountOptions& options) {
  CountRun run(depth, options);
  if (depth == 0) throw std::invalid_argument("the depth of a divide is 0; it must be at least 1");
  DivideReport report;
  std::vector<UnmergedUnit> units;
  for (const Move move : legal_moves(position)) {
    report.lines.push_back({move, {}});
    units.push_back({after(position, move), units.size()});
  }
  std::vector<Totals> sums;
  if (depth == 1 && options.leaf == Leaf::stats) {  // these depend on the move, not on the position after it
    for (const DivideLine& line : report.lines) sums.emplace_back().add(stats_of_move(position, line.move));
  } else if (options.devices != nullptr) {
    sums = count_on_devices(run, units, depth - 1);
  } else if (!options.merge) {
    const auto begun = Clock::now();
    sums = count_unmerged(units, units.size(), depth - 1, options.leaf, run.pool, run.reporter);
    run.counted_leaves(begun);
  } else {
    const LeafValues values(options.leaf, depth - 1);
    Layer children(run.budget, run.budget.limit(), Payload::values(values.bytes()), units.size());
    for (const UnmergedUnit& unit : units) children.add(unit.position);
    children.cut();
    evaluate(run, children, depth - 1, {});
    for (const UnmergedUnit& unit : units) {
      Totals totals;
      if (const std::byte* value = children.find(unit.position, hash(unit.position))) {
        values.add(value, totals);
      } else {
        totals = perft_unmerged(unit.position, depth - 1, options.leaf, options.stop);
      }
      sums.push_back(totals);
    }
  }
  Totals total;
  for (std::size_t i = 0; i < sums.size(); ++i) {
    report.lines[i].totals = sums[i];
    total.add(sums[i]);
  }
  report.count = run.report(total);
  return report;
}

}  // namespace plyforge
