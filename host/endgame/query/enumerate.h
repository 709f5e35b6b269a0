#pragma once

#include <array>
#include <functional>
#include <vector>

#include "base/worker_pool.h"
#include "endgame/query/predicate.h"
#include "endgame/query/table_stats.h"

namespace plyforge {

/// Counts of positions with one side to move.
struct SideCensus {
  PositionCount positions;   ///< without an en passant square
  PositionCount en_passant;  ///< with one that a legal capture uses; all counts below include these
  PositionCount in_check;
  PositionCount checkmates;
  PositionCount stalemates;
  PositionCount captures;               ///< positions that have one
  PositionCount moves;                  ///< legal moves in total
  std::vector<PositionCount> by_moves;  ///< positions by their number of legal moves
};

using Census = std::array<SideCensus, 2>;  ///< White, Black to move; for symmetric material White alone

/// Counts the positions of an endgame for which all predicates hold. A position is legal when the side not to move is
/// not in check, whether or not a game can reach it. `found`, if not empty, is called for each distinct position, in an
/// order that does not depend on the threads. Throws Interrupted, PredicateError, TableError.
Census enumerate_endgame(const Material& material, const std::vector<Predicate>& where, const WorkerPool& pool,
                         const std::function<void(const Specimen&)>& found);

}  // namespace plyforge
