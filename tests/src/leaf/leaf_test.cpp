// The leaf evaluators against the rule book, and on the cases that their definitions turn on.

#include "leaf/leaf.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "count/counting.h"
#include "notation/fen.h"
#include "rulebook/count.h"
#include "rulebook/fen.h"
#include "support/bridge.h"
#include "support/random_boards.h"

namespace plyforge::testing {
namespace {

class LeavesOfRandomBoards : public ::testing::TestWithParam<int> {};

void expect_sums_of_the_rule_book(const rulebook::Board& board) {
  const Position position = position_of(board);
  for (const Leaf leaf : {Leaf::moves, Leaf::stats, Leaf::outcome}) {
    EXPECT_EQ(perft_unmerged(position, 1, leaf), rulebook_totals(board, 1, leaf))
        << leaf_name(leaf) << ' ' << rulebook::write_fen(board);
  }
}

TEST_P(LeavesOfRandomBoards, AreThoseOfTheRuleBook) {
  Random random(static_cast<std::uint64_t>(1000 + GetParam()));
  random_boards(random, 5'000, [](const rulebook::Board& board) {
    if (!HasFailure()) expect_sums_of_the_rule_book(board);
  });
}

// Stalemates and dead positions are rare on fuller boards.
TEST_P(LeavesOfRandomBoards, WithFewMenAreThoseOfTheRuleBook) {
  Random random(static_cast<std::uint64_t>(1010 + GetParam()));
  for (int boards = 0; boards < 10'000 && !HasFailure();) {
    const rulebook::Board board = random_placement(random);
    const auto men = std::count_if(rulebook::kSquares.begin(), rulebook::kSquares.end(),
                                   [&board](rulebook::Square s) { return !board.empty(s); });
    if (men > 6) continue;
    expect_sums_of_the_rule_book(board);
    ++boards;
  }
}

INSTANTIATE_TEST_SUITE_P(Shard, LeavesOfRandomBoards, ::testing::Range(0, 4));

TEST(Leaf, SumsOfTwoPliesAreThoseOfTheRuleBook) {
  Random random(1100);
  random_boards(random, 300, [](const rulebook::Board& board) {
    if (HasFailure()) return;
    for (const Leaf leaf : {Leaf::stats, Leaf::outcome}) {
      EXPECT_EQ(perft_unmerged(position_of(board), 2, leaf), rulebook_totals(board, 2, leaf))
          << leaf_name(leaf) << ' ' << rulebook::write_fen(board);
    }
  });
}

/// The columns of one ply by their printed names; those that are 0 are left out.
std::map<std::string, std::string> columns(const char* fen, Leaf leaf, int depth = 1,
                                           StatsDefinition definition = StatsDefinition::consistent) {
  const FenRecord record = parse_fen(fen, {.chess960 = true});
  std::map<std::string, std::string> shown;
  for (const NamedColumn& column : named_columns(leaf, perft_unmerged(record.position, depth, leaf), definition)) {
    if (column.value != 0) shown[std::string(column.name)] = to_string(column.value);
  }
  return shown;
}

using Columns = std::map<std::string, std::string>;

TEST(Stats, EnPassantIsACapture) {
  EXPECT_EQ(columns("4k3/8/8/3Pp3/8/8/8/4K3 w - e6 0 1", Leaf::stats),
            (Columns{{"captures", "1"}, {"en_passant", "1"}}));
}

TEST(Stats, EachPiecePromotedToCounts) {  // b8 and bxc8; the knight on d8 shields the king
  EXPECT_EQ(columns("2rnk3/1P6/8/8/8/8/8/4K3 w - - 0 1", Leaf::stats),
            (Columns{{"captures", "4"}, {"promotions", "8"}}));
}

TEST(Stats, TheManLeftBehindGivesADiscoveredCheck) {  // the king leaves the e-file six times
  EXPECT_EQ(columns("4k3/8/8/8/8/8/4K3/4R3 w - - 0 1", Leaf::stats),
            (Columns{{"checks", "6"}, {"discovered_checks", "6"}}));
}

TEST(Stats,
     ADoubleCheckIsNotADiscoveredOne) {  // the knight leaves the e-file eight times, twice with a check of its own
  EXPECT_EQ(columns("4k3/8/8/8/4N3/8/8/4RK2 w - - 0 1", Leaf::stats),
            (Columns{{"checks", "8"}, {"discovered_checks", "6"}, {"double_checks", "2"}}));
}

TEST(Stats, ACheckByTheCastledRookIsNotADiscoveredOne) {  // Rf1, Rh8 and O-O give check
  EXPECT_EQ(columns("5k2/8/8/8/8/8/8/4K2R w K - 0 1", Leaf::stats), (Columns{{"castles", "1"}, {"checks", "3"}}));
}

TEST(Stats, EnPassantCanDiscoverACheckAlongTheRank) {  // both pawns leave the fifth rank
  EXPECT_EQ(columns("8/8/8/k2pP2R/8/8/8/4K3 w - d6 0 1", Leaf::stats),
            (Columns{{"captures", "1"}, {"checks", "1"}, {"discovered_checks", "1"}, {"en_passant", "1"}}));
}

TEST(Stats, PublishedDefinitionLeavesMatesOut) {
  Totals totals;
  totals[StatsColumn::discovered_checks] = 7;
  totals[StatsColumn::discovered_mates] = 2;
  totals[StatsColumn::double_checks] = 5;
  totals[StatsColumn::double_mates] = 4;
  const auto value = [&totals](StatsDefinition definition, std::string_view name) {
    for (const NamedColumn& column : named_columns(Leaf::stats, totals, definition)) {
      if (column.name == name) return to_string(column.value);
    }
    return std::string("no such column");
  };
  EXPECT_EQ(value(StatsDefinition::consistent, "discovered_checks"), "7");
  EXPECT_EQ(value(StatsDefinition::published, "discovered_checks"), "5");
  EXPECT_EQ(value(StatsDefinition::consistent, "double_checks"), "5");
  EXPECT_EQ(value(StatsDefinition::published, "double_checks"), "1");
}

TEST(Stats, NoPlyHasNoMoveToCount) { EXPECT_EQ(columns("4k3/8/8/8/8/8/4R3/4K3 b - - 0 1", Leaf::stats, 0), Columns{}); }

TEST(Outcome, TheFirstThatHoldsCounts) {
  const auto outcome = [](const char* fen) { return columns(fen, Leaf::outcome, 0); };
  EXPECT_EQ(outcome("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1"), (Columns{{"checkmate", "1"}}));
  EXPECT_EQ(outcome("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"), (Columns{{"stalemate", "1"}}));
  EXPECT_EQ(outcome("k7/8/1K6/4B3/8/8/8/8 b - - 0 1"), (Columns{{"stalemate", "1"}}));  // and dead
  EXPECT_EQ(outcome("k7/8/8/3B4/8/8/8/K7 b - - 0 1"), (Columns{{"dead", "1"}}));        // and check
  EXPECT_EQ(outcome("k7/8/8/3Q4/8/8/8/K7 b - - 0 1"), (Columns{{"check", "1"}}));
  EXPECT_EQ(outcome(kStartFen.data()), (Columns{{"other", "1"}}));
}

TEST(Outcome, DeadIsToldByTheMenAlone) {
  const auto is_dead = [](const char* fen) { return columns(fen, Leaf::outcome, 0).contains("dead"); };
  EXPECT_TRUE(is_dead("4k3/8/8/8/8/8/8/4K3 w - - 0 1"));
  EXPECT_TRUE(is_dead("4k3/8/8/8/8/8/8/4KN2 w - - 0 1"));
  EXPECT_TRUE(is_dead("4k1b1/8/8/8/8/8/8/4K3 w - - 0 1"));
  EXPECT_TRUE(is_dead("2b1k3/8/8/8/8/8/8/4KB2 w - - 0 1"));     // both on light squares
  EXPECT_TRUE(is_dead("b3k3/1b6/8/8/8/8/6B1/4K2B w - - 0 1"));  // any number of them
  EXPECT_FALSE(is_dead("4kb2/8/8/8/8/8/8/4KB2 w - - 0 1"));     // one of each colour
  EXPECT_FALSE(is_dead("4k3/8/8/8/8/8/8/3NKN2 w - - 0 1"));     // two knights mate with the other side's help
  EXPECT_FALSE(is_dead("4kn2/8/8/8/8/8/8/4KN2 w - - 0 1"));
  EXPECT_FALSE(is_dead("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"));
  EXPECT_FALSE(is_dead("4k3/8/8/8/8/8/8/4K2R w - - 0 1"));
}

TEST(Outcome, OnePlyLeadsToAsManyPositionsAsMoves) {
  EXPECT_EQ(columns("7k/8/8/8/8/8/8/K7 w - - 0 1", Leaf::outcome), (Columns{{"dead", "3"}}));
}

TEST(Leaf, NamesAreReadAsTheyArePrinted) {
  for (const Leaf leaf : {Leaf::moves, Leaf::stats, Leaf::outcome}) EXPECT_EQ(leaf_from_name(leaf_name(leaf)), leaf);
  EXPECT_EQ(leaf_from_name("nodes"), std::nullopt);
  EXPECT_EQ(leaf_from_name(""), std::nullopt);
}

TEST(Leaf, SumsAddUpWithMultiplicities) {
  LeafSums<std::uint64_t> leaf;
  leaf.nodes = 20;
  leaf[StatsColumn::checks] = 3;
  Totals totals;
  totals.add(leaf, Wide{1} << 70);
  totals.add(leaf);
  EXPECT_EQ(to_string(totals.nodes), "23611832414348226068500");  // 20 * 2^70 + 20
  EXPECT_EQ(to_string(totals[StatsColumn::checks]), "3541774862152233910275");
  EXPECT_TRUE(totals[StatsColumn::captures] == 0);
}

}  // namespace
}  // namespace plyforge::testing
