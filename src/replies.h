#pragma once

#include "bitboard.h"
#include "board.h"
#include "host_device.h"
#include "movegen.h"

namespace plyforge {

/// Whether the king can step anywhere: king_targets() that stops at the first square.
template <class Sliders>
PLYFORGE_HD constexpr bool king_can_step(const Board& board, const Sliders& sliders) {
  const Bitboard occupied = board.occupied ^ board.own.king;
  const Bitboard pawn_attacks = south_east(board.opp.pawns) | south_west(board.opp.pawns);
  for (Bitboard rest = sliders.king(lowest(board.own.king)) & ~board.own.all & ~pawn_attacks; rest != 0;) {
    if (attackers_among(board.opp, pop_lowest(rest), occupied, sliders) == 0) return true;
  }
  return false;
}

/// Whether the mover has a legal move. Looks at the king first, which mostly has one.
template <class Sliders>
PLYFORGE_HD_CALL constexpr bool has_reply(const Board& board, const Sliders& sliders) {
  return king_can_step(board, sliders) || count_moves(board, sliders) != 0;
}

}  // namespace plyforge
