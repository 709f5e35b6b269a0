#pragma once

#include <string>
#include <vector>

#include "board.h"

namespace rulebook {

/// A problem as its definition has it, to be solved by trying everything.
struct Problem {
  enum class Play { direct, self, help };

  Play play = Play::direct;
  bool stalemate = false;  ///< the goal; else mate
  int plies = 1;           ///< of the longest solution asked for
};

/// The fewest plies in which the problem is solved, and the moves that begin a solution of so many, in alphabetical
/// order. No keys where it cannot be solved.
struct ProblemSolution {
  int plies = 0;
  std::vector<std::string> keys;
};

ProblemSolution solve(const Board& board, const Problem& problem);

}  // namespace rulebook
