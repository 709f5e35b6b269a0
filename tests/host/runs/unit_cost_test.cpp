// Runs count many small positions one after another: each may cost little more than its own work.

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <functional>

#include "count/counting.h"
#include "notation/fen.h"

namespace plyforge::testing {
namespace {

struct Cost {
  double seconds = 0;  ///< of the processor, the system's included
  long page_faults = 0;
};

rusage usage() {
  rusage now{};
  getrusage(RUSAGE_SELF, &now);
  return now;
}

double seconds(const rusage& usage) {
  const auto sum = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) * 1e-6;
  };
  return sum(usage.ru_utime) + sum(usage.ru_stime);
}

Cost cost_of(const std::function<void()>& work) {
  const rusage before = usage();
  work();
  const rusage after = usage();
  return {seconds(after) - seconds(before), after.ru_minflt - before.ru_minflt};
}

TEST(UnitCost, IsTheUnitsOwnWork) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  GTEST_SKIP() << "sanitizers take memory of their own";
#endif
  constexpr int kDepth = 5;
  constexpr std::size_t kUnits = 60;
  CountOptions options;
  options.memory_bytes = std::size_t{1} << 30;
  options.threads = 1;
  std::vector<FrontierPosition> units = frontier(parse_fen(kStartFen).position, 2, 400, options);
  ASSERT_EQ(units.size(), 400U);
  units.resize(kUnits);
  Totals merged;
  Totals walked;
  const auto count_merged = [&] {
    for (const FrontierPosition& unit : units) merged.add(perft(unit.position, kDepth, options).totals);
  };
  count_merged();  // memory that is taken once
  merged = {};
  const Cost merging = cost_of(count_merged);
  const Cost walking = cost_of([&] {
    for (const FrontierPosition& unit : units) walked.add(perft_unmerged(unit.position, kDepth, Leaf::moves));
  });
  EXPECT_EQ(merged.nodes, walked.nodes);
  // Merging saves a quarter of this work, and setting it up cost five times as much as it saved.
  EXPECT_LT(merging.seconds, 1.2 * walking.seconds);
  EXPECT_LT(merging.page_faults, 100 * static_cast<long>(kUnits));
}

}  // namespace
}  // namespace plyforge::testing
