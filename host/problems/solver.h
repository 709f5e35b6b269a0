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
  no,       ///< proven: it cannot be done in the moves asked for
  unknown,  ///< a limit was reached first
};

/// A move of a solution, and what may follow it: every reply of a defender; of the side that wants the goal, the moves
/// that reach it soonest.
struct Variation {
  Move move;
  std::vector<Variation> replies;
};

/// What is asked.
struct SolveRequest {
  Stipulation stipulation;
  SearchLimits limits{};
  bool tree = false;
  std::size_t tree_moves = std::numeric_limits<std::size_t>::max();  ///< that the tree may have; then it is not whole
};

/// What is proven of a position.
struct Solution {
  Answer answer = Answer::unknown;
  int plies = 0;                ///< with `yes`: of the shortest solution
  int refuted_plies = 0;        ///< no solution is so long or shorter; 0: nothing is known
  std::vector<Move> keys;       ///< the first moves of the shortest solutions
  bool all_keys = true;         ///< false: a limit was reached before every move had been tried
  std::vector<Move> line;       ///< a shortest solution with the longest defence; cut off where a limit was reached
  std::vector<Variation> tree;  ///< the keys and all that follows, if asked for
  bool whole_tree = true;       ///< false: a limit was reached
  std::uint64_t nodes = 0;      ///< positions looked at
  double seconds = 0;
};

/// Solves problems one after another, on the thread that calls.
class MateSolver {
 public:
  /// `table_bytes`: memory for proofs; it is taken as it is needed.
  explicit MateSolver(std::size_t table_bytes) : state_(table_bytes), search_(&mate_search()) {}

  /// Solves one position. What comes out does not depend on the positions before, and, but for limits of time, not on
  /// the machine.
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
  std::size_t tree_room_ = 0;  ///< moves that the tree may still get
};

}  // namespace plyforge
