#pragma once

#include <string>
#include <vector>

#include "notation/fen.h"
#include "problems/solver.h"

namespace plyforge {

/// Alternatives from one position in SAN, in alphabetical order.
std::vector<std::string> san_moves(const FenRecord& record, const std::vector<Move>& moves);

/// A place in a solution where more than one move reaches the goal as soon as possible.
struct Dual {
  std::vector<Move> line;   ///< the moves that lead there
  std::vector<Move> moves;  ///< the moves that do it
};

/// The duals of a tree, in its order: choices of the side that wants the goal, after the key. With help every choice
/// is another solution, so there are none.
std::vector<Dual> find_duals(const std::vector<Variation>& tree, Play play);

}  // namespace plyforge
