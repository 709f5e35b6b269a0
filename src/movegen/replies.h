#pragma once

#include "board/bitboard.h"
#include "board/board.h"
#include "board/host_device.h"
#include "movegen/movegen.h"

namespace plyforge {

/// Whether a man other than the king can capture or block the single checker, en passant aside.
template <class Sliders>
PLYFORGE_HD constexpr bool can_parry(const Board& board, const Restrictions& r, const Sliders& sliders) {
  const Bitboard free = ~(r.pinned_diagonal | r.pinned_orthogonal);  // a pinned man never helps against a check
  const Bitboard pawns = board.own.pawns & free;
  const Bitboard push = north(pawns) & ~board.occupied;
  const Bitboard double_push = north(push & kRank3) & ~board.occupied;
  const Bitboard takes = (north_east(pawns) | north_west(pawns)) & r.checkers;
  if (((push | double_push | takes) & r.check_mask) != 0) return true;
  for (Bitboard rest = r.check_mask; rest != 0;) {
    const Square s = pop_lowest(rest);
    const Bitboard men = (sliders.knight(s) & board.own.knights) |
                         (sliders.bishop(s, board.occupied) & board.own.diagonal) |
                         (sliders.rook(s, board.occupied) & board.own.orthogonal);
    if ((men & free) != 0) return true;
  }
  return false;
}

/// Whether the mover has a legal move. Tries the moves that are cheapest to find first.
template <class Sliders>
PLYFORGE_HD_CALL constexpr bool has_reply(const Board& board, const Sliders& sliders) {
  if (king_targets(board, sliders) != 0) return true;
  const Restrictions r = find_restrictions(board, sliders);
  if ((r.checkers & (r.checkers - 1)) != 0) return false;
  if (r.checkers != 0 && board.en_passant == 0) return can_parry(board, r, sliders);
  MoveCounter counter;
  visit_moves(board, r, sliders, counter);
  return counter.moves != 0;
}

}  // namespace plyforge
