#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "board/move.h"
#include "board/position.h"
#include "rules/reach.h"

namespace plyforge {

enum class Possibility : std::uint8_t { possible, impossible, undecided };

/// What became of the search for a mate with the help of both sides.
struct HelpmateSearch {
  Possibility mate = Possibility::undecided;
  std::vector<Move> line{};  ///< moves that mate, where it is possible: not the fewest
};

/// Looks for a series of legal moves in which `attacker` mates.
///
/// The most promising position comes first, and each only once; where none is left and none was a mate, there is no
/// such series. `budget` counts down the positions whose moves are played, and setups (see is_unwinnable()) by several.
/// With `prune`, positions after captures and pawn moves are left out where is_unwinnable() shows that nothing comes.
HelpmateSearch search_helpmate(const Position& position, Side attacker, bool prune, int& budget);

}  // namespace plyforge
