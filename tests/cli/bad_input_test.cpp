#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cli/run_binary.h"

namespace plyforge::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

struct BadInput {
  std::vector<std::string> arguments;
  const char* message;  ///< part of what stderr must say
};

/// How a failed test names its row.
void PrintTo(const BadInput& bad, std::ostream* out) {
  for (const std::string& argument : bad.arguments) *out << "'" << argument << "' ";
}

class BadInputTest : public ::testing::TestWithParam<BadInput> {};

TEST_P(BadInputTest, IsRefusedWithAMessageAndNoResult) {
  const RunResult result = run(GetParam().arguments);
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_EQ(result.out, "");
  EXPECT_THAT(result.err, StartsWith("plyforge: "));
  EXPECT_THAT(result.err, HasSubstr(GetParam().message));
}

INSTANTIATE_TEST_SUITE_P(
    Table, BadInputTest,
    ::testing::Values(
        BadInput{{}, "no verb given; verbs are: perft divide verify bisect distinct"},
        BadInput{{"frobnicate"}, "unknown verb 'frobnicate'"},  //
        BadInput{{"perft"}, "DEPTH is required"}, BadInput{{"perft", "-1"}, "'-1' is not a whole number from 0 to 64"},
        BadInput{{"perft", "65"}, "'65' is not a whole number from 0 to 64"},
        BadInput{{"perft", "3x"}, "'3x' is not a whole number"},  //
        BadInput{{"perft", "2.5"}, "'2.5' is not a whole number"}, BadInput{{"perft", ""}, "'' is not a whole number"},
        BadInput{{"perft", "99999999999999999999"}, "is not a whole number"},
        BadInput{{"divide", "0"}, "'0' is not a whole number from 1 to 64"},
        BadInput{{"perft", "2", "3"}, "not expected: 3"}, BadInput{{"perft", "2", "--depth", "3"}, "not expected"},
        BadInput{{"perft", "2", "--fen", ""}, "--fen: character 1"},
        BadInput{{"perft", "2", "--fen", "a position"}, "--fen: character 1"},
        BadInput{{"perft", "2", "--fen", "8/8/8/8/8/8/8/8 w - - 0 1"}, "--fen: character "},
        BadInput{{"perft", "2", "--moves", "e4 e4"}, "--moves, move 2: "},
        BadInput{{"perft", "2", "--moves", "e2e5"}, "--moves, move 1: "},
        BadInput{{"perft", "2", "--file", "/no/such/file"}, "cannot read /no/such/file: No such file or directory"},
        BadInput{{"perft", "2", "--file", "/"}, "cannot read /: Is a directory"},
        BadInput{{"perft", "2", "--file", ""}, "the name is empty"},
        BadInput{{"perft", "2", "--file", "/dev/null"}, "/dev/null contains no position"},
        BadInput{{"perft", "2", "--file", "-", "--fen", "x"}, "excludes"},
        BadInput{{"perft", "2", "--json", "--csv"}, "excludes"},
        BadInput{{"perft", "2", "--json", "--format", "stockfish"}, "excludes"},
        BadInput{{"perft", "2", "--format", "uci"}, "uci not in {stockfish,perftree}"},
        BadInput{{"perft", "2", "--leaf", "leaves"}, "leaves not in {moves,stats,outcome}"},
        BadInput{{"perft", "2", "--stats-definition", "mine"}, "mine not in {consistent,published}"},
        BadInput{{"perft", "2", "--threads", "0"}, "'0' is not a whole number from 1 to 1024"},
        BadInput{{"perft", "2", "--threads", "-2"}, "'-2' is not a whole number from 1 to 1024"},
        BadInput{{"perft", "2", "--memory", "0"}, "'0' is out of range"},
        BadInput{{"perft", "2", "--memory", "64"}, "expected 16M"},
        BadInput{{"perft", "2", "--memory", "64Q"}, "'64Q' is not a size; expected a number and a unit"},
        BadInput{{"perft", "2", "--memory", "-64M"}, "'-64M' is not a size"},
        BadInput{{"perft", "2", "--memory", "99999999999999999999G"}, "is not a size"},
        BadInput{{"perft", "2", "--stats-definition", "published"}, "applies only to --leaf stats"},
        BadInput{{"perft", "2", "--leaf", "outcome", "--stats-definition", "consistent"}, "only to --leaf stats"},
        BadInput{{"perft", "2", "--leaf", "stats", "--format", "stockfish"}, "stockfish has no columns for --leaf"},
        BadInput{{"divide", "2", "--format", "perftree", "--leaf", "outcome"}, "perftree has no columns for --leaf"},
        BadInput{{"perft", "2", "--fen", "8/8/8/8/8/8/8/K1k5", "w", "-", "-", "0", "1"}, "write it in quotes"},
        BadInput{{"divide", "--fen", "8/8/8/8/8/8/8/K1k5", "b", "-", "-", "0", "1", "2"}, "write it in quotes"},
        BadInput{{"distinct", "2", "--fen", "8/8/8/8/8/8/8/K1k5", "w"}, "write it in quotes"},
        BadInput{{"perft", "2", "--file", "/no/\x1b[31mred"}, "cannot read /no/?[31mred: No such file"},
        BadInput{{"perft", "\x1b[31m"}, "'?[31m' is not a whole number"},  //
        BadInput{{"verify"}, "FILE is required"},                          //
        BadInput{{"verify", "/no/such/file"}, "cannot read /no/such/file"},
        BadInput{{"verify", "-", "--time-limit", "0"}, "'0' is not a number of seconds greater than 0"},
        BadInput{{"verify", "-", "--time-limit", "nan"}, "'nan' is not a number of seconds greater than 0"},
        BadInput{{"verify", "-", "--max-nodes", "1e9"}, "'1e9' is not a whole number"},
        BadInput{{"distinct"}, "DEPTH is required"},  //
        BadInput{{"info", "cpu"}, "not expected: cpu"}));

TEST(BadInput, FenErrorPointsToTheCharacter) {
  const RunResult result = run({"perft", "2", "--fen", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR x KQkq - 0 1"});
  EXPECT_THAT(result.err, HasSubstr("character 45: "));
  EXPECT_THAT(result.err, HasSubstr("\n  rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR x KQkq - 0 1\n"
                                    "                                              ^\n"));
}

TEST(BadInput, TextAfterAPositionOfAFile) {
  const std::string start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
  for (const char* rest : {" 0 1 moves e2e4", " 0 1 e2e4", " 0 1 junk", " 0 1 bm e4", " 0 moves e2e4", " moves e2e4",
                           " e2e4 e7e5", " 0 1 \"text\"", " 0 1 2"}) {
    const RunResult result = run({"perft", "1", "--csv", "--file", "-"}, start + rest + "\n");
    EXPECT_EQ(result.exit_code, 2) << rest;
    EXPECT_EQ(result.out, "") << rest;
    EXPECT_THAT(result.err, HasSubstr("standard input:1: character ")) << rest;
  }
}

TEST(BadInput, OnlyTheFirstWarningsAreShown) {
  std::string file;
  for (int i = 0; i < 100; ++i) file += "4k3/8/8/8/8/8/8/4K3  w  -  -\n";  // doubled blanks
  const RunResult result = run({"perft", "1", "--csv", "--file", "-"}, file);
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_THAT(result.err, HasSubstr("warning: standard input:1: "));
  EXPECT_THAT(result.err, HasSubstr("more warnings not shown"));
  EXPECT_LT(result.err.size(), 5000u);
}

}  // namespace
}  // namespace plyforge::testing
