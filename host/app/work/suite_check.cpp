#include "app/work/suite_check.h"

#include <tbb/parallel_for.h>

#include <algorithm>
#include <atomic>

#include "app/work/backends.h"
#include "count/lower_bound.h"
#include "engines/setup.h"

namespace plyforge {
namespace {

/// Above this, about a third of a second on one core, a count is shared by all cores.
constexpr double kLargeCount = 2e8;

/// Deeper ones can turn out far larger than what is claimed of them, or than their first plies promise.
constexpr int kDeepestSmall = 6;

bool is_small(const Check& check) { return check.expected.depth <= kDeepestSmall && check.work <= kLargeCount; }

void read(CheckedEntry& item, const FenOptions& rules) {
  item.checks.clear();
  item.warnings.clear();
  item.record = read_entry(item.entry, rules, item.warnings);
  if (!item.record) return;
  for (const Expectation& expected : item.entry.expected) {
    // A suite that is wrong may claim far too little.
    const double grown = expected_leaves(item.record->position, expected.depth);
    item.checks.push_back({.expected = expected, .work = std::max(grown, to_double(expected.nodes))});
  }
}

/// Whether a suite states far less than is to be expected.
bool is_doubtful(const Check& check) {
  constexpr double kFarMore = 16;
  return !is_small(check) && check.work > kFarMore * to_double(check.expected.nodes);
}

/// A large count. Of a doubtful one no more than to pass what the suite states: path by path where that is soon done,
/// as merged plies would first fill the memory.
void count_large(const Position& position, Check& check, CountOptions options) {
  constexpr double kFewPaths = 1e10;
  if (is_doubtful(check)) {
    options.devices = nullptr;
    options.enough = check.expected.nodes;
    options.merge = options.merge && to_double(check.expected.nodes) > kFewPaths;
  }
  const CountReport report = perft(position, check.expected.depth, options);
  check.got = report.totals.nodes;
  check.at_least = report.lower_bound;
  check.done = true;
}

/// Work of an entry that one core will do alone.
double small_work(const CheckedEntry& item, const CheckLimits& limits) {
  double sum = 0;
  for (const Check& check : item.checks) {
    if (limits.admit(check.expected) && is_small(check)) sum += check.work;
  }
  return sum;
}

void count_small(CheckedEntry& item, const CheckLimits& limits, const std::stop_token& stop) {
  for (Check& check : item.checks) {
    if (!limits.admit(check.expected) || !is_small(check)) continue;
    if (stop.stop_requested()) return;
    check.got = perft_unmerged(item.record->position, check.expected.depth, Leaf::moves, stop).nodes;
    check.done = true;
  }
}

/// All small counts of a batch in launches that they share.
void count_small_on_devices(std::span<CheckedEntry> batch, const CheckLimits& limits, const CountOptions& options) {
  std::vector<BatchItem> items;
  std::vector<Check*> checks;
  for (CheckedEntry& item : batch) {
    for (Check& check : item.checks) {
      if (!limits.admit(check.expected) || !is_small(check)) continue;
      items.push_back({item.record->position, check.expected.depth});
      checks.push_back(&check);
    }
  }
  const std::vector<Totals> totals = options.devices->perft_each(items, options);
  for (std::size_t i = 0; i < checks.size(); ++i) {
    checks[i]->got = totals[i].nodes;
    checks[i]->done = true;
  }
}

/// All small counts of a batch, one a core.
void count_small_on_cores(std::span<CheckedEntry> batch, const CheckLimits& limits, const std::stop_token& stop) {
  std::vector<CheckedEntry*> by_work;
  by_work.reserve(batch.size());
  for (CheckedEntry& item : batch) by_work.push_back(&item);
  std::ranges::sort(by_work, std::ranges::greater{},
                    [&](const CheckedEntry* item) { return small_work(*item, limits); });
  // Grain one and in order of work: every core takes the largest that is left.
  std::atomic<std::size_t> next{0};
  tbb::parallel_for(std::size_t{0}, by_work.size(), [&](std::size_t) {
    count_small(*by_work[next.fetch_add(1, std::memory_order_relaxed)], limits, stop);
  });
}

}  // namespace

void read_batch(std::span<CheckedEntry> batch, const FenOptions& rules) {
  tbb::parallel_for(std::size_t{0}, batch.size(), [&](std::size_t i) { read(batch[i], rules); });
}

std::string asked_fen(const CheckedEntry& item, std::optional<FenStyle> style) {
  const Setup setup = setup_of(*item.record, item.entry.text);
  return style ? fen_text(setup, *style) : fen_text(setup);
}

void refute_by_bounds(std::span<CheckedEntry> batch, const CheckLimits& limits, const std::stop_token& stop) {
  tbb::parallel_for(std::size_t{0}, batch.size(), [&](std::size_t i) {
    for (Check& check : batch[i].checks) {
      if (!limits.admit(check.expected) || !is_doubtful(check)) continue;
      const Wide bound = perft_lower_bound(batch[i].record->position, check.expected.depth, stop);
      if (bound <= check.expected.nodes) continue;
      check.got = bound;
      check.at_least = true;
      check.done = true;
    }
  });
}

void check_batch(std::span<CheckedEntry> batch, const FenOptions& rules, const CheckLimits& limits,
                 const CountOptions& options) {
  read_batch(batch, rules);

  try {
    refute_by_bounds(batch, limits, options.stop);
    if (options.devices != nullptr) {
      count_small_on_devices(batch, limits, options);
    } else {
      count_small_on_cores(batch, limits, options.stop);
    }
    for (CheckedEntry& item : batch) {
      for (Check& check : item.checks) {
        if (check.done || !limits.admit(check.expected) || is_small(check)) continue;
        count_large(item.record->position, check, options);
      }
    }
  } catch (const Interrupted&) {  // what is done is marked
  }
}

}  // namespace plyforge
