// Tests of the oracle itself: the rule book's counts are the published ones.

#include <gtest/gtest.h>

#include "rulebook/count.h"
#include "rulebook/fen.h"
#include "support/data_files.h"
#include "support/random_boards.h"

namespace plyforge::testing {
namespace {

/// Checks the counts of a suite as deep as `max_depth` and `max_nodes` allow.
void expect_published_counts(std::string_view file_name, int max_depth, std::uint64_t max_nodes) {
  for (const PerftCase& perft_case : read_suite(file_name)) {
    const rulebook::Board board = rulebook::read_fen(perft_case.fen);
    for (const auto& [depth, count] : perft_case.counts) {
      if (depth > max_depth || count > max_nodes) break;
      EXPECT_EQ(rulebook::perft(board, depth), count) << perft_case.fen << " depth " << depth;
    }
  }
}

TEST(Rulebook, CountsStandardChess) { expect_published_counts("standard.epd", 3, 5'000); }

TEST(Rulebook, CountsChess960) { expect_published_counts("chess960.epd", 3, 15'000); }

TEST(Rulebook, CountsPositionsOfBugReports) { expect_published_counts("bug_reports.epd", 5, 100'000); }

TEST(RulebookLong, CountsStandardChess) { expect_published_counts("standard.epd", 4, 100'000); }

TEST(RulebookLong, CountsChess960) { expect_published_counts("chess960.epd", 3, 100'000); }

/// The columns as published: discovered and double checks without mates.
void expect_published_statistics(std::uint64_t max_nodes) {
  for (const StatsCase& row : read_stats()) {
    if (row.depth == 0 || row.nodes > max_nodes) continue;
    SCOPED_TRACE(row.name + " depth " + std::to_string(row.depth));
    const rulebook::Statistics sums = rulebook::statistics(rulebook::read_fen(row.fen), row.depth);
    EXPECT_EQ(sums.nodes, row.nodes);
    EXPECT_EQ(sums.captures, row.captures.value_or(sums.captures));
    EXPECT_EQ(sums.en_passant, row.en_passant.value_or(sums.en_passant));
    EXPECT_EQ(sums.castles, row.castles.value_or(sums.castles));
    EXPECT_EQ(sums.promotions, row.promotions.value_or(sums.promotions));
    EXPECT_EQ(sums.checks, row.checks.value_or(sums.checks));
    const std::uint64_t discovered = sums.discovered_checks - sums.discovered_mates;
    EXPECT_EQ(discovered, row.discovered_checks.value_or(discovered));
    const std::uint64_t doubled = sums.double_checks - sums.double_mates;
    EXPECT_EQ(doubled, row.double_checks.value_or(doubled));
    EXPECT_EQ(sums.checkmates, row.checkmates.value_or(sums.checkmates));
  }
}

TEST(Rulebook, CountsPublishedStatistics) { expect_published_statistics(200'000); }

TEST(RulebookLong, CountsPublishedStatistics) { expect_published_statistics(5'000'000); }

TEST(Rulebook, CountsDistinctPositions) {  // OEIS A083276
  EXPECT_EQ(rulebook::distinct(start_board(518, 518), 4), (std::vector<std::uint64_t>{1, 20, 400, 5362, 72078}));
}

TEST(Rulebook, CountsByLayersWhatItCountsByPaths) {
  Random random(0);
  for (int i = 0; i < 10; ++i) {
    const rulebook::Board board = random_placement(random);
    EXPECT_EQ(static_cast<std::uint64_t>(rulebook::layered_perft(board, 2)), rulebook::perft(board, 2))
        << rulebook::write_fen(board);
  }
}

TEST(Rulebook, TellsDeadPositions) {
  const auto dead = [](const char* placement) {
    return rulebook::is_dead(rulebook::read_fen(std::string(placement) + " w - - 0 1"));
  };
  EXPECT_TRUE(dead("4k3/8/8/8/8/8/8/4K3"));
  EXPECT_TRUE(dead("4k3/8/8/8/8/8/8/4KN2"));
  EXPECT_TRUE(dead("4k1b1/8/8/8/8/8/8/4K3"));
  EXPECT_TRUE(dead("2b1k3/8/8/8/8/8/8/4KB2"));  // both on light squares
  EXPECT_FALSE(dead("4kb2/8/8/8/8/8/8/4KB2"));  // one of each
  EXPECT_FALSE(dead("4k3/8/8/8/8/8/8/3NKN2"));  // two knights can be helped to a mate
  EXPECT_FALSE(dead("4kn2/8/8/8/8/8/8/4KN2"));
  EXPECT_FALSE(dead("4k3/8/8/8/8/8/4P3/4K3"));
  EXPECT_FALSE(dead("4k3/8/8/8/8/8/8/4K2R"));
  EXPECT_TRUE(dead("b3k3/1b6/8/8/8/8/6B1/4K2B"));  // any number on one colour
}

TEST(Rulebook, NumbersChess960Starts) {
  EXPECT_EQ(rulebook::write_fen(start_board(518, 518)), "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
  EXPECT_EQ(rulebook::position_text(start_board(0, 959)), "rkrnnqbb/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq -");
}

TEST(Rulebook, WritesWhatItReads) {
  for (const char* fen : {
           "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 3 17",
           "rr2k3/8/8/8/8/8/8/RR2K3 w Bb - 0 1",  // the inner rooks may castle
           "rr2k3/8/8/8/8/8/8/RR2K3 b Qq - 0 1",  // the outer ones
           "4k3/8/8/3Pp3/8/8/8/4K3 w - e6 0 2",
       }) {
    EXPECT_EQ(rulebook::write_fen(rulebook::read_fen(fen)), fen);
  }
  // An en passant capture that would expose the king is none, so the square is left out.
  EXPECT_EQ(rulebook::position_text(rulebook::read_fen("8/8/8/r2Pp2K/8/8/8/4k3 w - e6 0 1")),
            "8/8/8/r2Pp2K/8/8/8/4k3 w - -");
}

}  // namespace
}  // namespace plyforge::testing
