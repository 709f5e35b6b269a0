#pragma once

#include <optional>

#include "board/position.h"
#include "endgame/value.h"
#include "movegen/legal.h"

namespace plyforge {

/// The value of a position, its en passant square included, from values of positions without one, which
/// `lookup(position)` returns as std::optional<EndgameValue>. Nothing where a lookup returns nothing.
template <class Lookup>
std::optional<EndgameValue> value_with_en_passant(const Position& position, Lookup&& lookup) {
  if (position.en_passant() == 0) return lookup(position);
  Position without = position;
  without.opponent &= ~position.en_passant();
  // Where en passant is the only legal move, the board without it looks like a mate or a stalemate.
  std::optional<EndgameValue> best;
  if (!has_no_move(without)) {
    best = lookup(without);
    if (!best) return best;
  }
  for (const Move move : legal_moves(position)) {
    if (move.kind != MoveKind::en_passant) continue;
    const std::optional<EndgameValue> reply = lookup(after(position, move));
    if (!reply) return reply;
    const EndgameValue value = before_move(*reply, true);
    best = best ? better(*best, value) : value;
  }
  return best;
}

}  // namespace plyforge
