#pragma once

#include <cstdint>
#include <string_view>

#include "board/position.h"

namespace plyforge {

/// Whether a mate can still come about by legal moves of both sides: if not, the position is dead (FIDE 5.2.2).
enum class Life : std::uint8_t { alive, dead, undecided };

/// Why a position is dead.
enum class DeadReason : std::uint8_t {
  none,
  material,  ///< too few men: bare kings, one knight or bishop besides, or bishops all on squares of one colour
  blocked,   ///< wherever the men can get among pawns that block each other, no mate can be put together
  forced,    ///< all lines have been tried, and end in stalemate, in one of the above, or in a circle
};

/// "insufficient material", "blocked position" or "forced"; "not decided" for none.
std::string_view dead_reason_name(DeadReason reason);

struct LifeVerdict {
  Life life = Life::undecided;
  DeadReason reason = DeadReason::none;  ///< of a dead position
};

/// What judge_life() spends by default: some tens of milliseconds, where a position is not decided sooner.
constexpr int kLifeBudget = 50'000;

/// Decides whether a position is alive or dead. Both are certain; some positions stay undecided, since there are dead
/// ones that only a very long search tells.
///
/// Of each side it is asked whether it can ever mate: by where its men can get to (is_unwinnable()), and by a search
/// for a helpmate (search_helpmate()), which either finds one or tries all lines. A mate by either side makes the
/// position alive. `budget` is the number of moves that the search may play in all.
LifeVerdict judge_life(const Position& position, int budget = kLifeBudget);

/// Whether both sides have moves to choose from, now or after a move, and one of them a queen or rook with room, a pawn
/// that nothing stops, or men on a board without pawns. No such position is known to be dead: it is taken to be alive
/// where judge_life() would take too long.
bool is_lively(const Position& position);

}  // namespace plyforge
