#include "problem.h"

#include <algorithm>

#include "rules.h"

namespace rulebook {
namespace {

bool is_goal(const Board& board, bool stalemate) {
  return !has_legal_move(board) && in_check(board, board.white_to_move) == !stalemate;
}

bool helped(const Board& board, bool stalemate, int plies) {
  if (plies == 0) return is_goal(board, stalemate);
  const std::vector<Move> moves = legal_moves(board);
  return std::any_of(moves.begin(), moves.end(),
                     [&](const Move& move) { return helped(play(board, move), stalemate, plies - 1); });
}

bool forced(const Board& board, const Problem& problem, int plies);

/// Whether the mover can bring the goal about: upon the opponent, or (self) upon itself.
bool forces(const Board& board, const Problem& problem, int plies) {
  if (problem.play == Problem::Play::self && is_goal(board, problem.stalemate)) return true;
  if (plies == 0) return false;
  const std::vector<Move> moves = legal_moves(board);
  return std::any_of(moves.begin(), moves.end(),
                     [&](const Move& move) { return forced(play(board, move), problem, plies - 1); });
}

/// Whether the goal comes about whatever the mover, who resists, does.
bool forced(const Board& board, const Problem& problem, int plies) {
  if (problem.play == Problem::Play::direct && is_goal(board, problem.stalemate)) return true;
  const std::vector<Move> moves = legal_moves(board);
  return plies > 0 && !moves.empty() && std::all_of(moves.begin(), moves.end(), [&](const Move& move) {
           return forces(play(board, move), problem, plies - 1);
         });
}

}  // namespace

ProblemSolution solve(const Board& board, const Problem& problem) {
  ProblemSolution solution;
  for (int plies = 2 - problem.plies % 2; plies <= problem.plies && solution.keys.empty(); plies += 2) {
    for (const Move& move : legal_moves(board)) {
      const Board after = play(board, move);
      const bool good = problem.play == Problem::Play::help ? helped(after, problem.stalemate, plies - 1)
                                                            : forced(after, problem, plies - 1);
      if (good) solution.keys.push_back(text(move));
    }
    solution.plies = plies;
  }
  if (solution.keys.empty()) solution.plies = 0;
  std::sort(solution.keys.begin(), solution.keys.end());
  return solution;
}

}  // namespace rulebook
