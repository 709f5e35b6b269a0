// The parts of runs that decide what is right: which counts stand, what an audit shows, how work is cut.

#include <gtest/gtest.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <numeric>
#include <thread>

#include "runs/audit.h"
#include "runs/cut.h"
#include "runs/unit.h"
#include "runs/worker.h"

namespace plyforge::testing {
namespace {

CountOptions options() {
  CountOptions options;
  options.memory_bytes = std::size_t{256} << 20;
  return options;
}

std::vector<UnitCount> counts(std::initializer_list<int> nodes) {
  std::vector<UnitCount> counts;
  for (const int n : nodes) counts.emplace_back().totals.nodes = static_cast<Wide>(n);
  return counts;
}

int standing(std::initializer_list<int> nodes) {
  const std::vector<UnitCount> all = counts(nodes);
  const UnitCount* const count = accepted(all);
  return count == nullptr ? -1 : static_cast<int>(count->totals.nodes);
}

TEST(AcceptedCount, IsTheOneThatMostAgreeOn) {
  EXPECT_EQ(standing({}), -1);
  EXPECT_EQ(standing({5}), 5);
  EXPECT_EQ(standing({5, 5}), 5);
  EXPECT_EQ(standing({5, 6}), -1);
  EXPECT_EQ(standing({5, 6, 6}), 6);
  EXPECT_EQ(standing({5, 6, 6, 5}), -1);
  EXPECT_EQ(standing({5, 6, 7, 7}), 7);
  EXPECT_FALSE(is_disputed(counts({})));
  EXPECT_FALSE(is_disputed(counts({5})));
  EXPECT_TRUE(is_disputed(counts({5, 6})));
}

TEST(TotalsText, IsReadBack) {
  Totals totals;
  totals.nodes = ~Wide{0};
  totals.columns = {1, 2, 3, 4, ~Wide{0}, 6, 7, 8, 9, 10};
  EXPECT_EQ(totals_text(totals, Leaf::moves), "340282366920938463463374607431768211455");
  EXPECT_EQ(parse_totals(totals_text(totals, Leaf::stats), Leaf::stats), totals);
  for (const char* bad : {"", " ", "1 ", " 1", "1 2", "-1", "1x", "340282366920938463463374607431768211456"}) {
    EXPECT_FALSE(parse_totals(bad, Leaf::moves)) << bad;
  }
  EXPECT_FALSE(parse_totals("1 2 3 4 5", Leaf::outcome));
  EXPECT_FALSE(parse_totals("1 2 3 4 5 6 7", Leaf::outcome));
}

TEST(PlausibleTotals, ColumnsGoWithTheNodes) {
  EXPECT_TRUE(is_plausible(*parse_totals("20 1 2 3 4 10", Leaf::outcome), Leaf::outcome));
  EXPECT_FALSE(is_plausible(*parse_totals("20 1 2 3 4 9", Leaf::outcome), Leaf::outcome));
  EXPECT_FALSE(is_plausible(*parse_totals("20 1 2 3 4 11", Leaf::outcome), Leaf::outcome));
  EXPECT_FALSE(is_plausible(*parse_totals("20 21 0 0 0 0 0 0 0 0 0", Leaf::stats), Leaf::stats));
}

// 59 samples without a fault show, with 95% confidence, that fewer than 5% are faulty, and 58 do not (Wilks 1941; the
// "95/95" rule).
TEST(Audit, BoundOfALargeRunIsThatOfWilks) {
  EXPECT_LE(wrong_units_bound(1'000'000, 59, 0.95), 50'000);
  EXPECT_GT(wrong_units_bound(1'000'000, 58, 0.95), 50'000);
}

TEST(Audit, BoundOfASmallRunIsExact) {
  // Of 10 units 5 are audited. Were 3 wrong, C(7,5)/C(10,5) = 21/252 would be missed; were 4, 6/252, which is below 5%.
  EXPECT_EQ(wrong_units_bound(10, 5, 0.95), 4);
  EXPECT_EQ(wrong_units_bound(10, 10, 0.95), 1);
  EXPECT_EQ(wrong_units_bound(1, 1, 0.95), 1);
}

TEST(Cut, UnitsAreTheFrontier) {  // OEIS A083276 and A048987
  const RunQuestion question{.root = parse_fen(kStartFen), .depth = 6, .split = 4};
  const std::vector<Unit> units = cut_into_units(question, options());
  ASSERT_EQ(units.size(), 72'078U);
  Wide paths = 0;
  for (std::size_t i = 0; i < units.size(); ++i) {
    EXPECT_EQ(units[i].id, static_cast<std::int64_t>(i) + 1);
    paths += multiplicity(units[i]);
  }
  EXPECT_EQ(to_string(paths), "197281");
}

TEST(Cut, TheSplitSuitsTheDepth) {
  EXPECT_EQ(default_split(1), 0);
  EXPECT_EQ(default_split(2), 1);
  EXPECT_EQ(default_split(10), 1);
  EXPECT_EQ(default_split(12), 3);
}

// What listens, as a service does, and the disk may be slow: that must not hold a run of small units to one at a time.
TEST(WorkThrough, SmallUnitsAreStoredManyAtOnceWhereStoringIsSlow) {
  const RunQuestion question{.root = parse_fen(kStartFen), .depth = 4, .split = 2};
  const std::filesystem::path file =
      std::filesystem::temp_directory_path() / ("plyforge_units_" + std::to_string(getpid()) + ".db");
  std::filesystem::remove(file);
  Store store = Store::create(file, question, cut_into_units(question, options()));
  int batches = 0;
  work_through(store, options(), [&] {
    ++batches;
    std::this_thread::sleep_for(std::chrono::milliseconds(300));
  });
  EXPECT_EQ(store.counted(), 400);
  EXPECT_LT(batches, 40);  // 9, where the machine is free
  std::filesystem::remove(file);
}

TEST(Frontier, IsLimited) {
  const Position start = parse_fen(kStartFen).position;
  EXPECT_EQ(frontier(start, 3, 5362, options()).size(), 5362U);
  EXPECT_THROW(frontier(start, 3, 5361, options()), std::length_error);
  EXPECT_EQ(frontier(start, 0, 1, options()).size(), 1U);
}

}  // namespace
}  // namespace plyforge::testing
