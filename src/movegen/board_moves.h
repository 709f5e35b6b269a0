#pragma once

#include "board/bitboard.h"
#include "board/board.h"
#include "board/host_device.h"
#include "board/move.h"
#include "movegen/movegen.h"

namespace plyforge {

// Moves made on an unpacked board, where that is less work than making them on a Position and unpacking it again. The
// board is as the side that replies sees it: the opponent's men move, and squares are the replier's.

PLYFORGE_HD constexpr Men flipped(const Men& men) {
  return {flip_ranks(men.pawns),      flip_ranks(men.knights), flip_ranks(men.diagonal),
          flip_ranks(men.orthogonal), flip_ranks(men.king),    flip_ranks(men.all)};
}

/// The board as the other side sees it; any en passant square is dropped, as it is after any move.
PLYFORGE_HD constexpr Board flipped(const Board& board) {
  return {flipped(board.opp),
          flipped(board.own),
          flip_ranks(board.occupied),
          flip_ranks(board.opp_castling),
          flip_ranks(board.own_castling),
          0};
}

/// A pawn's step, as the mover's visitor has it, back from its target: flipping the board makes south east of north
/// east.
PLYFORGE_HD constexpr int step_back(int step) { return step == 7 || step == 9 ? 16 - step : step; }

/// Moves an opponent's man, except for its kind, and removes what stood on `to`.
PLYFORGE_HD constexpr void move_man(Board& board, Bitboard from, Bitboard to) {
  board.own.pawns &= ~to;
  board.own.knights &= ~to;
  board.own.diagonal &= ~to;
  board.own.orthogonal &= ~to;
  board.own.all &= ~to;
  board.own_castling &= ~to;
  board.opp.all ^= from | to;
  board.occupied = (board.occupied ^ from) | to;
}

PLYFORGE_HD constexpr Board after_king(Board board, Bitboard from, Bitboard to) {
  move_man(board, from, to);
  board.opp.king = to;
  board.opp_castling = 0;
  return board;
}
PLYFORGE_HD constexpr Board after_knight(Board board, Bitboard from, Bitboard to) {
  move_man(board, from, to);
  board.opp.knights ^= from | to;
  return board;
}
/// A bishop, or a queen moving like one.
PLYFORGE_HD constexpr Board after_diagonal(Board board, Bitboard from, Bitboard to, bool queen) {
  move_man(board, from, to);
  board.opp.diagonal ^= from | to;
  if (queen) board.opp.orthogonal ^= from | to;
  return board;
}
/// A rook, or a queen moving like one.
PLYFORGE_HD constexpr Board after_orthogonal(Board board, Bitboard from, Bitboard to, bool queen) {
  move_man(board, from, to);
  board.opp.orthogonal ^= from | to;
  board.opp_castling &= ~from;
  if (queen) board.opp.diagonal ^= from | to;
  return board;
}
/// Any pawn move except en passant and promotion.
PLYFORGE_HD constexpr Board after_pawn(Board board, Bitboard from, Bitboard to, MoveKind kind) {
  move_man(board, from, to);
  board.opp.pawns ^= from | to;
  // Whether the capture is legal is tested when it is made.
  if (kind == MoveKind::double_push && ((east(to) | west(to)) & board.own.pawns) != 0) board.en_passant = north(to);
  return board;
}
/// A man of any kind, where the caller does not know which.
PLYFORGE_HD constexpr Board after_man(const Board& board, Bitboard from, Bitboard to) {
  if ((board.opp.pawns & from) != 0) return after_pawn(board, from, to, MoveKind::normal);
  if ((board.opp.knights & from) != 0) return after_knight(board, from, to);
  if ((board.opp.king & from) != 0) return after_king(board, from, to);
  if ((board.opp.diagonal & from) != 0) {
    return after_diagonal(board, from, to, (board.opp.orthogonal & from) != 0);
  }
  return after_orthogonal(board, from, to, false);
}
/// A promotion without the new piece; toggle_promoted() puts it there or removes it again.
PLYFORGE_HD constexpr Board before_promotion(Board board, Bitboard from, Bitboard to) {
  move_man(board, from, to);
  board.opp.pawns ^= from;
  return board;
}
PLYFORGE_HD constexpr void toggle_promoted(Board& board, Bitboard to, MoveKind kind) {
  if (kind == MoveKind::promotion_knight) board.opp.knights ^= to;
  if (kind == MoveKind::promotion_bishop || kind == MoveKind::promotion_queen) board.opp.diagonal ^= to;
  if (kind == MoveKind::promotion_rook || kind == MoveKind::promotion_queen) board.opp.orthogonal ^= to;
}
PLYFORGE_HD constexpr Board after_promotion(const Board& board, Bitboard from, Bitboard to, MoveKind kind) {
  Board after = before_promotion(board, from, to);
  toggle_promoted(after, to, kind);
  return after;
}
PLYFORGE_HD constexpr Board after_en_passant(Board board, Bitboard from, Bitboard to) {
  const Bitboard captured = north(to);
  move_man(board, from, to);
  board.opp.pawns ^= from | to;
  board.own.pawns ^= captured;
  board.own.all ^= captured;
  board.occupied ^= captured;
  return board;
}
/// Castling of the king on `king` with the rook on `rook`.
PLYFORGE_HD constexpr Board after_castle(Board board, Square king, Square rook) {
  const Square mover_king = flip(king);
  const Square mover_rook = flip(rook);
  const Bitboard king_to = bit(flip(castled_king(mover_king, mover_rook)));
  const Bitboard rook_to = bit(flip(castled_rook(mover_king, mover_rook)));
  board.opp.king = king_to;
  board.opp.orthogonal = (board.opp.orthogonal & ~bit(rook)) | rook_to;
  board.opp.all = (board.opp.all & ~bit(king) & ~bit(rook)) | king_to | rook_to;
  board.occupied = board.own.all | board.opp.all;
  board.opp_castling = 0;
  return board;
}

/// Visits a position's moves, makes each and hands the board to `sink(const Board&)`.
template <class Sink>
class BoardMaker {
 public:
  /// `board`: seen by the side that is to reply, no en passant.
  PLYFORGE_HD constexpr BoardMaker(const Board& board, Sink& sink) : board_(board), sink_(sink) {}

  PLYFORGE_HD constexpr void king(Square from, Bitboard targets) {
    each(targets, [&](Bitboard to) { return after_king(board_, bit(flip(from)), to); });
  }
  PLYFORGE_HD constexpr void knight(Square from, Bitboard targets) {
    each(targets, [&](Bitboard to) { return after_knight(board_, bit(flip(from)), to); });
  }
  PLYFORGE_HD constexpr void diagonal(Square from, Bitboard targets) {
    const Bitboard f = bit(flip(from));
    const bool queen = (board_.opp.orthogonal & f) != 0;
    each(targets, [&](Bitboard to) { return after_diagonal(board_, f, to, queen); });
  }
  PLYFORGE_HD constexpr void orthogonal(Square from, Bitboard targets) {
    const Bitboard f = bit(flip(from));
    const bool queen = (board_.opp.diagonal & f) != 0;
    each(targets, [&](Bitboard to) { return after_orthogonal(board_, f, to, queen); });
  }
  PLYFORGE_HD constexpr void pawns(Bitboard targets, int step, MoveKind kind) {
    const int back = step_back(step);
    each(targets, [&](Bitboard to) { return after_pawn(board_, to << back, to, kind); });
  }
  PLYFORGE_HD constexpr void promotions(Bitboard targets, int step) {
    const int back = step_back(step);
    for (Bitboard rest = flip_ranks(targets); rest != 0;) {
      const Bitboard to = bit(pop_lowest(rest));
      for (const MoveKind kind : {MoveKind::promotion_queen, MoveKind::promotion_rook, MoveKind::promotion_bishop,
                                  MoveKind::promotion_knight}) {
        sink_(after_promotion(board_, to << back, to, kind));
      }
    }
  }
  PLYFORGE_HD constexpr void en_passant(Square from, Square to) {
    sink_(after_en_passant(board_, bit(flip(from)), bit(flip(to))));
  }
  PLYFORGE_HD constexpr void castle(Square king, Square rook) { sink_(after_castle(board_, flip(king), flip(rook))); }

 private:
  template <class After>
  PLYFORGE_HD constexpr void each(Bitboard targets, After after) {
    for (Bitboard rest = flip_ranks(targets); rest != 0;) sink_(after(bit(pop_lowest(rest))));
  }

  const Board& board_;
  Sink& sink_;
};

/// Hands the board after each legal move to `sink(const Board&)`, seen by the side that is to reply.
template <class Sliders, class Sink>
PLYFORGE_HD constexpr void for_each_board_after(const Board& board, const Sliders& sliders, Sink&& sink) {
  const Board other = flipped(board);
  BoardMaker<Sink> maker(other, sink);
  visit_moves(board, sliders, maker);
}

}  // namespace plyforge
