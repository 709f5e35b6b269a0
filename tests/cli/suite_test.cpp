#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>
#include <map>
#include <set>
#include <sstream>

#include "cli/run_binary.h"
#include "rulebook/count.h"
#include "rulebook/fen.h"
#include "support/stockfish.h"

namespace plyforge::testing {
namespace {

using ::testing::ContainsRegex;
using ::testing::HasSubstr;

/// A suite made with these options, its lines.
std::vector<std::string> suite(std::vector<std::string> options) {
  options.insert(options.begin(), "suite");
  const RunResult result = run(options);
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(result.err, "");
  std::istringstream in(result.out);
  std::vector<std::string> lines;
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

std::string joined(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) text += line + "\n";
  return text;
}

std::string fen_of(const std::string& line) { return line.substr(0, line.find(" ;")); }

TEST(Suite, LinesThatVerifyReads) {
  const auto lines = suite({"3", "--seed", "1", "--positions", "50"});
  ASSERT_EQ(lines.size(), 50U);
  for (const std::string& line : lines) {
    EXPECT_THAT(line, ContainsRegex("^[1-8a-zA-Z/]+ [wb] [KQkq-]+ [a-h1-8-]+ [0-9]+ [0-9]+"
                                    " ;D1 [0-9]+ ;D2 [0-9]+ ;D3 [0-9]+$"));
  }
  const auto summary = json_lines(run({"verify", "-", "--json"}, joined(lines)).out).at(0);
  EXPECT_EQ(summary["positions"], 50);
  EXPECT_EQ(summary["depths_checked"], 150);
  EXPECT_EQ(summary["mismatches"], 0);
}

TEST(Suite, CountsByTheRuleBook) {
  for (const char* variant : {"", "--chess960", "--double-chess960"}) {
    std::vector<std::string> options = {"2", "--seed", "2", "--positions", "30", "--each", "1"};
    if (*variant != '\0') options.emplace_back(variant);
    for (const std::string& line : suite(options)) {
      const rulebook::Board board = rulebook::read_fen(fen_of(line));
      EXPECT_THAT(line, ::testing::EndsWith(" ;D1 " + std::to_string(rulebook::perft(board, 1)) + " ;D2 " +
                                            std::to_string(rulebook::perft(board, 2))));
    }
  }
}

TEST(Suite, CountsByStockfish) {
  const auto stockfish = find_stockfish();
  if (!stockfish) GTEST_SKIP() << "stockfish is not installed";
  for (const bool chess960 : {false, true}) {
    std::vector<std::string> options = {"3", "--seed", "3", "--positions", "100", "--each", "10"};
    if (chess960) options.emplace_back("--chess960");
    const auto lines = suite(options);
    std::vector<std::string> fens;
    for (const std::string& line : lines) fens.push_back(fen_of(line));
    const auto counts = stockfish_perft(*stockfish, fens, 3, chess960);
    for (std::size_t i = 0; i < lines.size(); ++i) {
      EXPECT_THAT(lines[i], ::testing::EndsWith(" ;D3 " + std::to_string(counts[i])));
    }
  }
}

TEST(Suite, TheSameSeedGivesTheSameBytesWithAnyThreads) {
  const std::vector<std::string> options = {"2", "--positions", "200", "--each", "3", "--label", "--seed"};
  const auto with = [&](const std::string& seed, const std::string& threads) {
    std::vector<std::string> all = options;
    all.insert(all.end(), {seed, "--threads", threads});
    return suite(all);
  };
  const auto lines = with("7", "1");
  EXPECT_EQ(lines, with("7", "3"));
  EXPECT_NE(lines, with("8", "3"));
}

TEST(Suite, ASeedThatIsDrawnIsPrinted) {
  const RunResult result = run({"suite", "1", "--positions", "1"});
  EXPECT_EQ(result.exit_code, 0);
  ASSERT_THAT(result.err, ContainsRegex("^plyforge: seed [0-9]+\n$"));
  const std::string seed = result.err.substr(15, result.err.size() - 16);
  EXPECT_EQ(run({"suite", "1", "--positions", "1", "--seed", seed}).out, result.out);
}

TEST(Suite, StrataAsOftenAsAsked) {
  std::map<std::string, int> found;
  for (const std::string& line : suite(
           {"1", "--seed", "5", "--stratum", "en-passant-exposes-rank=7", "--stratum", "double-check=3", "--label"})) {
    ++found[line.substr(line.find(";id "))];
  }
  EXPECT_EQ(found, (std::map<std::string, int>{{";id \"double-check\"", 3}, {";id \"en-passant-exposes-rank\"", 7}}));
}

TEST(Suite, StrataAreListed) {
  const RunResult result = run({"suite", "--list-strata"});
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_THAT(result.out, HasSubstr("\ncastle-swap "));
  EXPECT_THAT(result.out, HasSubstr("(Chess960 only)\n"));
}

TEST(Suite, PositionsAreDistinctUnlessRepeatsAreAdmitted) {
  std::set<std::string> boards;
  for (const std::string& line : suite({"1", "--seed", "6", "--positions", "3000", "--each", "20"})) {
    const std::string fen = fen_of(line);
    EXPECT_TRUE(boards.insert(fen.substr(0, fen.rfind(' ', fen.rfind(' ') - 1))).second) << fen;
  }
}

struct Refused {
  std::vector<std::string> arguments;
  const char* message;
};

class SuiteBadInput : public ::testing::TestWithParam<Refused> {};

TEST_P(SuiteBadInput, IsRefused) {
  std::vector<std::string> arguments = {"suite"};
  arguments.insert(arguments.end(), GetParam().arguments.begin(), GetParam().arguments.end());
  const RunResult result = run(arguments);
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_EQ(result.out, "");
  EXPECT_THAT(result.err, HasSubstr(GetParam().message));
}

INSTANTIATE_TEST_SUITE_P(
    Table, SuiteBadInput,
    ::testing::Values(
        Refused{{"3"}, "no positions requested; give --positions N, --stratum NAME=COUNT or --each N"},
        Refused{{"0", "--positions", "1"}, "'0' is not a whole number from 1 to 64"},
        Refused{{"2", "--positions", "-1"}, "is not a whole number from 0 to 1000000000"},
        Refused{{"2", "--positions", "1000000001"}, "is not a whole number from 0 to 1000000000"},
        Refused{{"2", "--stratum", "en-passant"}, "write NAME=COUNT, as in en-passant=20"},
        Refused{{"2", "--stratum", "en-passant=x"}, "'x' is not a whole number"},
        Refused{{"2", "--stratum", "en-pasant=2"}, "unknown stratum 'en-pasant'; --list-strata names them all"},
        Refused{{"2", "--stratum", "castle-swap=2"}, "castle-swap does not occur in standard chess; give --chess960"},
        Refused{{"2", "--seed", "x", "--positions", "1"}, "'x' is not a whole number"},
        Refused{{"2", "--chess960", "--double-chess960", "--positions", "1"}, "excludes"}));

TEST(Suite, AFullDeviceIsAnError) {
  EXPECT_EQ(run_shell("plyforge suite 1 --seed 1 --positions 5 > /dev/full").exit_code, 3);
}

TEST(Suite, StopsWithinASecond) {
  const RunResult result = run({"suite", "6", "--seed", "1", "--positions", "100000"}, "", {SIGTERM, 0.7});
  EXPECT_EQ(result.exit_code, 130);
  EXPECT_LT(result.seconds, 5);
}

TEST(SuiteLong, AMillionLinesInBoundedMemory) {
  const TemporaryFile file("");
  // The limit is on addresses, so it holds for the threads' stacks too.
  const RunResult made =
      run_shell("ulimit -v 2000000; plyforge suite 2 --seed 1 --positions 1000000 --memory 256M > " + file.path());
  EXPECT_EQ(made.exit_code, 0) << made.err;
  const auto summary = json_lines(run({"verify", file.path(), "--json"}).out).at(0);
  EXPECT_EQ(summary["positions"], 1000000);
  EXPECT_EQ(summary["mismatches"], 0);
  EXPECT_EQ(run_shell("cut -d' ' -f1-4 " + file.path() + " | sort | uniq -d | wc -l").out, "0\n");
}

}  // namespace
}  // namespace plyforge::testing
