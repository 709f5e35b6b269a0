// Counts and resources at the edge of what fits.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cli/run_binary.h"
#include "rulebook/count.h"
#include "rulebook/fen.h"
#include "support/bridge.h"

namespace plyforge::testing {
namespace {

using ::testing::HasSubstr;

constexpr const char* kKings = "8/8/8/8/8/8/8/K1k5 w - - 0 1";

// Some position after 31 plies is reached by more than 2^64 paths; from 26 plies on more than 2^64 are counted a
// second.
TEST(Limits, PathsThatPass64Bits) {
  for (const int depth : {26, 31}) {
    const std::string expected = to_string(rulebook::layered_perft(rulebook::read_fen(kKings), depth));
    for (const char* verb : {"perft", "divide"}) {
      const auto line = json_lines(run({verb, std::to_string(depth), "--fen", kKings, "--json"}).out).at(0);
      EXPECT_EQ(line["nodes"], expected);
      EXPECT_GT(line["nps"].get<double>(), 0);
    }
  }
}

TEST(Limits, ACountThatPasses128BitsLeavesTheOtherLinesAlone) {
  const std::string stalemate = "7k/5K2/6Q1/8/8/8/8/8 b - - 0 1";
  const RunResult result = run({"perft", "60", "--file", "-", "--json"}, std::string(kKings) + "\n" + stalemate + "\n");
  EXPECT_EQ(result.exit_code, 3);
  EXPECT_THAT(result.err, HasSubstr("standard input:1: depth 60: "));
  const auto lines = json_lines(result.out);
  ASSERT_EQ(lines.size(), 1U);
  EXPECT_EQ(lines[0]["nodes"], "0");
}

TEST(Limits, MoreThreadsThanCores) {
  for (const char* threads : {"3", "64"}) {
    const RunResult result = run({"perft", "6", "--threads", threads, "--json"});
    EXPECT_EQ(json_lines(result.out).at(0)["nodes"], "119060324");
    EXPECT_EQ(result.err, "");
  }
}

// What a suite claims must not decide how long it takes to find it wrong: 10^12 paths, walked one by one, are an hour.
TEST(Limits, SuitesThatClaimTooLittle) {
  const RunResult result = run({"verify", "-"}, std::string(kKings) + " ;D14 5 ;D30 6\n");
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_THAT(result.out, HasSubstr("mismatches  2"));
}

TEST(Limits, AFileThatCannotBeReadLeavesTheOthersAlone) {
  const TemporaryFile wrong("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 ;D1 21\n");
  const TemporaryFile right("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 ;D1 20\n");
  const TemporaryFile empty("");
  for (const std::string& bad : {std::string("/no/such/file"), empty.path(), std::string("/")}) {
    const RunResult result = run({"verify", bad, wrong.path(), bad, right.path()});
    EXPECT_EQ(result.exit_code, 1) << bad;
    EXPECT_THAT(result.out, HasSubstr("bad files   2"));
    EXPECT_THAT(result.out, HasSubstr("mismatches  1"));
    EXPECT_EQ(run({"verify", right.path(), bad}).exit_code, 2);
  }
}

}  // namespace
}  // namespace plyforge::testing
