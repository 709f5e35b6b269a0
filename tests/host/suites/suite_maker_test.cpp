#include "suites/suite_maker.h"

#include <gtest/gtest.h>

#include "count/counting.h"

namespace plyforge {
namespace {

std::uint64_t& wanted(SuiteOrder& order, Stratum stratum) { return order.each[static_cast<std::size_t>(stratum)]; }

TEST(SuiteMaker, AKindThatDoesNotTurnUpIsAShortfall) {
  SuiteOrder order{.variant = Variant::standard, .depth = 1, .patience = 300};
  wanted(order, Stratum::castle_swap) = 5;  // Chess960 only
  wanted(order, Stratum::en_passant) = 5;
  int lines = 0;
  const auto missing = make_suite(order, [&](const SuiteLine&) { ++lines; });
  EXPECT_EQ(lines, 5);
  ASSERT_EQ(missing.size(), 1U);
  EXPECT_EQ(missing[0].name, "castle-swap");
  EXPECT_EQ(missing[0].wanted, 5U);
  EXPECT_EQ(missing[0].found, 0U);
}

TEST(SuiteMaker, TooLittleMemoryToTellRepeatsIsAnError) {
  SuiteOrder order{.depth = 1, .any = 100'000, .memory_bytes = std::size_t{1} << 19};
  EXPECT_THROW(make_suite(order, [](const SuiteLine&) {}), ResourceError);
  order.repeats = true;
  order.any = 20'000;
  std::uint64_t lines = 0;
  EXPECT_TRUE(make_suite(order, [&](const SuiteLine&) { ++lines; }).empty());
  EXPECT_EQ(lines, order.any);
}

TEST(RandomNumbers, AreTheSameEverywhere) {
  // The standard fixes the engine: the 10000th number of a default mt19937_64 ([rand.predef]).
  std::mt19937_64 engine;
  engine.discard(9999);
  EXPECT_EQ(engine(), 9981545732273789042U);
  RandomNumbers a(1, 2);
  RandomNumbers b(1, 2);
  RandomNumbers c(1, 3);
  int same = 0;
  for (int i = 0; i < 1000; ++i) {
    const int n = a.below(1000);
    EXPECT_EQ(n, b.below(1000));
    EXPECT_GE(n, 0);
    EXPECT_LT(n, 1000);
    same += n == c.below(1000) ? 1 : 0;
  }
  EXPECT_LT(same, 20);
}

}  // namespace
}  // namespace plyforge
