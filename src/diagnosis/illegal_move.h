#pragma once

#include <optional>

#include "diagnosis/fault_kind.h"
#include "diagnosis/seen_move.h"
#include "notation/fen.h"

namespace plyforge {

/// What is wrong with a move that is not legal. `passed`: the square that a pawn's double step has just passed, as
/// White sees the board, be an en passant capture there legal or not.
Fault fault_of_illegal(const FenRecord& record, std::optional<Square> ep_square, const SeenMove& move);

}  // namespace plyforge
