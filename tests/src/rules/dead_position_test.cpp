#include "rules/dead_position.h"

#include <gtest/gtest.h>

#include <array>
#include <iostream>
#include <optional>
#include <string>
#include <unordered_set>
#include <vector>

#include "notation/fen.h"
#include "rulebook/fen.h"
#include "rulebook/rules.h"
#include "rules/helpmate.h"
#include "rules/unwinnable.h"
#include "support/bridge.h"
#include "support/random_boards.h"

namespace plyforge::testing {
namespace {

LifeVerdict verdict(const std::string& fen) { return judge_life(parse_fen(fen, {.any_material = true}).position); }
Life life(const std::string& fen) { return verdict(fen).life; }
DeadReason reason(const std::string& fen) { return verdict(fen).reason; }

bool is_checkmate(const rulebook::Board& board) {
  return rulebook::in_check(board, board.white_to_move) && !rulebook::has_legal_move(board);
}

/// Whether some series of legal moves mates, found by the rule book, which tries them all; nothing where that are too
/// many positions.
std::optional<bool> mate_is_possible(const rulebook::Board& start, std::size_t most) {
  std::unordered_set<std::string> seen{rulebook::position_text(start)};
  std::vector<rulebook::Board> open{start};
  while (!open.empty()) {
    const rulebook::Board board = open.back();
    open.pop_back();
    if (is_checkmate(board)) return true;
    for (const rulebook::Move& move : rulebook::legal_moves(board)) {
      const rulebook::Board next = rulebook::play(board, move);
      if (seen.insert(rulebook::position_text(next)).second) open.push_back(next);
    }
    if (seen.size() > most) return std::nullopt;
  }
  return false;
}

/// Plays a line by the rule book: whether all moves are legal and the last one mates.
bool line_mates(rulebook::Board board, const std::vector<Move>& line) {
  for (const Move move : line) {
    const std::string text = text_of(move, mover_of(board));
    std::optional<rulebook::Board> next;
    for (const rulebook::Move& legal : rulebook::legal_moves(board)) {
      if (rulebook::text(legal) == text) next = rulebook::play(board, legal);
    }
    if (!next) return false;
    board = *next;
  }
  return is_checkmate(board);
}

/// The line that the search finds for either side, if it does.
std::optional<std::vector<Move>> mating_line(const Position& position, int moves) {
  for (const Side side : {Side::mover, Side::opponent}) {
    int budget = moves;
    HelpmateSearch search = search_helpmate(position, side, true, budget);
    if (search.mate == Possibility::possible) return std::move(search.line);
  }
  return std::nullopt;
}

TEST(DeadPosition, ByTheMen) {  // FIDE 5.2.2; the cases of article 6.9 and of the arbiters' manual
  for (const char* fen : {"4k3/8/8/8/8/8/8/4K3 w - - 0 1", "4k3/8/8/8/8/8/8/4KN2 w - - 0 1",
                          "4k3/8/8/8/8/8/8/4KB2 b - - 0 1", "4kb2/8/8/8/8/8/8/2B1K3 w - - 0 1"}) {
    EXPECT_EQ(reason(fen), DeadReason::material) << fen;
  }
  for (const char* fen :
       {"4k3/8/8/8/8/8/8/4KNN1 w - - 0 1", "4kn2/8/8/8/8/8/8/4KN2 w - - 0 1", "4kb2/8/8/8/8/8/8/4KB2 w - - 0 1",
        "4kn2/8/8/8/8/8/8/4KB2 w - - 0 1", "4k3/8/8/8/8/8/P7/4K3 w - - 0 1", "4k3/8/8/8/8/8/8/4KR2 w - - 0 1"}) {
    EXPECT_NE(life(fen), Life::dead) << fen;
  }
}

TEST(DeadPosition, ByPawnsThatBlockEachOther) {
  for (const char* fen : {
           "k7/8/8/p1p1p1p1/P1P1P1P1/8/8/K7 w - - 0 1",
           "k7/8/8/p1p1p1p1/P1P1P1P1/8/8/KB6 w - - 0 1",  // the bishop stays behind its own pawns
           "k7/8/8/p1p1p1p1/P1P1P1P1/8/2B5/K1b5 w - - 0 1",
       }) {
    EXPECT_EQ(reason(fen), DeadReason::blocked) << fen;
  }
  for (const char* fen : {
           "k7/8/8/p1p1p3/P1P1P3/8/8/K7 w - - 0 1",        // kings walk round the wall
           "k7/8/8/p1p1p1p1/P1P1P1P1/8/8/K1B5 w - - 0 1",  // the bishop takes pawns
           "k7/8/8/p1p1p1p1/P1P1P1P1/8/8/KN6 w - - 0 1",   // the knight leaps over the wall
           "k7/p7/8/2p1p1p1/P1P1P1P1/8/8/K7 w - - 0 1",    // a pawn can still step
       }) {
    EXPECT_EQ(life(fen), Life::alive) << fen;
  }
}

TEST(DeadPosition, ByForce) {
  // The queen has to be taken, and bare kings are left.
  EXPECT_EQ(reason("8/8/8/8/8/3k4/6q1/7K w - - 0 1"), DeadReason::forced);
  EXPECT_EQ(life("8/8/8/8/8/8/3k1q2/7K b - - 0 1"), Life::alive);
  // 1.Qd7+ Bxd7 is stalemate, and there is no other reply.
  EXPECT_EQ(reason("1b6/2kQ4/K7/8/1q6/8/5p2/8 b - - 0 1"), DeadReason::forced);
  EXPECT_EQ(life("1b6/2k5/K7/3Q4/1q6/8/5p2/8 w - - 0 1"), Life::alive);
  // After 1.b5+ the king goes to a7 or b7, and nothing can move but kings and bishops behind their own pawns.
  EXPECT_EQ(reason("8/2b5/kp1p1p2/1PpP1Pp1/K1P3P1/3B4/8/8 b - - 0 1"), DeadReason::forced);
  EXPECT_EQ(life("8/2b5/kp1p1p2/2pP1Pp1/KPP3P1/3B4/8/8 w - - 0 1"), Life::alive);
}

TEST(DeadPosition, RightsAndEnPassantBringPositionsToLife) {
  // Of a row of pawns that would be blocked for good, one takes en passant; a rook gets out by castling.
  EXPECT_EQ(life("k7/8/8/8/pPp1p1p1/P1P1P1P1/8/K7 b - b3 0 1"), Life::alive);
  EXPECT_EQ(life("k7/8/8/8/pPp1p1p1/P1P1P1P1/8/K7 w - - 0 1"), Life::alive);
  EXPECT_EQ(life("2k5/8/3b4/4b3/2Bp1p1p/2pP1P1P/2P1BPBP/3BKBNR w K - 0 1"), Life::alive);
}

// Verdicts published with Chess Unwinnability Analyzer (Miguel Ambrona, github.com/miguel-ambrona/D3-Chess): a position
// is dead where neither side can mate.
constexpr const char* kPublishedDead[] = {
    "2b1k3/8/8/1p1p1p1p/1P1P1P1P/8/8/2B1K3 w - - 0 1",
    "Bb1k1b2/bKp1p1p1/1pP1P1P1/1P6/p5P1/P7/8/8 w - - 0 1",
    "bqn1KN2/rrk1pB2/nb1pPp1p/p1pP1PpP/PpP3P1/1P2N1R1/4Q3/1R4B1 w - - 0 1",
    "8/1k5B/7b/8/1p1p1p1p/1PpP1P1P/2P3K1/N3b3 b - - 0 1",
    "4K3/8/8/8/8/p1p2p1p/P1pppp1P/bnrqkrnb b - - 0 1",
    "2k5/6p1/6P1/6PK/6P1/6PR/7P/8 b - - 0 1",
    "8/8/5k2/1p6/1Pp5/B1Pp4/RK1P4/QRB5 w - - 0 1",
    "k3b1b1/Pp1b1b1p/1Pb1p1pP/1p1pP1P1/1P1P4/8/8/4K3 w - - 0 1",
    "8/4k3/4p2p/p2pP2P/P2P3K/8/8/8 w - - 0 1",
    "1k6/p1p1p1p1/P1P1P1P1/p1p1p1p1/8/8/P1P1P1P1/4K3 w - - 0 1",
    "4k3/2b1p3/3pPp2/2pP1Pp1/1pP3Pp/pP5P/P1B5/1K6 b - - 0 1",
    "kb6/p1p5/P1P5/2P5/2P5/K1P5/B1P5/1B6 b - - 0 1",
    "8/1p6/kPp5/2P5/1pP5/1P6/8/7K w - - 0 1",
    "8/8/8/6p1/6P1/4p1PK/3pPp1p/3R1nkr b - - 0 1",
    "k7/Pp6/1P6/8/8/8/6K1/6Q1 w - - 0 1",
    "1q2Q2k/8/5p1K/7P/8/8/8/8 b - - 0 1",
    "rnb5/pk1p4/p1pPp3/P1P1P3/R7/P7/8/7K b - - 0 1",
    "8/8/p7/PP6/K7/1R6/1R6/k7 b - - 0 1",
    "7B/6PP/5P2/4N1PB/5QN1/1P3RPk/5P1P/5RK1 b - - 0 1",
    "NRBKQBRN/1PPPPPP1/1P4P1/8/8/8/8/3k4 w - - 0 1",
    "N1N1N1N1/PpPpPpPp/1P1P1P1P/8/8/8/3K4/k7 w - - 0 1",
    "8/8/8/6k1/6P1/6PK/6PP/8 w - - 0 1",
    "k1b5/Pp1b4/1P2b2B/5bB1/5Bb1/1p2B2b/pP1B4/K1B5 w - - 0 1",
    "2R5/8/1p6/kP6/p6p/P7/6KP/1R6 b - - 0 1",
    "6k1/p1p1ppP1/5q1K/3N1P1P/8/8/P1P5/8 w - - 0 1",
    "6k1/4B2R/4K3/8/8/8/8/8 b - - 0 1",
    "BBRRRK1k/PPPPPP2/7p/7P/8/8/8/8 w - - 0 1",
    "8/2k5/1p1p1p1p/bPbPbPbP/BpBpBpBp/1P1P1P1P/2K5/8 w - - 0 1",
};

// ... and is alive where one of them can.
constexpr const char* kPublishedAlive[] = {
    "Bb1k1b2/bKp1p1p1/1pP1P1P1/pP6/6P1/P7/8/8 w - - 0 1",
    "k1bK4/1p1p4/1PpPp3/2P1Pp2/2p1pP2/2p1P3/2P5/8 w - - 0 1",
    "5brk/4p1p1/3pP1P1/1B1P2p1/3p2p1/3P4/4K1P1/8 w - - 0 1",
    "7k/8/1p6/1Pp5/2Pp4/pB1Pp1p1/P1B1P1P1/3B2K1 b - - 0 1",
    "8/7p/5p2/k3pPpP/3pP1P1/p1pP4/PpP5/1K3B2 w - - 0 1",
    "8/1p4p1/1Pp3p1/k1P3p1/1pP3Pb/1P4p1/6P1/7K w - - 0 1",
    "5k2/4r3/3pPp2/2pP1Pp1/1pPK2Pp/pP5P/P7/8 w - - 0 1",
    "6k1/6P1/5pK1/6P1/8/8/8/8 w - - 0 1",
    "8/2k5/8/1p1p1p2/1P1P1P2/4B3/2K5/8 w - - 0 1",
    "kb6/b7/2B5/8/1p1p1p1p/1PpP1P1P/K1P5/N7 b - - 0 1",
    "r6r/8/3b1b1p/2p1k1pP/1pPp1pP1/pP1PpP2/P3P3/5K2 w - - 0 1",
    "8/8/8/3P2p1/PQ3p2/6kP/6P1/2q4K w - - 0 1",
    "2b1kbn1/3n4/8/p1p1p1p1/PpPpPpPp/1P1P1P1P/8/4KB2 w - - 0 1",
    "8/8/8/6p1/6P1/4p1PK/3pPp1p/3R1nkr w - - 0 1",
    "k7/PpB5/1P6/8/8/8/5p2/6K1 w - - 0 1",
    "1k6/2b3p1/5pP1/5p1K/5Pp1/6P1/8/8 w - - 0 1",
    "8/8/1p4p1/1Pp2pPk/n1P2p1P/2p2PpK/2P3P1/B7 w - c6 0 1",
    "rk6/1P6/2K5/8/8/8/8/8 w - - 0 1",
    "8/2PN4/P1kPB3/KpP1B3/NPP5/2RP4/1P2R3/8 w - b6 0 1",
    "R7/5k2/5B2/3PpPP1/8/4K3/8/8 w - e6 0 1",
    "4k3/8/8/p1p1p3/P1P1Pp1p/1B3P1P/8/4K3 b - e3 0 1",
    "k1b5/1pPp4/1P1P3p/1P6/5P1P/5PNR/3NPBBQ/4K2R w K - 0 1",
    "7b/6Q1/4Bk2/p1p1p1p1/P1P1P1P1/8/8/4K3 b - - 0 1",
    "2kr4/KQqqqqqq/1Q6/1Q6/1Q6/1Q6/1Q6/1Q6 b - - 0 1",
};

TEST(DeadPosition, PublishedVerdicts) {
  for (const char* fen : kPublishedDead) {
    EXPECT_EQ(life(fen), Life::dead) << fen;
    EXPECT_FALSE(is_lively(parse_fen(fen, {.any_material = true}).position)) << fen;
  }
  for (const char* fen : kPublishedAlive) EXPECT_NE(life(fen), Life::dead) << fen;
}

TEST(DeadPosition, WhatIsCalledAliveIsMated) {
  int mates = 0;
  for (const char* fen : kPublishedAlive) {
    const FenRecord record = parse_fen(fen, {.any_material = true});
    const auto line = mating_line(record.position, kLifeBudget);
    if (!line) continue;
    ++mates;
    EXPECT_TRUE(line_mates(board_of(record), *line)) << fen;
  }
  EXPECT_GT(mates, 15);
}

TEST(DeadPosition, ASmallBudgetLeavesItOpen) {
  // Published as dead, like those above; bishops and kings have thousands of squares to try.
  const Position position = parse_fen("8/1p6/1Pp5/k1P5/p1P5/P1K1B3/3B4/8 w - - 0 1").position;
  EXPECT_EQ(judge_life(position, 1000).life, Life::undecided);
  EXPECT_NE(judge_life(position).life, Life::alive);
}

/// A wall of pawns on every other file, often without a gap, and a few men, strewn.
std::optional<rulebook::Board> random_wall(Random& random) {
  rulebook::Board board;
  const int rank = std::array{1, 1, 2, 3, 4, 4}[static_cast<std::size_t>(random.below(6))];
  const int gaps = random.percent(70) ? 0 : random.between(1, 4);
  // Side by side, pawns would take each other.
  for (int file = random.below(2); file < 8; file += 2) {
    if (random.below(10) < gaps) continue;
    const int at = random.percent(85) ? rank : random.between(1, 5);
    board.at({file, at}) = 'P';
    board.at({file, at + 1}) = 'p';
    if (random.percent(3)) board.at({file, random.between(1, 6)}) = random.percent(50) ? 'P' : 'p';
  }
  std::string men = "Kk";
  if (random.percent(40)) men += "BbNnRrQqPp"[random.below(10)];
  for (const char man : men) {
    const bool pawn = rulebook::kind(man) == 'p';
    // Kings behind their own pawns, most of the time.
    const bool behind = rulebook::kind(man) == 'k' && random.percent(85);
    const int first = behind && man == 'k' ? rank + 2 : pawn ? 1 : 0;
    const int last = behind && man == 'K' ? rank - 1 : pawn ? 6 : 7;
    rulebook::Square s;
    do {
      s = {random.below(8), random.between(first, last)};
    } while (!board.empty(s));
    board.at(s) = man;
  }
  board.white_to_move = random.percent(50);
  if (rulebook::in_check(board, !board.white_to_move)) return std::nullopt;
  return board;
}

TEST(DeadPosition, AgreesWithTheRuleBookOnWallsOfPawns) {
  Random random(73);
  int dead = 0;
  int found = 0;
  int alive = 0;
  for (int i = 0; i < 120; ++i) {
    const std::optional<rulebook::Board> board = random_wall(random);
    if (!board) continue;
    const std::optional<bool> truth = mate_is_possible(*board, 1500);
    if (!truth) continue;
    const LifeVerdict verdict = judge_life(position_of(*board));
    const std::string fen = rulebook::write_fen(*board) + " (PLYFORGE_SEED=" + std::to_string(run_seed()) + ")";
    EXPECT_NE(verdict.life, *truth ? Life::dead : Life::alive) << fen;
    ++(*truth ? alive : dead);
    found += verdict.life == Life::dead ? 1 : 0;
    if (!*truth && verdict.life != Life::dead) std::cout << "not found: " << fen << "\n";
  }
  std::cout << "dead by the rule book: " << dead << ", of these found: " << found << "; alive: " << alive << "\n";
  EXPECT_GE(found * 10, dead * 8);
}

TEST(DeadPosition, WhatIsUnwinnableIsNeverWon) {
  // Where a search finds a mate, which the rule book confirms, no argument may deny it.
  Random random(74);
  int mates = 0;
  const auto check = [&mates](const rulebook::Board& board) {
    const Position position = position_of(board);
    for (const Side side : {Side::mover, Side::opponent}) {
      int budget = 1500;
      const HelpmateSearch search = search_helpmate(position, side, false, budget);
      if (search.mate != Possibility::possible) continue;
      ++mates;
      int setups = 100;
      EXPECT_FALSE(is_unwinnable(position, side, setups)) << rulebook::write_fen(board) << " " << run_seed();
      EXPECT_TRUE(line_mates(board, search.line)) << rulebook::write_fen(board) << " " << run_seed();
    }
  };
  for (int i = 0; i < 100; ++i) {
    if (const auto board = random_wall(random)) check(*board);
  }
  random_boards(random, 100, check);
  EXPECT_GT(mates, 50);
}

}  // namespace
}  // namespace plyforge::testing
