#pragma once

#include "board/bitboard.h"
#include "board/board.h"
#include "board/host_device.h"
#include "leaf/leaf.h"
#include "movegen/replies.h"

namespace plyforge {

/// Whether no series of legal moves can mate, judged by material alone: there are no pawns, rooks or queens (`heavy`),
/// and at most one knight or bishop, or only bishops that all stand on squares of one colour. These are all cases of
/// insufficient material. A position may also be dead because its pawns are blocked; that is not looked for here.
PLYFORGE_HD constexpr bool is_dead(Bitboard heavy, Bitboard knights, Bitboard bishops) {
  if (heavy != 0) return false;
  if (knights != 0) return popcount(knights | bishops) == 1;
  return (bishops & kDarkSquares) == 0 || (bishops & ~kDarkSquares) == 0;
}

/// Pawns, rooks and queens of both sides.
PLYFORGE_HD constexpr Bitboard heavy_men(const Board& board) {
  return board.own.pawns | board.opp.pawns | board.own.orthogonal | board.opp.orthogonal;
}

PLYFORGE_HD constexpr bool is_dead(const Board& board) {
  // With heavy pieces on the board it does not matter that queens count as bishops.
  return is_dead(heavy_men(board), board.own.knights | board.opp.knights, board.own.diagonal | board.opp.diagonal);
}

/// The outcome of a position for its mover.
template <class Sliders>
PLYFORGE_HD_CALL constexpr OutcomeColumn outcome_of(const Board& board, const Sliders& sliders) {
  const bool check = attackers_among(board.opp, lowest(board.own.king), board.occupied, sliders) != 0;
  if (!has_reply(board, sliders)) return check ? OutcomeColumn::checkmate : OutcomeColumn::stalemate;
  if (is_dead(board)) return OutcomeColumn::dead;
  return check ? OutcomeColumn::check : OutcomeColumn::other;
}

/// Whether a promotion, with or without a capture, can leave a dead position: it removes at most two heavy pieces.
PLYFORGE_HD constexpr bool may_promote_to_dead(const Board& board) { return popcount(heavy_men(board)) <= 2; }

/// The captures after which the material is insufficient: the squares of the pieces to capture, or every square if it
/// is insufficient already.
PLYFORGE_HD constexpr Bitboard find_deadening_squares(const Board& board) {
  const Bitboard heavy = heavy_men(board);
  if ((heavy & (heavy - 1)) != 0) return 0;  // a move takes one man only
  const Bitboard knights = board.own.knights | board.opp.knights;
  const Bitboard bishops = (board.own.diagonal | board.opp.diagonal) & ~heavy;
  if (is_dead(heavy, knights, bishops)) return ~Bitboard{0};
  Bitboard squares = 0;
  for (Bitboard rest = board.opp.all & ~board.opp.king; rest != 0;) {
    const Bitboard taken = bit(pop_lowest(rest));
    if (is_dead(heavy & ~taken, knights & ~taken, bishops & ~taken)) squares |= taken;
  }
  return squares;
}

}  // namespace plyforge
