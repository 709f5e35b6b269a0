#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/worker_pool.h"
#include "board/position.h"
#include "endgame/solve/conversions.h"
#include "endgame/tables/endgame_table.h"

namespace plyforge {

/// A position whose value does not follow from its legal moves.
struct TableFault {
  Position position;
  bool black_to_move = false;            ///< in the table, with its colours
  std::optional<EndgameValue> stored;    ///< nothing: stored as illegal
  std::optional<EndgameValue> expected;  ///< nothing: illegal by the rules
};

struct TableCheck {
  std::uint64_t positions = 0;  ///< legal positions checked
  std::uint64_t faults = 0;
  std::vector<TableFault> first_faults;  ///< a few of them
};

/// Checks every value of a table against those of the positions that the legal moves lead to. Moves, legality and mate
/// come from the general move generator, and positions are looked up one by one: nothing of the solver is used.
/// `find` returns the tables of the successors. Throws Interrupted.
TableCheck check_table(const EndgameTable& table, const FindTable& find, const WorkerPool& pool);

}  // namespace plyforge
