#include "problems/solver.h"

#include "base/clock.h"
#include "leaf/goal.h"
#include "movegen/attacks.h"
#include "movegen/legal.h"

namespace plyforge {

bool MateSolver::wants_goal(const Position& position, int plies) {
  return search_->reaches(state_, stipulation_, position, plies) && !state_.stopped;
}

/// Whether a move of the side that pursues the goal was right, with `plies` plies left.
bool MateSolver::is_good(const Position& after, int plies) {
  if (plies == 0) return is_goal(unpack(after), stipulation_.goal, LineSliders{});
  if (helped()) return wants_goal(after, plies);
  return search_->is_forced(state_, stipulation_, after, plies) && !state_.stopped;
}

/// The moves that reach the goal in `plies` plies; `first`, if legal, is tried first.
std::vector<Move> MateSolver::good_moves(const Position& position, int plies, Move first) {
  std::vector<Move> good;
  const MoveList moves = legal_moves(position);
  for (const bool is_first : {true, false}) {
    for (const Move move : moves) {
      if ((move == first) == is_first && is_good(after(position, move), plies - 1)) good.push_back(move);
    }
  }
  return good;
}

/// The plies in which the side to move reaches the goal, known to be at most `plies`; 0 if stopped, or without a move.
int MateSolver::shortest(const Position& position, int plies) {
  if (has_no_move(position)) return 0;
  for (int length = helped() ? plies : stipulation_.shortest(); length <= plies && !state_.stopped; length += 2) {
    if (wants_goal(position, length)) return length;
  }
  return 0;
}

Solution MateSolver::solve(const Position& position, const SolveRequest& request) {
  const Clock::time_point started = Clock::now();
  Solution solution;
  stipulation_ = request.stipulation;
  state_.begin(request.limits);
  solution.answer = Answer::no;
  solution.refuted_plies = stipulation_.plies;
  const bool playable = !has_no_move(position);
  for (int plies = stipulation_.shortest(); playable && plies <= stipulation_.plies; plies += 2) {
    const bool reached = wants_goal(position, plies);
    if (!reached && !state_.stopped) continue;
    solution.answer = reached ? Answer::yes : Answer::unknown;
    solution.plies = reached ? plies : 0;
    solution.refuted_plies = plies - 2 >= stipulation_.shortest() ? plies - 2 : 0;
    break;
  }
  solution.all_keys = solution.whole_tree = solution.answer != Answer::unknown;
  if (solution.answer == Answer::yes) {
    solution.keys = good_moves(position, solution.plies, state_.table.find(position).move);
    solution.all_keys = !state_.stopped;
    if (!solution.keys.empty()) {
      solution.line = {solution.keys.front()};
      extend_line(solution, after(position, solution.keys.front()), solution.plies - 1);
    }
    if (request.tree) {
      tree_room_ = request.tree_moves;
      for (const Move key : solution.keys) {
        if (!may_grow()) break;
        solution.tree.push_back({key, replies(after(position, key), solution.plies - 1)});
      }
      solution.whole_tree = !state_.stopped;
    }
  }
  solution.nodes = state_.nodes;
  solution.seconds = seconds_since(started);
  return solution;
}

/// Continues after a move of the side that pursues the goal.
void MateSolver::extend_line(Solution& solution, Position position, int plies) {
  while (plies > 0 && !has_no_move(position)) {
    if (!helped()) {
      const Move defence = longest_defence(position, plies);
      if (state_.stopped) return;
      solution.line.push_back(defence);
      position = after(position, defence);
      plies = shortest(position, plies - 1);
      if (plies == 0) return;
    }
    const std::vector<Move> moves = good_moves(position, plies, state_.table.find(position).move);
    if (moves.empty()) return;
    solution.line.push_back(moves.front());
    position = after(position, moves.front());
    --plies;
  }
}

Move MateSolver::longest_defence(const Position& position, int plies) {
  const MoveList moves = legal_moves(position);
  Move longest = moves[0];
  int longest_plies = 0;
  for (const Move move : moves) {
    const int length = plies == 1 ? 0 : shortest(after(position, move), plies - 1);
    if (length <= longest_plies) continue;
    longest = move;
    longest_plies = length;
  }
  return longest;
}

/// Whether the tree has room for one more move; stops the tree if not.
bool MateSolver::may_grow() {
  if (tree_room_ == 0) state_.stopped = true;
  if (state_.stopped) return false;
  --tree_room_;
  return true;
}

/// The continuations of a move of the side that pursues the goal.
std::vector<Variation> MateSolver::replies(const Position& position, int plies) {
  return helped() ? continuations(position, plies) : defences(position, plies);
}

std::vector<Variation> MateSolver::continuations(const Position& position, int plies) {
  std::vector<Variation> variations;
  const int length = plies == 0 ? 0 : shortest(position, plies);
  if (length == 0) return variations;
  for (const Move move : good_moves(position, length, Move{})) {
    if (!may_grow()) break;
    variations.push_back({move, replies(after(position, move), length - 1)});
  }
  return variations;
}

std::vector<Variation> MateSolver::defences(const Position& position, int plies) {
  std::vector<Variation> variations;
  if (plies == 0) return variations;
  for (const Move move : legal_moves(position)) {
    if (!may_grow()) break;
    variations.push_back({move, continuations(after(position, move), plies - 1)});
  }
  return variations;
}

}  // namespace plyforge
