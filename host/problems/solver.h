#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "board/move.h"
#include "board/position.h"
#include "problems/search.h"
#include "problems/stipulation.h"

namespace plyforge {

enum class Answer {
  yes,
  no,       ///< proven: there is no solution in that many moves
  unknown,  ///< a limit was reached first
};

/// A move of a solution, and its continuations: every reply of a defender, and for the side that pursues the goal the
/// fastest moves.
struct Variation {
  Move move;
  std::vector<Variation> replies;
};

/// A question.
struct SolveRequest {
  Stipulation stipulation;
  SearchLimits limits{};
  bool tree = false;
  std::size_t tree_moves = std::numeric_limits<std::size_t>::max();  ///< the largest tree; a larger one is cut
};

/// What is proven about a position.
struct Solution {
  Answer answer = Answer::unknown;
  int plies = 0;                ///< if `yes`: of the shortest solution
  int refuted_plies = 0;        ///< there is no solution of this length or shorter; 0: unknown
  std::vector<Move> keys;       ///< the first moves of the shortest solutions
  bool all_keys = true;         ///< false: a limit was reached before all moves were tried
  std::vector<Move> line;       ///< a shortest solution with the longest defence; cut if a limit was reached
  std::vector<Variation> tree;  ///< the keys and their continuations, if requested
  bool whole_tree = true;       ///< false: a limit was reached
  std::uint64_t nodes = 0;      ///< positions searched
  double seconds = 0;
};

/// Solves problems one by one, on the calling thread.
class MateSolver {
 public:
  /// `table_bytes`: the memory for proofs, allocated as needed.
  explicit MateSolver(std::size_t table_bytes) : state_(table_bytes), search_(&mate_search()) {}

  /// Solves one position. The result does not depend on earlier positions, nor, without time limits, on the machine.
  Solution solve(const Position& position, const SolveRequest& request);

 private:
  bool helped() const { return stipulation_.play == Play::help; }
  bool wants_goal(const Position& position, int plies);
  bool is_good(const Position& after, int plies);
  std::vector<Move> good_moves(const Position& position, int plies, Move first);
  int shortest(const Position& position, int plies);
  void extend_line(Solution& solution, Position position, int plies);
  Move longest_defence(const Position& position, int plies);
  std::vector<Variation> continuations(const Position& position, int plies);
  std::vector<Variation> defences(const Position& position, int plies);
  std::vector<Variation> replies(const Position& position, int plies);
  bool may_grow();

  SearchState state_;
  const MateSearch* search_;
  Stipulation stipulation_;
  std::size_t tree_room_ = 0;  ///< moves that still fit in the tree
};

}  // namespace plyforge
