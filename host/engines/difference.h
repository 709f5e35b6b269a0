#pragma once

#include <optional>
#include <string>
#include <vector>

#include "count/counting.h"
#include "engines/engine.h"
#include "notation/fen.h"

namespace plyforge {

/// A move that both know, counted differently.
struct CountDifference {
  Move move;
  Wide ours = 0;
  Wide theirs = 0;
};

/// Where an engine's divide differs from ours.
struct Difference {
  std::vector<Move> missing{};            ///< legal, and not listed
  std::vector<std::string> illegal{};     ///< listed, and not legal: as the engine wrote it
  std::vector<Move> repeated{};           ///< listed more than once
  std::vector<CountDifference> counts{};  ///< in the engine's order
  std::optional<Wide> stated{};           ///< the engine's total where that is not the sum of its moves
  Wide sum = 0;                           ///< of the engine's moves; of the legal ones where it lists none
  bool lists_moves = true;                ///< whether it does, and not only states a total

  /// Whether the moves themselves differ.
  bool of_moves() const { return !missing.empty() || !illegal.empty() || !repeated.empty(); }
  bool none() const { return !of_moves() && counts.empty() && !stated; }
};

/// Compares two divides of the same position and depth. A move without moves below it may be left out by an engine.
Difference compare(const FenRecord& record, int depth, const std::vector<DivideLine>& ours, const EngineDivide& theirs);

}  // namespace plyforge
