// The leaf evaluators as templates, with the portable slider method, against making every move and looking at what
// comes of it.

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "leaf/leaf_outcome.h"
#include "leaf/leaf_stats.h"
#include "movegen/attacks.h"
#include "movegen/board_moves.h"
#include "movegen/legal.h"
#include "notation/fen.h"
#include "rulebook/fen.h"
#include "support/bridge.h"
#include "support/data_files.h"
#include "support/published.h"
#include "support/random_boards.h"

namespace plyforge::testing {
namespace {

using Sums = LeafSums<std::uint64_t>;

Sums stats_by_sets(const Position& position) {
  Sums sums;
  add_move_stats(unpack(position), LineSliders{}, sums);
  return sums;
}

Sums outcomes_by_sets(const Position& position) {
  Sums sums;
  add_outcomes(unpack(position), LineSliders{}, sums);
  return sums;
}

Sums stats_by_making(const Position& position) {
  Sums sums;
  for (const Move move : legal_moves(position)) {
    const bool castles = move.kind == MoveKind::castle;
    const bool en_passant = move.kind == MoveKind::en_passant;
    ++sums.nodes;
    if (en_passant || (position.theirs() & bit(move.to)) != 0) ++sums[StatsColumn::captures];
    if (en_passant) ++sums[StatsColumn::en_passant];
    if (castles) ++sums[StatsColumn::castles];
    if (move.is_promotion()) ++sums[StatsColumn::promotions];

    const Position next = after(position, move);
    const Bitboard by = checkers(next);
    if (by == 0) continue;
    const bool mate = has_no_move(next);
    ++sums[StatsColumn::checks];
    if (mate) ++sums[StatsColumn::checkmates];
    if (popcount(by) > 1) {
      ++sums[StatsColumn::double_checks];
      if (mate) ++sums[StatsColumn::double_mates];
    } else if (by != bit(flip(castles ? castled_rook(move.from, move.to) : move.to))) {
      ++sums[StatsColumn::discovered_checks];
      if (mate) ++sums[StatsColumn::discovered_mates];
    }
  }
  return sums;
}

bool dead_by_men(const Position& p) {
  const int light = popcount(p.bishops() & ~kDarkSquares);
  const int dark = popcount(p.bishops() & kDarkSquares);
  const int knights = popcount(p.knights());
  if ((p.pawns() | p.rooks() | p.castling_rooks() | p.queens()) != 0) return false;
  return light + dark + knights <= 1 || (knights == 0 && (light == 0 || dark == 0));
}

OutcomeColumn outcome_by_making(const Position& position) {
  const bool check = checkers(position) != 0;
  if (has_no_move(position)) return check ? OutcomeColumn::checkmate : OutcomeColumn::stalemate;
  if (dead_by_men(position)) return OutcomeColumn::dead;
  return check ? OutcomeColumn::check : OutcomeColumn::other;
}

Sums outcomes_by_making(const Position& position) {
  Sums sums;
  for (const Move move : legal_moves(position)) {
    ++sums.nodes;
    ++sums[outcome_by_making(after(position, move))];
  }
  return sums;
}

void expect_same(const Position& position, const std::string& name) {
  EXPECT_TRUE(stats_by_sets(position) == stats_by_making(position)) << name;
  EXPECT_TRUE(outcomes_by_sets(position) == outcomes_by_making(position)) << name;
  EXPECT_EQ(outcome_of(unpack(position), LineSliders{}), outcome_by_making(position)) << name;
}

void expect_same(const std::string& fen) {
  FenOptions options;
  options.chess960 = true;
  options.any_material = true;
  expect_same(parse_fen(fen, options).position, fen);
}

TEST(LeafEvaluator, RandomBoards) {
  Random random(1200);
  random_boards(random, 40'000, [](const rulebook::Board& board) {
    if (!HasFailure()) expect_same(position_of(board), rulebook::write_fen(board));
  });
}

/// A board of few men, with the king of the side not to move near the edge: mates, stalemates and dead positions
/// abound.
Position random_endgame(Random& random) {
  constexpr Square kEdge[] = {56, 57, 63, 62, 48, 8, 0, 1, 7, 60, 24};
  while (true) {
    Position p;
    Bitboard own = 0;
    const auto put = [&](Piece piece, Square s, bool is_own) {
      if ((p.occupied() & bit(s)) != 0 || (piece == Piece::pawn && (s < 8 || s >= 56))) return;
      p.put_code(piece, bit(s));
      if (is_own) own |= bit(s);
    };
    put(Piece::king, kEdge[random.below(11)], false);
    put(Piece::king, random.below(64), true);
    const bool minor_only = random.percent(30);
    for (int men = random.between(0, 6); men > 0; --men) {
      const int piece = minor_only ? random.between(2, 3) : random.between(1, 5);
      put(static_cast<Piece>(piece), random.below(64), random.percent(70));
    }
    p.opponent = p.occupied() & ~own;
    if (popcount(p.kings()) == 2 && checkers(p) == 0 && checkers(p.flipped()) == 0) return p;
  }
}

bool same_men(const Men& a, const Men& b) {
  return a.pawns == b.pawns && a.knights == b.knights && a.diagonal == b.diagonal && a.orthogonal == b.orthogonal &&
         a.king == b.king && a.all == b.all;
}

/// A board keeps an en passant square for which a position has looked whether a capture is legal.
bool same_board(const Board& board, const Board& expected) {
  return same_men(board.own, expected.own) && same_men(board.opp, expected.opp) &&
         board.occupied == expected.occupied && board.own_castling == expected.own_castling &&
         board.opp_castling == expected.opp_castling &&
         (expected.en_passant == 0 || board.en_passant == expected.en_passant) &&
         count_moves(board, LineSliders{}) == count_moves(expected, LineSliders{});
}

TEST(LeafEvaluator, MovesMadeOnBoards) {
  Random random(1400);
  random_boards(random, 10'000, [](const rulebook::Board& random_board) {
    const Position position = position_of(random_board);
    const Board before = unpack(position);
    // No order is promised: pawn moves come in that of their targets as the other side sees them.
    std::vector<Board> expected;
    for (const Move move : legal_moves(position)) expected.push_back(unpack(after(position, move)));
    std::size_t made = 0;
    for_each_board_after(before, LineSliders{}, [&](const Board& board) {
      ++made;
      const auto same = [&](const Board& e) { return same_board(board, e); };
      ASSERT_TRUE(std::any_of(expected.begin(), expected.end(), same)) << rulebook::write_fen(random_board);
    });
    ASSERT_EQ(made, expected.size()) << rulebook::write_fen(random_board);
  });
}

TEST(LeafEvaluator, RandomEndgames) {
  Random random(1300);
  Sums seen;
  for (int i = 0; i < 100'000 && !HasFailure(); ++i) {
    const Position position = random_endgame(random);
    expect_same(position, to_fen({.position = position}));
    seen.add(outcomes_by_sets(position));
  }
  EXPECT_GT(seen[OutcomeColumn::checkmate], 1000U);
  EXPECT_GT(seen[OutcomeColumn::stalemate], 1000U);
  EXPECT_GT(seen[OutcomeColumn::dead], 1000U);
}

TEST(LeafEvaluator, CasesThatSetsMightMiss) {
  for (const char* fen : {
           "8/8/8/2B5/8/7Q/2P3Q1/k2K4 w - - 0 1",  // a queen takes one step along a file, one along a diagonal
           "7k/8/6K1/8/8/8/8/5R2 w - - 0 1",       // a mate, and steps along two files
           "8/8/8/8/8/1k6/p7/K7 b - - 0 1",        // the king alone stalemates
           "k7/p1K5/P7/8/8/8/8/8 w - - 0 1",       // a pawn that is blocked is no reply
           "k1K5/p7/8/1N6/8/8/8/8 w - - 0 1",      // taking the last pawn
           "7k/5K2/8/8/8/6p1/7P/8 w - - 0 1",      // passing or taking the last pawn
           "7k/6pP/6P1/8/8/8/8/K6R w - - 0 1",     // nearly every move stalemates
           "8/P1k5/8/8/8/8/8/K7 w - - 0 1",        // promotions that leave a dead position, and others
           "1n6/P1k5/8/8/8/8/8/K7 w - - 0 1",      // the same with capture
           "b7/1P6/8/3k4/8/8/8/K7 w - - 0 1",      // the same with check
           "7R/1P6/8/8/8/8/8/k1K5 w - - 0 1",      // a promotion that mates, one that stalemates
           "4k3/8/4P3/4R3/8/8/8/4K3 w - - 0 1",    // a push stays on the line
           "4k3/8/3p4/4P3/4R3/8/8/4K3 w - - 0 1",  // a capture leaves it
           "4k3/8/8/4K3/4R3/8/8/8 w - - 0 1",      // so does the king
           "6bk/8/8/3pP3/2B5/8/8/K7 w - d6 0 1",   // en passant opens a line to no king
           "8/8/8/8/8/8/8/R3K1k1 w Q - 0 1",       // castling towards the opponent's king
           "8/8/8/8/8/8/8/QRK3k1 w B - 0 1",       // and away from before a queen (Chess960)
           "5k2/5p2/8/8/8/8/8/4K2R w K - 0 1",     // the castled rook's file is closed
           "5k2/8/8/8/8/8/8/5K1R w H - 0 1",       // it comes to stand where the king stood
           "B6b/8/8/8/2K5/5k2/8/b6B b - - 0 1",    // checks that no game can reach
           "5bnr/4p1pq/4Qpkr/7p/7P/4P3/PPPP1PP1/RNB1KBNR w KQ - 0 1",  // many men, none of which may move
       }) {
    expect_same(fen);
  }
}

TEST(LeafEvaluator, KnownStalemates) {
  const auto stalemates = [](const char* fen) {
    return outcomes_by_sets(parse_fen(fen).position)[OutcomeColumn::stalemate];
  };
  // Sam Loyd's game of ten moves before its last, Qe6, which leaves Black ten men and no move.
  EXPECT_EQ(stalemates("2Q2bnr/4p1pq/5pkr/7p/7P/4P3/PPPP1PP1/RNB1KBNR w KQ - 1 10"), 1U);
  EXPECT_EQ(stalemates("5k2/5P2/8/5K2/8/8/8/8 w - - 0 1"), 1U);  // Kf6
  EXPECT_EQ(stalemates("7k/8/8/6K1/5Q2/8/8/8 w - - 0 1"), 1U);   // Qf7
}

/// Every path is walked, the evaluators sum the last ply.
Totals count_unmerged(const Position& position, int depth, Leaf leaf) {
  Totals totals;
  if (depth == 0) {
    totals.nodes = 1;
  } else if (depth == 1) {
    totals.add(leaf == Leaf::stats ? stats_by_sets(position) : outcomes_by_sets(position));
  } else {
    for (const Move move : legal_moves(position)) totals.add(count_unmerged(after(position, move), depth - 1, leaf));
  }
  return totals;
}

TEST(LeafEvaluator, PublishedStatistics) {
  expect_published_statistics(read_stats(), 5'000'000, [](const FenRecord& record, int depth, Leaf leaf) {
    return count_unmerged(record.position, depth, leaf);
  });
}

TEST(LeafEvaluator, OutcomesAgreeWithTheStatistics) {
  const Position kiwipete = parse_fen(kKiwipeteFen).position;
  const Totals stats = count_unmerged(kiwipete, 3, Leaf::stats);
  const Totals outcomes = count_unmerged(kiwipete, 3, Leaf::outcome);
  EXPECT_EQ(outcomes[OutcomeColumn::checkmate], stats[StatsColumn::checkmates]);
  EXPECT_EQ(outcomes[OutcomeColumn::check], stats[StatsColumn::checks] - stats[StatsColumn::checkmates]);
  EXPECT_EQ(outcomes.nodes, stats.nodes);
}

}  // namespace
}  // namespace plyforge::testing
