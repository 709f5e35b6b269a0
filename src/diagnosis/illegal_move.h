#pragma once

#include <optional>
#include <string>

#include "diagnosis/seen_move.h"
#include "notation/fen.h"

namespace plyforge {

/// A kind of fault, as programs and as people read it.
struct FaultKind {
  std::string name{};      ///< "castles_through_attack"
  std::string sentence{};  ///< "castles over d1, which the rook on d8 attacks"

  friend bool operator==(const FaultKind& a, const FaultKind& b) { return a.name == b.name; }
};

/// What is wrong with a move that is not legal. `passed`: the square that a pawn's double step has just passed, as
/// White sees the board, be an en passant capture there legal or not.
FaultKind fault_of_illegal(const FenRecord& record, std::optional<Square> ep_square, const SeenMove& move);

}  // namespace plyforge
