#pragma once

#include <cstddef>
#include <functional>

#include "crew.h"
#include "endgame_table.h"
#include "exits.h"

namespace plyforge {

/// How far the solving of one ending has come.
struct SolveProgress {
  Metric metric = Metric::dtm;
  int plies = 0;  ///< distance being worked on
};

/// Solves an ending by retrograde analysis, one distance after another, on sets of positions (slices.h). Its successors
/// come from `find`, before the first call of `progress`, which may be empty. Throws Interrupted.
EndgameTable solve_endgame(const Material& material, const FindTable& find, const Crew& crew,
                           const std::function<void(const SolveProgress&)>& progress);

/// What solving an ending takes at most, in bytes, tables of its successors not counted.
std::size_t solving_bytes(const Material& material);

}  // namespace plyforge
