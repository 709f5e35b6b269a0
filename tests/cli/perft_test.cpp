#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cli/run_binary.h"

// Counts and statistics are those published on the Chess Programming Wiki ("Perft Results").

namespace plyforge::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

constexpr const char* kStart = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
constexpr const char* kKiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

TEST(Perft, CountsTheStartPosition) {
  const RunResult result = run({"perft", "5"});
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_EQ(result.err, "");
  EXPECT_THAT(result.out, StartsWith(std::string(kStart) + "\ndepth"));
  EXPECT_THAT(result.out, HasSubstr(" 4,865,609 "));
}

TEST(Perft, JsonHasThePromisedMembers) {
  const RunResult result = run({"perft", "4", "--json", "--fen", kKiwipete});
  EXPECT_EQ(result.exit_code, 0);
  const auto lines = json_lines(result.out);
  ASSERT_EQ(lines.size(), 1u);
  EXPECT_EQ(lines[0]["fen"], kKiwipete);
  EXPECT_EQ(lines[0]["depth"], 4);
  EXPECT_EQ(lines[0]["nodes"], "4085603");
  EXPECT_TRUE(lines[0]["seconds"].is_number());
  EXPECT_TRUE(lines[0]["nps"].is_number());
  EXPECT_EQ(lines[0]["backend"], "cpu");
  EXPECT_EQ(lines[0]["merged"], true);
  EXPECT_GT(lines[0]["peak_memory_bytes"], 0);
}

TEST(Perft, NoMergeCountsTheSame) {
  const auto lines = json_lines(run({"perft", "4", "--json", "--no-merge", "--threads", "1"}).out);
  ASSERT_EQ(lines.size(), 1u);
  EXPECT_EQ(lines[0]["nodes"], "197281");
  EXPECT_EQ(lines[0]["merged"], false);
}

TEST(Perft, AllDepthsGivesOneLineEach) {
  const auto lines = json_lines(run({"perft", "4", "--all-depths", "--json"}).out);
  ASSERT_EQ(lines.size(), 4u);
  EXPECT_EQ(lines[0]["nodes"], "20");
  EXPECT_EQ(lines[1]["nodes"], "400");
  EXPECT_EQ(lines[2]["nodes"], "8902");
  EXPECT_EQ(lines[3]["nodes"], "197281");
}

TEST(Perft, DepthZeroIsOneNode) {
  EXPECT_EQ(json_lines(run({"perft", "0", "--json"}).out).at(0)["nodes"], "1");
  EXPECT_EQ(run({"perft", "0", "--format", "stockfish"}).out, "\nNodes searched: 1\n");
}

TEST(Perft, DepthIsReadAsDecimal) { EXPECT_EQ(json_lines(run({"perft", "02", "--json"}).out).at(0)["depth"], 2); }

TEST(Perft, StatsColumns) {
  const auto line = json_lines(run({"perft", "3", "--leaf", "stats", "--json", "--fen", kKiwipete}).out).at(0);
  EXPECT_EQ(line["nodes"], "97862");
  EXPECT_EQ(line["captures"], "17102");
  EXPECT_EQ(line["en_passant"], "45");
  EXPECT_EQ(line["castles"], "3162");
  EXPECT_EQ(line["promotions"], "0");
  EXPECT_EQ(line["checks"], "993");
  EXPECT_EQ(line["discovered_checks"], "0");
  EXPECT_EQ(line["double_checks"], "0");
  EXPECT_EQ(line["checkmates"], "1");
}

TEST(Perft, BothDefinitionsOfStats) {
  // Kiwipete at depth 5: 2637 double checks are published, which leave 8 mates out.
  const std::vector<std::string> asked = {"perft", "5", "--leaf", "stats", "--json", "--fen", kKiwipete};
  auto published = asked;
  published.insert(published.end(), {"--stats-definition", "published"});
  EXPECT_EQ(json_lines(run(published).out).at(0)["double_checks"], "2637");
  EXPECT_EQ(json_lines(run(asked).out).at(0)["double_checks"], "2645");
}

TEST(Perft, OutcomeColumns) {
  // Every one of the 197281 positions after four plies is in one column; 8 are mates, and the 469 published checks
  // count those.
  const auto line = json_lines(run({"perft", "4", "--leaf", "outcome", "--json"}).out).at(0);
  EXPECT_EQ(line["checkmate"], "8");
  EXPECT_EQ(line["stalemate"], "0");
  EXPECT_EQ(line["dead"], "0");
  EXPECT_EQ(line["check"], "461");
  EXPECT_EQ(line["other"], "196812");
}

TEST(Perft, MovesInUciAndSan) {
  // 1. e4 c5 2. Nf3: Black has 22 moves.
  for (const char* moves : {"e4 c5 Nf3", "e2e4 c7c5 g1f3", " e2e4  c5 g1f3 "}) {
    const auto line = json_lines(run({"perft", "1", "--json", "--moves", moves}).out).at(0);
    EXPECT_EQ(line["nodes"], "22") << moves;
    EXPECT_THAT(line["fen"].get<std::string>(), StartsWith("rnbqkbnr/pp1ppppp/8/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R b "));
  }
}

TEST(Perft, Chess960) {
  // Position 1 of the Chess960 table of the Chess Programming Wiki.
  const auto line = json_lines(run({"perft", "4", "--json", "--chess960", "--fen",
                                    "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9"})
                                   .out)
                        .at(0);
  EXPECT_EQ(line["nodes"], "326672");
}

/// The first position of the Chess960 table of the Chess Programming Wiki, its counts 21, 528, 12189, and its fen in
/// X-FEN.
const std::string kByFile = "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9";
const std::string kXFen = "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w KQkq - 2 9";

TEST(Perft, WhatIsPrintedIsReadWithTheSameOptions) {
  for (const bool chess960 : {false, true}) {
    const std::vector<std::string> options =
        chess960 ? std::vector<std::string>{"--chess960"} : std::vector<std::string>{};
    const auto with = [&options](std::vector<std::string> arguments) {
      arguments.insert(arguments.end(), options.begin(), options.end());
      const RunResult result = run(arguments);
      EXPECT_EQ(result.exit_code, 0) << result.err;
      EXPECT_EQ(result.err, "");
      return result.out;
    };
    const std::string expected = chess960 ? kXFen : kByFile;
    for (const std::string& fen : {kByFile, expected}) {
      const auto line = json_lines(with({"perft", "3", "--json", "--fen", fen})).at(0);
      EXPECT_EQ(line["fen"], expected);
      EXPECT_EQ(line["nodes"], "12189");
      EXPECT_THAT(with({"perft", "3", "--csv", "--fen", fen}), HasSubstr("\n" + expected + ",3,12189,"));
      EXPECT_THAT(with({"perft", "3", "--fen", fen}), StartsWith(expected + "\n"));
      EXPECT_THAT(with({"divide", "3", "--fen", fen}), StartsWith(expected + ", depth 3\n"));
      EXPECT_EQ(json_lines(with({"distinct", "1", "--json", "--fen", fen})).at(0)["fen"], expected);
    }
    // After moves, too, with some of the rights lost.
    const auto moved = json_lines(with({"perft", "2", "--json", "--fen", kByFile, "--moves", "h2h4 h7h5 h1h3"})).at(0);
    EXPECT_THAT(moved["fen"].get<std::string>(), HasSubstr(chess960 ? " b Qkq - " : " b Fhf - "));
    const auto again = json_lines(with({"perft", "2", "--json", "--fen", moved["fen"].get<std::string>()})).at(0);
    EXPECT_EQ(again["fen"], moved["fen"]);
    EXPECT_EQ(again["nodes"], moved["nodes"]);
  }
}

TEST(Perft, Csv) {
  const RunResult result = run({"perft", "3", "--all-depths", "--csv", "--leaf", "stats"});
  EXPECT_THAT(result.out, StartsWith("fen,depth,nodes,captures,en_passant,castles,promotions,checks,discovered_checks,"
                                     "double_checks,checkmates,seconds,nps,backend,merged,peak_memory_bytes\n"));
  EXPECT_THAT(result.out, HasSubstr("\n" + std::string(kStart) + ",3,8902,34,0,0,0,12,0,0,0,"));
}

TEST(Perft, File) {
  const TemporaryFile file(std::string("# a comment\n\n") + kStart + " ;D1 20 ;D2 400\n" + kKiwipete + "\n");
  const auto lines = json_lines(run({"perft", "2", "--json", "--file", file.path()}).out);
  ASSERT_EQ(lines.size(), 2u);
  EXPECT_EQ(lines[0]["nodes"], "400");
  EXPECT_EQ(lines[0]["line"], 3);
  EXPECT_EQ(lines[1]["nodes"], "2039");
  EXPECT_EQ(lines[1]["line"], 4);
}

TEST(Perft, FileFromStandardInputGoesOnAfterABadLine) {
  const RunResult result = run({"perft", "2", "--json", "--file", "-"}, std::string(kStart) + "\r\nxyz\n" + kKiwipete);
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_EQ(json_lines(result.out).size(), 2u);
  EXPECT_THAT(result.err, HasSubstr("plyforge: standard input:2: character 1: "));
  EXPECT_THAT(result.err, HasSubstr("\n  xyz\n  ^\n"));
  EXPECT_THAT(result.err, HasSubstr("warning: standard input: carriage returns"));
}

TEST(Perft, VerboseSaysWhereTimeWent) { EXPECT_THAT(run({"perft", "5", "--verbose"}).out, HasSubstr("peak memory")); }

#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
TEST(Perft, KeepsToItsMemoryBudget) {
  const auto line = json_lines(run({"perft", "7", "--json", "--memory", "64M"}).out).at(0);
  EXPECT_EQ(line["nodes"], "3195901860");
  EXPECT_LE(line["peak_memory_bytes"].get<double>(), 64.0 * 1024 * 1024 * 1.05);
}
#endif

}  // namespace
}  // namespace plyforge::testing
