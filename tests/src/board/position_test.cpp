// Positions, legal moves and FEN against the rule book, on random boards.

#include "board/position.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "movegen/legal.h"
#include "notation/fen.h"
#include "notation/notation.h"
#include "rulebook/count.h"
#include "rulebook/fen.h"
#include "rulebook/rules.h"
#include "support/bridge.h"
#include "support/random_boards.h"

namespace plyforge::testing {
namespace {

constexpr int kShards = 10;
constexpr int kBoardsPerShard = 10'000;

/// Our legal moves in the order of sorted_moves().
std::vector<Move> moves_by_text(const Position& position, Colour mover) {
  const MoveList list = legal_moves(position);
  std::vector<Move> moves(list.begin(), list.end());
  std::sort(moves.begin(), moves.end(), [&](Move a, Move b) { return text_of(a, mover) < text_of(b, mover); });
  return moves;
}

std::vector<rulebook::Move> moves_by_text(const rulebook::Board& board) {
  std::vector<rulebook::Move> moves = rulebook::legal_moves(board);
  std::sort(moves.begin(), moves.end(),
            [](const auto& a, const auto& b) { return rulebook::text(a) < rulebook::text(b); });
  return moves;
}

/// The kind of a move by the rule book.
MoveKind kind_of(const rulebook::Board& board, const rulebook::Move& move) {
  if (move.castle) return MoveKind::castle;
  if (move.en_passant) return MoveKind::en_passant;
  switch (move.promotion) {
    case 'n':
      return MoveKind::promotion_knight;
    case 'b':
      return MoveKind::promotion_bishop;
    case 'r':
      return MoveKind::promotion_rook;
    case 'q':
      return MoveKind::promotion_queen;
    default: {
      const bool pawn = rulebook::kind(board.at(move.from)) == 'p';
      return pawn && std::abs(move.to.rank - move.from.rank) == 2 ? MoveKind::double_push : MoveKind::normal;
    }
  }
}

Bitboard set_of(const std::vector<rulebook::Square>& squares, Colour mover) {
  Bitboard set = 0;
  for (const rulebook::Square s : squares) set |= bit(make_square(s.file, s.rank));
  return mover == Colour::white ? set : flip_ranks(set);
}

/// Compares the legal moves, and the position after each, with the rule book.
void expect_same_moves(const rulebook::Board& board) {
  SCOPED_TRACE(rulebook::write_fen(board));
  const Position position = position_of(board);
  const Colour mover = mover_of(board);
  ASSERT_EQ(sorted_moves(position, mover), sorted_moves(board));

  const std::vector<Move> ours = moves_by_text(position, mover);
  const std::vector<rulebook::Move> theirs = moves_by_text(board);
  for (std::size_t i = 0; i < ours.size(); ++i) {
    EXPECT_EQ(ours[i].kind, kind_of(board, theirs[i])) << rulebook::text(theirs[i]);
    EXPECT_EQ(after(position, ours[i]), position_of(rulebook::play(board, theirs[i]))) << rulebook::text(theirs[i]);
  }
  EXPECT_EQ(has_no_move(position), theirs.empty());
  const rulebook::Square king = rulebook::king_square(board, board.white_to_move);
  EXPECT_EQ(checkers(position), set_of(rulebook::attackers(board, king, !board.white_to_move), mover));
}

/// The FEN with the square that a double push has passed over, used or not.
std::string with_ep_square(const rulebook::Board& board) {
  rulebook::Board without = board;
  without.ep_square.reset();
  std::string fen = rulebook::position_text(without);
  fen.pop_back();  // the `-`
  fen += static_cast<char>('a' + board.ep_square->file);
  fen += static_cast<char>('1' + board.ep_square->rank);
  return fen + " 0 1";
}

class RandomBoards : public ::testing::TestWithParam<int> {
 protected:
  /// Calls `check` with random boards of this shard, until one fails.
  void for_boards(int count, const std::function<void(const rulebook::Board&)>& check) {
    RecordProperty("seed", std::to_string(run_seed()));
    Random random(static_cast<std::uint64_t>(GetParam()));
    random_boards(random, count, [&](const rulebook::Board& board) {
      if (!HasFailure()) check(board);
    });
  }
};

TEST_P(RandomBoards, HaveTheLegalMovesOfTheRuleBook) { for_boards(kBoardsPerShard, expect_same_moves); }

TEST_P(RandomBoards, AreReadAndWrittenAsFen) {
  for_boards(kBoardsPerShard / 4, [](const rulebook::Board& board) {
    const std::string fen = rulebook::write_fen(board);
    SCOPED_TRACE(fen);
    const FenRecord record = parse_fen(fen, {.chess960 = true, .any_material = true});
    EXPECT_EQ(record.position, position_of(board));
    EXPECT_EQ(to_fen(record), fen);
    if (board.ep_square) {  // the square as many programs write it: whether a legal capture uses it or not
      EXPECT_EQ(parse_fen(with_ep_square(board), {.chess960 = true, .any_material = true}).position, record.position);
    }
    const std::vector<Move> ours = moves_by_text(record.position, record.mover);
    const std::vector<rulebook::Move> theirs = moves_by_text(board);
    ASSERT_EQ(ours.size(), theirs.size());
    for (std::size_t i = 0; i < ours.size(); ++i) {
      EXPECT_EQ(to_uci(ours[i], record.mover, UciCastling::chess960), rulebook::text(theirs[i]));
      EXPECT_EQ(to_fen(play(record, ours[i])), rulebook::write_fen(rulebook::play(board, theirs[i])));
    }
  });
}

TEST_P(RandomBoards, HaveTheAttackersOfTheRuleBook) {
  for_boards(kBoardsPerShard / 20, [](const rulebook::Board& board) {
    SCOPED_TRACE(rulebook::write_fen(board));
    const Position position = position_of(board);
    const Colour mover = mover_of(board);
    for (const rulebook::Square s : rulebook::kSquares) {
      const Square square = lowest(set_of({s}, mover));
      EXPECT_EQ(attackers(position, square), set_of(rulebook::attackers(board, s, !board.white_to_move), mover));
    }
  });
}

INSTANTIATE_TEST_SUITE_P(Shard, RandomBoards, ::testing::Range(0, kShards));

TEST(Position, HoldsTheBoardOfEachChess960Start) {
  for (int number = 0; number < 960; ++number) expect_same_moves(start_board(number, number));
}

TEST(Position, IsTheSameForEitherColour) {
  const Position white =
      position_of(rulebook::read_fen("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -"));
  const Position black =
      position_of(rulebook::read_fen("r3k2r/pppbbppp/2n2q1P/1P2p3/3pn3/BN2PNP1/P1PPQPB1/R3K2R b KQkq -"));
  EXPECT_EQ(white, black);
}

TEST(Position, FlippedTwiceIsItself) {
  const Position start = position_of(start_board(518, 518));
  EXPECT_EQ(start.flipped(), start);  // but for the colours, which it does not hold
  const Position kiwipete =
      position_of(rulebook::read_fen("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -"));
  EXPECT_NE(kiwipete.flipped(), kiwipete);
  EXPECT_EQ(kiwipete.flipped().flipped(), kiwipete);
}

TEST(Position, KeepsAnEnPassantSquareOnlyForALegalCapture) {
  const auto square = [](const char* fen) { return parse_fen(fen).position.en_passant(); };
  EXPECT_EQ(square("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1"), 0U);  // no pawn beside it
  EXPECT_EQ(square("8/8/8/r2Pp2K/8/8/8/4k3 w - e6 0 1"), 0U);                            // would expose the king
  EXPECT_EQ(square("4k3/8/8/3Pp3/8/8/8/4K3 w - e6 0 1"), bit(make_square(4, 5)));
  EXPECT_EQ(square("4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1"), bit(make_square(4, 5)));  // seen by the mover
}

TEST(Legal, MovesOfTheFullestKnownPosition) {  // 218 moves: nobody knows a position of a game with more
  EXPECT_EQ(legal_moves(parse_fen("R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1").position).size(), 218U);
}

}  // namespace
}  // namespace plyforge::testing
