#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "cli/run_binary.h"
#include "support/published.h"
#include "support/stockfish.h"

// verify with an engine: the rule book, with and without a planted fault, and Stockfish.

namespace plyforge::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

const std::string kKiwipete(kKiwipeteFen);
const std::string kSuite = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 ;D1 20 ;D2 400\n" +  //
                           kKiwipete + " ;D1 48 ;D2 2039\n";
const std::string kRight = PLYFORGE_RULEBOOK_ENGINE;
const std::string kWrong = kRight + " --bug castles_through_attack";

std::string read_all(const std::string& path) {
  std::ifstream file(path);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

RunResult verify(const std::string& engine, std::vector<std::string> more = {}, const std::string& suite = kSuite) {
  more.insert(more.begin(), {"verify", "-", "--engine", engine});
  return run(more, suite);
}

TEST(VerifyEngine, AgreesWithARightEngine) {
  const RunResult result = verify(kRight, {"--json", "--engines", "3"});
  EXPECT_EQ(result.exit_code, 0) << result.out << result.err;
  const auto summary = json_lines(result.out).at(0);
  EXPECT_EQ(summary["depths_checked"], 4);
  EXPECT_EQ(summary["nodes"], "2507");  // 20 + 400 + 48 + 2039
}

TEST(VerifyEngine, FollowsAMismatchToItsCause) {
  const RunResult result = verify(kWrong, {"--json"});
  EXPECT_EQ(result.exit_code, 1);
  const auto lines = json_lines(result.out);
  ASSERT_EQ(lines.size(), 2u);
  EXPECT_EQ(lines[0]["type"], "mismatch");
  EXPECT_EQ(lines[0]["line"], 2);
  EXPECT_EQ(lines[0]["expected"], "2039");
  EXPECT_EQ(lines[0]["finding"]["fault"], "castles_through_attack");
  EXPECT_EQ(lines[0]["finding"]["illegal"][0]["move"], "e8c8");
  EXPECT_THAT(verify(kWrong).out, HasSubstr("fault     castles_through_attack: "));
  EXPECT_THAT(verify(kWrong, {"--no-bisect"}).out, Not(HasSubstr("fault")));
}

/// The positions that an engine was told, from what was written to it.
std::vector<std::string> told_positions(const std::string& log) {
  const std::string start = "position fen ";
  std::vector<std::string> positions;
  std::istringstream lines(read_all(log));
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with(start)) positions.push_back(line.substr(start.size()));
  }
  return positions;
}

TEST(VerifyEngine, AMismatchShowsTheFenAsItWasAsked) {
  const std::string ep = "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq c6 0 2";
  const std::string chess960 = "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9";
  for (const std::string& fen : {ep, chess960}) {
    for (const char* style : {"xfen", "shredder"}) {
      for (const bool bisect : {false, true}) {
        const TemporaryDirectory directory;
        const TemporaryFile report("");
        const std::string log = directory.file("log");
        const std::string engine = "tee " + log + " | " + kRight;
        std::vector<std::string> options = {"--json", "--fen-style", style, "--junit", report.path(), "--engines", "1"};
        if (!bisect) options.emplace_back("--no-bisect");
        const RunResult result = verify(engine, options, fen + " ;D1 99\n");
        EXPECT_EQ(result.exit_code, 1) << result.err;
        // The first question of all is the start position, which finds out what the engine is like.
        const std::vector<std::string> positions = told_positions(log);
        ASSERT_GE(positions.size(), 2u);
        EXPECT_EQ(json_lines(result.out).at(0)["fen"], positions[1]);
        EXPECT_EQ(positions[1].substr(positions[1].size() - 6), fen.substr(fen.size() - 6));
        EXPECT_THAT(read_all(report.path()), HasSubstr("name=\"standard input:1 " + positions[1] + "\""));
        options.erase(options.begin());
        EXPECT_THAT(verify(engine, options, fen + " ;D1 99\n").out, HasSubstr("\n  " + positions[1] + "\n"));
      }
    }
  }
  EXPECT_EQ(run({"bisect", "--engine", kRight, "--depth", "1", "--fen", ep}).out, "agrees to depth 1: " + ep + "\n");
}

TEST(VerifyEngine, WhatWasNotCheckedIsNoSuccess) {
  EXPECT_EQ(verify(kRight, {"--time-limit", "0.000001"}).exit_code, 4);
  EXPECT_EQ(verify(kRight + " --manner hangs_at_depth_3", {"--time-limit", "1"},
                   std::string(kKiwipete) + " ;D1 48 ;D3 97862\n")
                .exit_code,
            4);
  EXPECT_EQ(verify(kRight, {"--max-depth", "0"}).exit_code, 4);
  EXPECT_EQ(verify(kRight, {}, kKiwipete + " ;D0 1\n").exit_code, 4) << "an engine is not asked for depth 0";
}

TEST(VerifyEngine, ASuiteFarTooSmallIsWrongWhateverTheEngineSays) {
  const RunResult result = verify(kRight + " --manner hangs_at_depth_3", {}, kKiwipete + " ;D1 48 ;D30 1\n");
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_THAT(result.out, HasSubstr("expected 1, there are at least "));
  EXPECT_THAT(result.out, HasSubstr("the suite is wrong"));
}

TEST(VerifyEngine, TellsAWrongSuite) {
  const RunResult result = verify(kRight, {}, kKiwipete + " ;D1 48 ;D2 2040\n");
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_THAT(result.out, HasSubstr("the engine agrees with our own count: the suite is wrong"));
}

TEST(VerifyEngine, StopsAtAMismatchOrGoesOn) {
  const std::string suite = kKiwipete + " ;D2 2039\n" + kKiwipete + " ;D2 2039\n";
  EXPECT_EQ(json_lines(verify(kWrong, {"--json"}, suite).out).size(), 3u);
  const auto lines = json_lines(verify(kWrong, {"--json", "--stop-at-mismatch"}, suite).out);
  ASSERT_EQ(lines.size(), 2u);
  EXPECT_EQ(lines[1]["complete"], false);
}

TEST(VerifyEngine, AFailingEngineIsAMismatch) {
  const RunResult result = verify(kRight + " --manner crashes_when_castling", {"--json"});
  EXPECT_EQ(result.exit_code, 1);
  const auto lines = json_lines(result.out);
  ASSERT_EQ(lines.size(), 2u);
  EXPECT_THAT(lines[0]["failure"].get<std::string>(), HasSubstr("signal 6"));
  EXPECT_EQ(lines[0]["finding"]["fault"], "crash");
}

TEST(VerifyEngine, AMissingEngineEndsIt) {
  const RunResult result = verify("./no-such-engine");
  EXPECT_EQ(result.exit_code, 3);
  EXPECT_THAT(result.err, HasSubstr("the engine cannot be run: "));
}

TEST(VerifyEngine, JUnitReport) {
  const TemporaryFile report("");
  EXPECT_EQ(verify(kWrong, {"--junit", report.path()}, kSuite + "<&>\n").exit_code, 1);
  const std::string xml = read_all(report.path());
  EXPECT_THAT(xml, HasSubstr("<testsuite name=\"standard input\">"));
  EXPECT_THAT(xml, HasSubstr("name=\"standard input:1 rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\"/>"));
  EXPECT_THAT(xml, HasSubstr("<failure message=\"mismatch at depth 2: expected 2,039, got "));
  EXPECT_THAT(xml, HasSubstr("castles_through_attack: castles over d8"));
  EXPECT_THAT(xml, HasSubstr("<failure message=\"cannot be read\">"));
  EXPECT_TRUE(xml.ends_with("  </testsuite>\n</testsuites>\n"));
  EXPECT_EQ(run({"verify", "no-such-suite.epd", "--junit", report.path()}).exit_code, 2);
  EXPECT_TRUE(read_all(report.path()).ends_with("</testsuites>\n"));
  EXPECT_EQ(verify(kRight, {"--junit", "/no/such/folder/x.xml"}).exit_code, 3);
}

TEST(VerifyEngine, JUnitServesOurOwnCountsToo) {
  const TemporaryFile report("");
  EXPECT_EQ(run({"verify", "-", "--junit", report.path()}, kKiwipete + " ;D1 47\n").exit_code, 1);
  EXPECT_THAT(read_all(report.path()), HasSubstr("expected 47, got 48, 1 more"));
}

TEST(VerifyEngine, StockfishAgreesWithPublishedSuites) {
  const std::optional<std::string> program = find_stockfish();
  if (!program) GTEST_SKIP() << "stockfish is not installed";
  const RunResult standard =
      run({"verify", "--engine", *program, PLYFORGE_TEST_DATA "/standard.epd", "--max-nodes", "10000", "--json"});
  EXPECT_EQ(standard.exit_code, 0) << standard.out << standard.err;
  const RunResult chess960 = run({"verify", "--engine", *program, "--chess960", PLYFORGE_TEST_DATA "/chess960.epd",
                                  "--max-nodes", "10000", "--json"});
  EXPECT_EQ(chess960.exit_code, 0) << chess960.out << chess960.err;
}

}  // namespace
}  // namespace plyforge::testing
