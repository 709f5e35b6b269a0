#pragma once

#include "board/bitboard.h"
#include "board/board.h"
#include "board/host_device.h"
#include "movegen/attacks.h"
#include "movegen/movegen.h"

namespace plyforge {

/// How the mover may give check: found once per position, so that checking moves are known without being made.
///
/// A slider that moves along a line on which it already sees the king would have been giving check, so the squares
/// below hold for every move but castling, en passant and promotion: the last two also take men off lines.
struct CheckSquares {
  Square king;                 ///< the opponent's
  Bitboard pawn;               ///< squares from which a pawn attacks the king
  Bitboard knight;             ///< likewise for the other men
  Bitboard diagonal;           ///< a bishop, or a queen as one
  Bitboard orthogonal;         ///< a rook, or a queen as one
  Bitboard diagonal_blockers;  ///< own men that are alone between the king and an own bishop or queen on a diagonal
  Bitboard orthogonal_blockers;

  PLYFORGE_HD constexpr Bitboard blockers() const { return diagonal_blockers | orthogonal_blockers; }
};

/// The men of `side` that are alone between a square, which none of them attacks, and a slider of theirs.
/// `diagonal` and `orthogonal`: what sliders on that square would attack.
template <class Sliders>
PLYFORGE_HD constexpr Bitboard diagonal_blockers(const Men& side, Square s, Bitboard diagonal, Bitboard occupied,
                                                 const Sliders& sliders) {
  const Bitboard near = diagonal & side.all;
  if (near == 0 || (sliders.bishop_lines(s) & side.diagonal) == 0) return 0;
  Bitboard blockers = 0;
  for (Bitboard behind = sliders.bishop(s, occupied & ~near) & ~near & side.diagonal; behind != 0;) {
    blockers |= sliders.between(s, pop_lowest(behind)) & near;
  }
  return blockers;
}

template <class Sliders>
PLYFORGE_HD constexpr Bitboard orthogonal_blockers(const Men& side, Square s, Bitboard orthogonal, Bitboard occupied,
                                                   const Sliders& sliders) {
  const Bitboard near = orthogonal & side.all;
  if (near == 0 || (sliders.rook_lines(s) & side.orthogonal) == 0) return 0;
  Bitboard blockers = 0;
  for (Bitboard behind = sliders.rook(s, occupied & ~near) & ~near & side.orthogonal; behind != 0;) {
    blockers |= sliders.between(s, pop_lowest(behind)) & near;
  }
  return blockers;
}

template <class Sliders>
PLYFORGE_HD constexpr CheckSquares find_check_squares(const Board& board, const Sliders& sliders) {
  CheckSquares c{};
  c.king = lowest(board.opp.king);
  c.pawn = south_east(board.opp.king) | south_west(board.opp.king);
  c.knight = sliders.knight(c.king);
  c.diagonal = sliders.bishop(c.king, board.occupied);
  c.orthogonal = sliders.rook(c.king, board.occupied);
  c.diagonal_blockers = diagonal_blockers(board.own, c.king, c.diagonal, board.occupied, sliders);
  c.orthogonal_blockers = orthogonal_blockers(board.own, c.king, c.orthogonal, board.occupied, sliders);
  return c;
}

/// The targets that take a man on `from` off its line, where it is alone between king and slider.
template <class Sliders>
PLYFORGE_HD constexpr Bitboard leaving_line(const CheckSquares& squares, Square from, Bitboard targets,
                                            const Sliders& sliders) {
  if ((squares.orthogonal_blockers & bit(from)) != 0) {
    return targets & ~(sliders.rook_lines(squares.king) & sliders.rook_lines(from));
  }
  if ((squares.diagonal_blockers & bit(from)) != 0) {
    return targets & ~(sliders.bishop_lines(squares.king) & sliders.bishop_lines(from));
  }
  return 0;
}

/// Whether the promoted piece attacks the king: the promotion square or nothing, for each way of attacking.
struct PromotionChecks {
  Bitboard diagonal;
  Bitboard orthogonal;
  Bitboard knight;
};

/// The pawn may have stood between the king and the promotion square.
template <class Sliders>
PLYFORGE_HD constexpr PromotionChecks find_promotion_checks(const Board& board, const CheckSquares& squares,
                                                            Square from, Square to, const Sliders& sliders) {
  const Bitboard occupied = board.occupied ^ bit(from);
  return {sliders.bishop(squares.king, occupied) & bit(to), sliders.rook(squares.king, occupied) & bit(to),
          squares.knight & bit(to)};
}

/// Whether castling may give check: with the rook on its new square. The only line that castling can open is the rank
/// itself, so the answer is also true where the opponent's king stands there.
PLYFORGE_HD constexpr bool castling_may_check(const CheckSquares& squares, Square king, Square rook) {
  return ((squares.orthogonal & bit(castled_rook(king, rook))) | (kRank1 & bit(squares.king))) != 0;
}

}  // namespace plyforge
