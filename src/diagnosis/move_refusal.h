#pragma once

#include <optional>
#include <string>
#include <vector>

#include "board/move.h"
#include "notation/fen.h"
#include "notation/move_pattern.h"

namespace plyforge {

/// Why a written move cannot be played, and what may have been meant.
struct MoveRefusal {
  std::string reason;         ///< "there is no bishop on e4"
  std::vector<Move> closest;  ///< legal moves, the closest first; at most five
};

/// What is wrong with a pattern that no legal move fits, or more than one. `ep_square`: as in
/// fault_of_illegal().
MoveRefusal refusal_of(const FenRecord& record, std::optional<Square> ep_square, const MovePattern& pattern);

/// The legal moves that come closest to a pattern, the closest first; at most five.
std::vector<Move> closest_moves(const FenRecord& record, const MovePattern& pattern);

}  // namespace plyforge
