#pragma once

#include "board/bitboard.h"
#include "board/board.h"
#include "board/host_device.h"
#include "board/move.h"
#include "board/position.h"
#include "movegen/movegen.h"

namespace plyforge {

namespace detail {

/// Makes own castling rooks into rooks without the right, once their king has moved.
PLYFORGE_HD constexpr void forfeit_castling(Position& p, Bitboard own) {
  const Bitboard rooks = p.castling_rooks() & own;
  p.code0 &= ~rooks;
  p.code1 &= ~rooks;
}

/// Flips the position after the board has been changed; `own`: the squares of the side that moved.
PLYFORGE_HD constexpr Position hand_over(Position p, Bitboard own) {
  p.opponent = p.occupied() & ~own;
  return p.flipped();
}

/// Marks the square a pawn has just passed over, if an en passant capture there is legal. `p` is already flipped, and
/// `ep_square` is as the new mover sees it.
template <class Sliders>
PLYFORGE_HD constexpr void mark_en_passant(Position& p, Square ep_square, const Sliders& sliders) {
  const Bitboard square = bit(ep_square);
  const Bitboard capturers = (south_east(square) | south_west(square)) & p.pawns() & p.own();
  if (capturers == 0) return;
  Board board = unpack(p);
  board.en_passant = square;
  for (Bitboard rest = capturers; rest != 0;) {
    if (may_capture_en_passant(board, pop_lowest(rest), sliders)) {
      p.opponent |= square;
      return;
    }
  }
}

}  // namespace detail

/// The position after a legal move, as the other side sees it.
template <class Sliders>
PLYFORGE_HD constexpr Position make(const Position& before, Move move, const Sliders& sliders) {
  Position p = before;
  const Bitboard from = bit(move.from);
  const Bitboard to = bit(move.to);
  Bitboard own = p.own();

  if (move.kind == MoveKind::castle) {
    const Square king = move.from;
    const Square rook = move.to;
    const Bitboard king_to = bit(castled_king(king, rook));
    const Bitboard rook_to = bit(castled_rook(king, rook));
    p.clear_codes(from | to);
    p.put_code(Piece::king, king_to);
    p.put_code(Piece::rook, rook_to);
    own = (own & ~from & ~to) | king_to | rook_to;
    detail::forfeit_castling(p, own);
    return detail::hand_over(p, own);
  }

  Piece piece = move.is_promotion() ? move.promotion() : p.piece_at(move.from);
  if (piece == Piece::castling_rook) piece = Piece::rook;
  p.clear_codes(from | to);
  if (move.kind == MoveKind::en_passant) p.clear_codes(south(to));
  p.put_code(piece, to);
  own = (own ^ from) | to;
  if (piece == Piece::king) detail::forfeit_castling(p, own);
  Position after = detail::hand_over(p, own);
  if (move.kind == MoveKind::double_push) detail::mark_en_passant(after, flip(move.to - 8), sliders);
  return after;
}

}  // namespace plyforge
