#include "runs/worker.h"

#include <algorithm>
#include <exception>
#include <thread>

#include "base/clock.h"
#include "base/progress.h"

namespace plyforge {
namespace {

/// Reports the progress of the whole run to listeners of a single count.
class RunProgress {
 public:
  RunProgress(const CountOptions& options, std::int64_t units)
      : reporter_(options.progress), units_(static_cast<double>(units)) {}

  /// The options for the next unit, after `done` finished ones.
  CountOptions next(const CountOptions& options, std::int64_t done) {
    CountOptions unit_options = options;
    const Range range{static_cast<double>(done) / units_, 1 / units_};
    unit_options.progress = [this, range](const Progress& progress) {
      reporter_.reached(range, progress.total > 0 ? progress.done / progress.total : 0, 0);
    };
    return unit_options;
  }
  void counted(const Totals& totals) { reporter_.count(totals.nodes); }

 private:
  ProgressReporter reporter_;
  double units_;
};

}  // namespace

UnitCount count_unit(const Unit& unit, int depth, const CountOptions& options) {
  const CountReport report = perft(unit_position(unit.fen).position, depth, options);
  return {.totals = report.totals,
          .backend = report.backend,
          .merged = options.merge,
          .version = PLYFORGE_VERSION,
          .worker = this_worker(),
          .seconds = report.seconds,
          .finished = utc_now()};
}

CountOptions suited_to_units(CountOptions options, int depth) {
  constexpr int kShallow = 3;
  if (depth <= kShallow) {
    options.threads = 1;
    options.merge = false;
  }
  return options;
}

CountOptions another_way(const UnitCount& first, Recount how, CountOptions options) {
  const bool on_cpu = first.backend == "cpu";
  if (!on_cpu) options.devices = nullptr;
  if (!on_cpu || options.devices != nullptr) {
    options.merge = true;
  } else if (how == Recount::walked) {
    options.merge = !first.merged;
  } else {
    const int threads = options.threads != 0 ? options.threads : static_cast<int>(std::thread::hardware_concurrency());
    options.merge = true;
    options.memory_bytes /= 2;
    options.threads = threads > 1 ? threads - 1 : 2;
  }
  return options;
}

void work_through(Store& store, const CountOptions& given_options, const std::function<void()>& stored) {
  constexpr double kShortBatch = 0.25;  // seconds
  constexpr double kLongBatch = 1;
  constexpr std::size_t kLargestBatch = 4096;
  const std::string worker = this_worker();
  const CountOptions options = suited_to_units(given_options, store.question().unit_depth());
  RunProgress reporter(options, store.units());
  std::size_t batch_size = 1;
  for (std::vector<Unit> batch; !(batch = store.claim(batch_size, worker)).empty();) {
    const Clock::time_point begun = Clock::now();
    std::int64_t done = store.counted();
    std::vector<Store::Named> counts;
    std::exception_ptr fault;
    try {
      for (const Unit& unit : batch) {
        counts.push_back({unit.id, count_unit(unit, store.question().unit_depth(), reporter.next(options, done++))});
        reporter.counted(counts.back().count.totals);
      }
    } catch (...) {
      fault = std::current_exception();  // rethrown after storing the counts
    }
    // Without the time for storing: where that is slow (a busy machine, a slow disk) batches must grow even more.
    const double seconds = seconds_since(begun);
    store.record(counts, Store::Keep::news, worker);
    if (fault) std::rethrow_exception(fault);
    if (stored) stored();
    if (seconds < kShortBatch) batch_size = std::min(2 * batch_size, kLargestBatch);
    if (seconds > kLongBatch) batch_size = std::max<std::size_t>(batch_size / 2, 1);
  }
}

void settle_disputes(Store& store, Recount how, const CountOptions& options) {
  std::vector<Unit> disputed;
  store.for_each_unit([&](const CountedUnit& item) {
    if (is_disputed(item.counts)) disputed.push_back(item.unit);
  });
  for (const Unit& unit : disputed) {
    const int depth = store.question().unit_depth();
    const CountOptions usual = suited_to_units(options, depth);
    const UnitCount once = count_unit(unit, depth, usual);
    const UnitCount again = count_unit(unit, depth, another_way(once, how, usual));
    store.record({{unit.id, once}, {unit.id, again}}, Store::Keep::all, this_worker());
  }
}

}  // namespace plyforge
