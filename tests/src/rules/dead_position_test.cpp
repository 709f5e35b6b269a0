#include "rules/dead_position.h"

#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <unordered_set>
#include <vector>

#include "board/position_hash.h"
#include "movegen/legal.h"
#include "notation/fen.h"
#include "support/random_boards.h"

namespace plyforge::testing {
namespace {

struct HashOfPosition {
  std::size_t operator()(const Position& position) const { return hash(position); }
};

/// Whether some series of legal moves mates, found by trying them all; nothing where that are too many.
std::optional<bool> mate_is_possible(const Position& start, std::size_t most) {
  std::unordered_set<Position, HashOfPosition> seen{start};
  std::vector<Position> open{start};
  while (!open.empty()) {
    const Position position = open.back();
    open.pop_back();
    const MoveList moves = legal_moves(position);
    if (moves.empty() && checkers(position) != 0) return true;
    for (const Move move : moves) {
      const Position next = after(position, move);
      if (seen.insert(next).second) open.push_back(next);
    }
    if (seen.size() > most) return std::nullopt;
  }
  return false;
}

/// A row of a FEN with its empty squares, written 1 each, counted.
std::string counted(const std::string& row) {
  std::string text;
  for (const char c : row) {
    if (c == '1' && !text.empty() && text.back() >= '1' && text.back() <= '8') {
      ++text.back();
    } else {
      text += c;
    }
  }
  return text;
}

DeadReason reason(const std::string& fen) { return dead_reason(parse_fen(fen).position); }

TEST(DeadPosition, ByTheMen) {  // FIDE 5.2.2; the cases of article 6.9 and of the arbiters' manual
  for (const char* fen : {"4k3/8/8/8/8/8/8/4K3 w - - 0 1", "4k3/8/8/8/8/8/8/4KN2 w - - 0 1",
                          "4k3/8/8/8/8/8/8/4KB2 b - - 0 1", "4kb2/8/8/8/8/8/8/2B1K3 w - - 0 1"}) {
    EXPECT_EQ(reason(fen), DeadReason::material) << fen;
  }
  for (const char* fen :
       {"4k3/8/8/8/8/8/8/4KNN1 w - - 0 1", "4kn2/8/8/8/8/8/8/4KN2 w - - 0 1", "4kb2/8/8/8/8/8/8/4KB2 w - - 0 1",
        "4kn2/8/8/8/8/8/8/4KB2 w - - 0 1", "4k3/8/8/8/8/8/P7/4K3 w - - 0 1", "4k3/8/8/8/8/8/8/4KR2 w - - 0 1"}) {
    EXPECT_EQ(reason(fen), DeadReason::undecided) << fen;
  }
}

TEST(DeadPosition, ByPawnsThatBlockEachOther) {
  for (const char* fen : {
           "k7/8/8/p1p1p1p1/P1P1P1P1/8/8/K7 w - - 0 1",
           "k7/8/8/p1p1p1p1/P1P1P1P1/8/8/KB6 w - - 0 1",  // the bishop stays behind its own pawns
       }) {
    EXPECT_EQ(reason(fen), DeadReason::blocked) << fen;
    EXPECT_EQ(mate_is_possible(parse_fen(fen).position, 1'000'000), false) << fen;
  }
  for (const char* fen : {
           "k7/8/8/p1p1p3/P1P1P3/8/8/K7 w - - 0 1",        // kings walk round the wall
           "k7/8/8/p1p1p1p1/P1P1P1P1/8/8/K1B5 w - - 0 1",  // the bishop takes pawns
           "k7/8/8/p1p1p1p1/P1P1P1P1/8/8/KN6 w - - 0 1",   // knights are not looked at
           "k7/p7/8/2p1p1p1/P1P1P1P1/8/8/K7 w - - 0 1",    // a pawn can still step
       }) {
    EXPECT_EQ(reason(fen), DeadReason::undecided) << fen;
  }
}

TEST(DeadPosition, ByForce) {
  // The queen has to be taken, and bare kings are left.
  EXPECT_EQ(reason("8/8/8/8/8/3k4/6q1/7K w - - 0 1"), DeadReason::forced);
  EXPECT_EQ(mate_is_possible(parse_fen("8/8/8/8/8/3k4/6q1/7K w - - 0 1").position, 1'000'000), false);
  EXPECT_EQ(reason("8/8/8/8/8/8/3k1q2/7K b - - 0 1"), DeadReason::undecided);
}

TEST(DeadPosition, WhatIsDecidedIsTrue) {
  // Walls of pawns, at random; a search through all that can ever come tells whether there is a mate.
  Random random(73);
  int dead = 0;
  for (int i = 0; i < 3000; ++i) {
    std::string rows[8];
    for (std::string& row : rows) row.assign(8, '1');
    const int gaps = random.between(0, 3);
    for (std::size_t file = 0; file < 8; ++file) {
      if (random.below(8) < gaps || (file % 2 == 1 && random.percent(60))) continue;
      const auto rank = static_cast<std::size_t>(random.percent(80) ? 3 : random.between(1, 5));
      rows[rank][file] = 'P';
      rows[rank + 1][file] = 'p';
    }
    for (const char man : std::string(random.percent(50) ? "Kk" : random.percent(50) ? "KkB" : "KkBb")) {
      const bool white = man < 'a';
      for (;;) {
        const auto rank = static_cast<std::size_t>(white ? random.between(0, 3) : random.between(4, 7));
        char& square = rows[rank][static_cast<std::size_t>(random.below(8))];
        if (square != '1') continue;
        square = man;
        break;
      }
    }
    std::string fen;
    for (int rank = 7; rank >= 0; --rank) fen += counted(rows[rank]) + (rank > 0 ? "/" : " w - - 0 1");
    std::optional<FenRecord> record;
    try {
      record = parse_fen(fen);
    } catch (const FenError&) {
      continue;  // a king in check, kings side by side
    }
    if (has_no_move(record->position) || dead_reason(record->position) != DeadReason::blocked) continue;
    ++dead;
    if (dead > 60) break;
    EXPECT_NE(mate_is_possible(record->position, 100'000), true) << fen;
  }
  EXPECT_GT(dead, 20);
}

}  // namespace
}  // namespace plyforge::testing
