#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>

#include "cli/run_binary.h"
#include "support/data_files.h"

namespace plyforge::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

const std::string kStart = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
// G. Schoepfer, Neue Leipziger Zeitung 1927: see tests/data/mate_cases.csv.
const std::string kMateIn2 = "8/Q7/8/8/8/8/8/2k1K2R w K - 0 1";
// Milan Vukcevich, Bad Pyrmont 1996.
const std::string kHelpmateIn2 = "4K2n/3P1P2/4k3/3p4/8/8/8/8 b - - 0 1";

RunResult mate(std::vector<std::string> arguments, const std::string& input = "") {
  arguments.insert(arguments.begin(), "mate");
  return run(arguments, input);
}

TEST(MateCommand, OneLineAPosition) {
  const RunResult result = mate({"2", "-"}, "# two problems\n" + kMateIn2 + "\n\n" + kStart + "\n");
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(result.out.substr(0, result.out.find(';')), "standard input:2: mate in 2: Qf2");
  EXPECT_THAT(result.out, HasSubstr("\nstandard input:4: no mate in 2\n"));
}

TEST(MateCommand, GivenAFen) {
  EXPECT_THAT(mate({"#3", "--fen", kMateIn2}).out, StartsWith("mate in 2: Qf2; 1. Qf2 "));
  EXPECT_EQ(mate({"#1", "--fen", kMateIn2}).out, "no mate in 1\n");
  // Published: 1. Ng6 f8=Q 2. Ne5 d8=N#.
  EXPECT_EQ(mate({"h#2", "--fen", kHelpmateIn2}).out, "helpmate in 2: Ng6; 1... Ng6 2. f8=Q Ne5 3. d8=N#\n");
}

TEST(MateCommand, PublishedProblemsAsJson) {
  for (const MateCase& each : read_mates()) {
    if (each.goal.ends_with('4')) continue;  // enough of them
    const auto lines = json_lines(mate({each.goal, "--json", "--fen", each.fen}).out);
    ASSERT_EQ(lines.size(), 1u) << each.source;
    EXPECT_EQ(lines[0]["goal"], each.goal);
    EXPECT_EQ(lines[0]["answer"], "yes") << each.source;
    EXPECT_EQ(lines[0]["keys"], each.keys) << each.source;
    EXPECT_EQ(lines[0]["all_keys"], true);
    EXPECT_EQ(lines[0]["pv"].size(), lines[0]["plies"]) << each.source;
    EXPECT_TRUE(lines[0]["nodes"].is_string());
  }
}

TEST(MateCommand, JsonOfNoAndUnknown) {
  const auto no = json_lines(mate({"1", "--json", "--fen", kMateIn2}).out).at(0);
  EXPECT_EQ(no["answer"], "no");
  EXPECT_EQ(no["plies"], nullptr);
  EXPECT_EQ(no["refuted_plies"], 1);
  const auto unknown = json_lines(mate({"8", "--json", "--nodes", "20000", "--fen", kStart}).out).at(0);
  EXPECT_EQ(unknown["answer"], "unknown");
  EXPECT_GE(unknown["refuted_plies"], 3);
  EXPECT_EQ(unknown["all_keys"], false);
}

TEST(MateCommand, EpdKeepsItsOperations) {
  const std::string epd = "8/Q7/8/8/8/8/8/2k1K2R w K - id \"Schoepfer\"; bm Qa1+; c0 \"1927\";\n";
  const RunResult result = mate({"2", "-", "--epd"}, epd);
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(result.out,
              StartsWith("8/Q7/8/8/8/8/8/2k1K2R w K - id \"Schoepfer\"; c0 \"1927\"; bm Qf2; dm 2; pv Qf2 "));
  EXPECT_THAT(result.out, HasSubstr(" c1 \"mate in 2\";\n"));
  EXPECT_EQ(mate({"2", "-"}, result.out).exit_code, 0);  // it reads what it writes
}

TEST(MateCommand, LinesThatStateAnotherMateAreAMismatch) {
  const std::string board = "8/Q7/8/8/8/8/8/2k1K2R w K - ";
  EXPECT_EQ(mate({"3", "-"}, board + "dm 2;\n").exit_code, 0);
  EXPECT_EQ(mate({"3", "-"}, board + "bm #2;\n").exit_code, 0);
  const RunResult longer = mate({"3", "-"}, board + "dm 3;\n");
  EXPECT_EQ(longer.exit_code, 1);
  EXPECT_THAT(longer.err, HasSubstr("standard input:1: the line states mate in 3, but there is a mate in 2"));
  const RunResult shorter = mate({"3", "-"}, board + "bm #1;\n");
  EXPECT_EQ(shorter.exit_code, 1);
  EXPECT_THAT(shorter.err, HasSubstr("the line states mate in 1, but there is no mate in 1"));
  // Deeper than was looked: nothing to say.
  EXPECT_EQ(mate({"1", "-"}, board + "dm 3;\n").exit_code, 0);
}

TEST(MateCommand, BadLinesAreNotHiddenByMismatches) {
  const std::string wrong = "8/Q7/8/8/8/8/8/2k1K2R w K - dm 1;\n";
  EXPECT_EQ(mate({"2", "-"}, wrong).exit_code, 1);
  EXPECT_EQ(mate({"2", "-"}, wrong + "nonsense\n").exit_code, 2);
  EXPECT_EQ(mate({"2", "-"}, "nonsense\n" + wrong).exit_code, 2);
}

TEST(MateCommand, Tree) {
  // Black's king has one move, and castling is the one mate after it.
  const RunResult tree = mate({"2", "--tree", "--fen", kMateIn2});
  EXPECT_EQ(tree.out.substr(tree.out.find('\n') + 1), "  1. Qf2\n    1... Kb1\n      2. O-O#\n");
  const auto json = json_lines(mate({"2", "--tree", "--duals", "--json", "--fen", kMateIn2}).out).at(0);
  EXPECT_EQ(json["tree"][0]["san"], "Qf2");
  EXPECT_EQ(json["tree"][0]["replies"][0]["replies"][0]["move"], "e1g1");
  EXPECT_EQ(json["duals"].size(), 0u);
  EXPECT_EQ(json["whole_tree"], true);
}

TEST(MateCommand, Duals) {
  // Queen and rook mate alike on the last rank.
  const std::string fen = "k7/8/1K4P1/8/8/8/8/8 w - - 0 1";
  EXPECT_THAT(mate({"2", "--duals", "--fen", fen}).out, HasSubstr("\n  dual 1. g7 Kb8 2. g8=Q# / g8=R#\n"));
  const auto json = json_lines(mate({"2", "--duals", "--json", "--fen", fen}).out).at(0);
  EXPECT_EQ(json["duals"][0]["line"], (std::vector<std::string>{"g7", "Kb8"}));
  EXPECT_EQ(json["duals"][0]["moves"], (std::vector<std::string>{"g8=Q#", "g8=R#"}));
}

TEST(MateCommand, BadLinesAreReportedAndPassedOver) {
  const RunResult result = mate({"2", "-"}, "no position\n" + kMateIn2 + "\n8/8/8/8/8/8/8/8 w - - 0 1\n");
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_THAT(result.err, HasSubstr("standard input:1: "));
  EXPECT_THAT(result.err, HasSubstr("standard input:3: "));
  EXPECT_THAT(result.out, StartsWith("standard input:2: mate in 2: Qf2"));
}

TEST(MateCommand, BadInput) {
  struct Case {
    std::vector<std::string> arguments;
    const char* message;
  };
  for (const Case& each :
       {Case{{"x#2", "--fen", kStart}, "'x#2' is not a goal; expected the number of moves"},
        Case{{"0", "--fen", kStart}, "'0' is not a goal"}, Case{{"31", "--fen", kStart}, "1 to 30"},
        Case{{"2"}, "no position given"}, Case{{}, "GOAL is required"}, Case{{"2", "/nonexistent"}, "/nonexistent"},
        Case{{"2", "--fen", "x"}, "--fen: character 1"}, Case{{"2", "-", "--nodes", "0"}, "--nodes"},
        Case{{"2", "-", "--time", "0"}, "--time"}, Case{{"2", "-", "--fen", kStart}, "excludes"},
        Case{{"2", "-", "--epd", "--tree"}, "excludes"}}) {
    const RunResult result = mate(each.arguments);
    EXPECT_EQ(result.exit_code, 2) << each.message;
    EXPECT_THAT(result.err, HasSubstr(each.message));
    EXPECT_EQ(result.out, "");
  }
  EXPECT_THAT(mate({"2", "-"}, "\n# nothing\n").err, HasSubstr("contains no position"));
}

TEST(MateCommand, ResultsComeInTheOrderOfTheLines) {
  std::string input;
  for (int i = 0; i < 300; ++i) input += (i % 50 == 0 ? kStart : kMateIn2) + "\n";
  for (const char* threads : {"1", "4"}) {
    const auto lines = json_lines(mate({"3", "-", "--json", "--threads", threads}, input).out);
    ASSERT_EQ(lines.size(), 300u);
    for (std::size_t i = 0; i < lines.size(); ++i) {
      EXPECT_EQ(lines[i]["line"], i + 1);
      EXPECT_EQ(lines[i]["answer"], i % 50 == 0 ? "no" : "yes");
    }
  }
}

TEST(MateCommand, ResultsAreNotHeldBackUntilTheEnd) {
  // The second line is not written before the answer to the first has been read.
  const RunResult result = run_shell(
      "d=$(mktemp -d); mkfifo $d/in; plyforge mate 2 - < $d/in > $d/out & exec 3> $d/in; echo '" + kMateIn2 +
      "' >&3; for i in $(seq 100); do [ -s $d/out ] && break; sleep 0.1; done; cat $d/out; exec 3>&-; wait; rm -r $d");
  EXPECT_THAT(result.out, StartsWith("standard input:1: mate in 2: Qf2"));
}

TEST(Mate, ANumberOfMovesThatALimitLeavesUncheckedIsNoSuccess) {
  const std::string claim = kStart.substr(0, kStart.size() - 4) + " dm 15;\n";
  EXPECT_EQ(run({"mate", "20", "-", "--nodes", "1000"}, claim).exit_code, 4);
  EXPECT_EQ(run({"mate", "20", "-", "--time", "0.05"}, claim).exit_code, 4);
  EXPECT_EQ(run({"mate", "20", "-", "--nodes", "1000"}, kStart + "\n").exit_code, 0) << "nothing is stated";
  EXPECT_EQ(run({"mate", "2", "-"}, kMateIn2 + " ;dm 2\n" + claim).exit_code, 0) << "no mate in 2 contradicts nothing";
  EXPECT_EQ(run({"mate", "20", "-", "--nodes", "1000"}, claim + "xyz\n").exit_code, 2);
}

class MateInterrupt : public ::testing::TestWithParam<int> {};

TEST_P(MateInterrupt, StopsWithWhatIsProven) {
  const RunResult result = run({"mate", "20", "-"}, kStart + "\n", {GetParam(), 2.0});
  EXPECT_EQ(result.exit_code, 130);
  EXPECT_LT(result.seconds, 12.0);
  EXPECT_THAT(result.out, StartsWith("standard input:1: unknown"));  // how far it came depends on the machine
}

INSTANTIATE_TEST_SUITE_P(Signals, MateInterrupt, ::testing::Values(SIGINT, SIGTERM));

}  // namespace
}  // namespace plyforge::testing
