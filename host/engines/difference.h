#pragma once

#include <optional>
#include <string>
#include <vector>

#include "count/counting.h"
#include "engines/engine.h"
#include "notation/fen.h"

namespace plyforge {

/// A move that both list, with different counts.
struct CountDifference {
  Move move;
  Wide ours = 0;
  Wide theirs = 0;
};

/// Where an engine's divide differs from ours.
struct Difference {
  std::vector<Move> missing{};            ///< legal but not listed
  std::vector<std::string> illegal{};     ///< listed but not legal, as the engine wrote it
  std::vector<Move> repeated{};           ///< listed more than once
  std::vector<CountDifference> counts{};  ///< in the engine's order
  std::optional<Wide> stated{};           ///< the engine's total, if it is not the sum of its moves
  Wide sum = 0;                           ///< of the engine's moves; of the legal ones if it lists none
  bool lists_moves = true;                ///< false: the engine states only a total

  /// Whether the moves themselves differ.
  bool of_moves() const { return !missing.empty() || !illegal.empty() || !repeated.empty(); }
  bool none() const { return !of_moves() && counts.empty() && !stated; }
};

/// Compares two divides of the same position and depth. An engine may omit moves with no moves below them.
Difference compare(const FenRecord& record, int depth, const std::vector<DivideLine>& ours, const EngineDivide& theirs);

}  // namespace plyforge
