#pragma once

#include <optional>

#include "diagnosis/fault_kind.h"
#include "diagnosis/seen_move.h"
#include "notation/fen.h"

namespace plyforge {

/// What is wrong with an illegal move. `ep_square`: the square that a pawn's double push has just passed over, as White
/// sees the board, whether or not an en passant capture there is legal.
Fault fault_of_illegal(const FenRecord& record, std::optional<Square> ep_square, const SeenMove& move);

}  // namespace plyforge
