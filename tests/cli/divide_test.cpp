#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cli/run_binary.h"

namespace plyforge::testing {
namespace {

using ::testing::HasSubstr;

// 4 moves from here, a promotion among them: king a1-a2, a1-b1, a1-b2, pawn h7-h8 (four pieces).
constexpr const char* kPromotion = "8/7P/8/8/8/8/8/K6k w - - 0 1";

TEST(Divide, StockfishFormat) {
  const RunResult result = run({"divide", "1", "--format", "stockfish", "--fen", kPromotion});
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_EQ(result.out, "a1a2: 1\na1b1: 1\na1b2: 1\nh7h8b: 1\nh7h8n: 1\nh7h8q: 1\nh7h8r: 1\n\nNodes searched: 7\n");
}

TEST(Divide, PerftreeFormat) {
  const RunResult result = run({"divide", "1", "--format", "perftree", "--fen", kPromotion});
  EXPECT_EQ(result.out, "a1a2 1\na1b1 1\na1b2 1\nh7h8b 1\nh7h8n 1\nh7h8q 1\nh7h8r 1\n\n7\n");
}

TEST(Divide, PerftListsMovesInThoseFormatsToo) {
  EXPECT_EQ(run({"perft", "1", "--format", "perftree", "--fen", kPromotion}).out,
            run({"divide", "1", "--format", "perftree", "--fen", kPromotion}).out);
}

TEST(Divide, JsonHasTheMoves) {
  const auto line = json_lines(run({"divide", "3", "--json"}).out).at(0);
  EXPECT_EQ(line["nodes"], "8902");
  EXPECT_EQ(line["moves"].size(), 20u);
  // From Stockfish's `go perft 3`.
  EXPECT_EQ(line["moves"][0], (nlohmann::json{{"move", "a2a3"}, {"san", "a3"}, {"nodes", "380"}}));
  EXPECT_EQ(line["moves"][11], (nlohmann::json{{"move", "e2e4"}, {"san", "e4"}, {"nodes", "600"}}));
}

TEST(Divide, TableHasShareAndTotal) {
  const RunResult result = run({"divide", "3"});
  EXPECT_THAT(result.out, HasSubstr("move   san"));
  EXPECT_THAT(result.out, HasSubstr("600  6.74%"));  // e2e4: 600 of 8902
  EXPECT_THAT(result.out, HasSubstr("total  20 moves  8,902\n"));
}

TEST(Divide, CsvHasALineAMove) {
  const RunResult result = run({"divide", "1", "--csv", "--fen", kPromotion});
  EXPECT_THAT(result.out, HasSubstr("fen,depth,move,san,nodes\n8/7P/8/8/8/8/8/K6k w - - 0 1,1,a1a2,Ka2,1\n"));
  EXPECT_THAT(result.out, HasSubstr(",h7h8q,h8=Q+,1\n"));
}

TEST(Divide, StatsByMove) {
  const auto line = json_lines(run({"divide", "1", "--json", "--leaf", "stats", "--fen", kPromotion}).out).at(0);
  EXPECT_EQ(line["promotions"], "4");
  EXPECT_EQ(line["checks"], "2");  // queen and rook on h8
  EXPECT_EQ(line["moves"][5]["checks"], "1");
}

TEST(Divide, CastlingAsTheVariantWritesIt) {
  const char* fen = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";
  EXPECT_THAT(run({"divide", "1", "--fen", fen}).out, HasSubstr("e1g1   O-O"));
  EXPECT_THAT(run({"divide", "1", "--chess960", "--fen", fen}).out, HasSubstr("e1h1   O-O"));
}

TEST(Divide, MatedPositionHasNoMoves) {
  // Fool's mate.
  const RunResult result = run({"divide", "2", "--format", "stockfish", "--moves", "f3 e5 g4 Qh4#"});
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_EQ(result.out, "\nNodes searched: 0\n");
}

}  // namespace
}  // namespace plyforge::testing
