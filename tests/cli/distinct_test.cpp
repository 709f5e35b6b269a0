#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cli/run_binary.h"

namespace plyforge::testing {
namespace {

using ::testing::HasSubstr;

TEST(Distinct, StartPosition) {
  // Sequence A083276 of the OEIS.
  const auto lines = json_lines(run({"distinct", "5", "--json"}).out);
  ASSERT_EQ(lines.size(), 6u);
  const std::vector<std::string> published = {"1", "20", "400", "5362", "72078", "822518"};
  for (std::size_t ply = 0; ply < published.size(); ++ply) {
    EXPECT_EQ(lines[ply]["ply"], ply);
    EXPECT_EQ(lines[ply]["positions"], published[ply]);
    EXPECT_TRUE(lines[ply]["seconds"].is_number());
  }
}

TEST(Distinct, TableSaysWhatDistinctMeans) {
  const RunResult result = run({"distinct", "3"});
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_THAT(result.out, HasSubstr("en passant"));
  EXPECT_THAT(result.out, HasSubstr(" 5,362 "));
}

TEST(Distinct, FromAnotherPosition) {
  // Two kings far apart: 3 moves each from the corners, no two ways alike.
  const RunResult result = run({"distinct", "2", "--csv", "--fen", "k7/8/8/8/8/8/8/7K w - - 0 1"});
  EXPECT_THAT(result.out, HasSubstr(",0,1,"));
  EXPECT_THAT(result.out, HasSubstr(",1,3,"));
  EXPECT_THAT(result.out, HasSubstr(",2,9,"));
}

}  // namespace
}  // namespace plyforge::testing
