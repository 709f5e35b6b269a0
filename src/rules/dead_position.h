#pragma once

#include <cstdint>
#include <string_view>

#include "board/position.h"

namespace plyforge {

/// Why no series of legal moves can mate (FIDE 5.2.2, "dead position"), as far as that is decided.
enum class DeadReason : std::uint8_t {
  undecided,  ///< none of the tests below says that the position is dead; it may be
  material,   ///< too few men: bare kings, one knight or bishop besides, or bishops all on squares of one colour
  blocked,    ///< pawns that block each other for good, kings, and bishops that can do nothing about it
  forced,     ///< all lines, of a few plies, end in stalemate or in one of the above
};

/// "insufficient material", "blocked position", "forced" or "not decided".
std::string_view dead_reason_name(DeadReason reason);

/// Decides whether a position with a legal move is dead. What it says is certain; `undecided` says nothing.
///
/// `blocked` holds for kings, pawns and bishops where (1) before every pawn stands a pawn and no pawn attacks one, (2)
/// the squares that each king and bishop could ever get to, walking among the pawns with all other men out of the
/// way, have no man on or next to them that could be taken so that a pawn comes free, and (3) on none of these squares
/// could a king be checked by a bishop while each square around it is barred by pawns, or within reach of enemy men, or
/// of own bishops. Without bishops that is exact: nobody can ever give check.
DeadReason dead_reason(const Position& position);

}  // namespace plyforge
