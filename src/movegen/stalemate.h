#pragma once

#include "board/bitboard.h"
#include "board/board.h"
#include "board/host_device.h"
#include "movegen/board_moves.h"
#include "movegen/checks.h"
#include "movegen/movegen.h"

namespace plyforge {

/// Where a move must start or end to take away the opponent's last reply. A move without check does not stalemate if
/// its man is not in `leave` and does not go to one of the squares of its kind. En passant, which changes three
/// squares, is not covered.
struct StalemateSquares {
  Bitboard leave = 0;
  Bitboard pawn = 0;
  Bitboard knight = 0;
  Bitboard king = 0;
  Bitboard diagonal = 0;
  Bitboard orthogonal = 0;
  Bitboard queen = 0;   ///< not the union of the two before: it may take one step along a file and one along a diagonal
  bool others = false;  ///< whether promotions and castling may do it

  /// Whether moves other than those from `leave` remain. If not, there is no need to look at more of the king's steps:
  /// every other move is known to leave one.
  PLYFORGE_HD constexpr bool any() const { return (pawn | knight | king | diagonal | orthogonal | queen) != 0; }
};

/// The opponent's men that no single move pins and that can move if the mover passes; `pawns`: those that can
/// push.
struct FreeMen {
  Bitboard pawns;
  Bitboard pieces;
};

/// A man can only be pinned on a line of its king, and only by a bishop, rook or queen. A knight, bishop, rook or queen
/// that is on none of these lines, and has a step to a square that none of its own men holds, keeps that step after
/// every move that does not capture it: no such move adds men of its own side. A pawn keeps its push unless it is
/// captured or the square before it is filled.
template <class Sliders>
PLYFORGE_HD constexpr FreeMen find_free_men(const Board& board, const Sliders& sliders) {
  if (board.opp.all == board.opp.king) return {};
  const Square king = lowest(board.opp.king);
  const bool pins = (board.own.diagonal | board.own.orthogonal) != 0 || (board.own.pawns & kRank7) != 0;
  const Bitboard off_lines = pins ? ~(sliders.rook_lines(king) | sliders.bishop_lines(king)) : ~Bitboard{0};
  FreeMen men{board.opp.pawns & off_lines & ~north(board.occupied), 0};
  if ((men.pawns & (men.pawns - 1)) != 0) return men;  // enough for whoever asks
  const Bitboard open = ~board.opp.all;
  men.pieces = board.opp.knights & knight_fill(open);
  men.pieces |= board.opp.orthogonal & (north(open) | south(open) | east(open) | west(open));
  men.pieces |= board.opp.diagonal & (north_east(open) | north_west(open) | south_east(open) | south_west(open));
  men.pieces &= off_lines;
  return men;
}

/// Narrows the squares to those of moves that also take away the opposing king's step to `s`, which is safe before the
/// move. A man takes it away by going to `s`, by attacking `s` from its new square, or by opening a line to `s` as it
/// leaves.
template <class Sliders>
PLYFORGE_HD constexpr void keep_king_step(StalemateSquares& squares, const Board& board, Square s,
                                          const Sliders& sliders) {
  const Bitboard b = bit(s);
  const Bitboard occupied = board.occupied ^ board.opp.king;
  squares.pawn &= b | south_east(b) | south_west(b);
  squares.knight &= b | sliders.knight(s);
  squares.king &= b | sliders.king(s);
  if ((board.own.diagonal | board.own.orthogonal) == 0) return;
  const Bitboard diagonal = sliders.bishop(s, occupied);
  const Bitboard orthogonal = sliders.rook(s, occupied);
  squares.diagonal &= b | diagonal;
  squares.orthogonal &= b | orthogonal;
  squares.queen &= b | diagonal | orthogonal;
  squares.leave |= diagonal_blockers(board.own, s, diagonal, occupied, sliders) |
                   orthogonal_blockers(board.own, s, orthogonal, occupied, sliders);
}

/// Where men of each kind may go, checks and pins aside; pawns anywhere.
template <class Sliders>
PLYFORGE_HD constexpr StalemateSquares find_reach(const Board& board, const Sliders& sliders) {
  StalemateSquares reach;
  reach.pawn = board.own.pawns != 0 ? ~Bitboard{0} : 0;
  reach.knight = board.own.knights != 0 ? knight_fill(board.own.knights) : 0;
  reach.king = sliders.king(lowest(board.own.king));
  for (Bitboard rest = board.own.diagonal; rest != 0;) {
    const Square s = pop_lowest(rest);
    const bool queen = (board.own.orthogonal & bit(s)) != 0;
    (queen ? reach.queen : reach.diagonal) |= sliders.bishop(s, board.occupied);
  }
  for (Bitboard rest = board.own.orthogonal; rest != 0;) {
    const Square s = pop_lowest(rest);
    const bool queen = (board.own.diagonal & bit(s)) != 0;
    (queen ? reach.queen : reach.orthogonal) |= sliders.rook(s, board.occupied);
  }
  return reach;
}

/// Finds the squares by looking for replies that few moves take away.
///
/// Two free men are enough: no move disturbs both, since it fills one square, which is that of one man or the one
/// before one pawn (never both, as a pawn that can push has no man before it). Castling fills two squares, but not
/// those before two pawns: one of the pawns would attack where the king goes. Otherwise the moves are narrowed to those
/// that disturb the one free man, if any, and the king's steps, until none is left or all its steps have been looked
/// at.
template <class Sliders>
PLYFORGE_HD constexpr StalemateSquares find_stalemate_squares(const Board& board, const Sliders& sliders) {
  const FreeMen free = find_free_men(board, sliders);
  const Bitboard men = free.pawns | free.pieces;
  if ((men & (men - 1)) != 0) return {};

  const Bitboard all = men != 0 ? men | south(free.pawns) : ~Bitboard{0};
  StalemateSquares squares = find_reach(board, sliders);
  squares.pawn &= all;
  squares.knight &= all;
  squares.king &= all;
  squares.diagonal &= all;
  squares.orthogonal &= all;
  squares.queen &= all;
  squares.others = board.own_castling != 0 || (board.own.pawns & kRank7) != 0;
  if (!squares.any()) return squares;
  Bitboard steps = flip_ranks(king_targets(flipped(board), sliders));
  while (steps != 0 && squares.any()) {
    // From both ends: few moves take away two steps that are far apart.
    keep_king_step(squares, board, pop_lowest(steps), sliders);
    if (steps == 0) break;
    const Square last = highest(steps);
    steps ^= bit(last);
    keep_king_step(squares, board, last, sliders);
  }
  return squares;
}

}  // namespace plyforge
