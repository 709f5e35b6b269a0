#pragma once

#include <string>
#include <string_view>

#include "leaf/goal.h"

namespace plyforge {

/// Which sides pursue the goal.
enum class Play {
  direct,  ///< the side to move forces the goal
  self,    ///< the side to move forces the opponent to reach the goal against it
  help,    ///< both sides cooperate
};

/// The stipulation of a problem, as problemists write it: "#2", "s#3", "h=2.5".
struct Stipulation {
  Play play = Play::direct;
  Goal goal = Goal::mate;
  int plies = 1;  ///< the longest line from the diagram to the goal, including the last move

  /// Plies of the shortest line of this kind of play. Longer lines have two plies more each, one move per side.
  int shortest() const { return play == Play::help ? 2 - plies % 2 : play == Play::direct ? 1 : 2; }

  friend bool operator==(const Stipulation&, const Stipulation&) = default;
};

/// The largest number of moves in a stipulation.
constexpr int kMostMoves = 30;

/// Reads "2" (the same as "#2"), "#2", "=2", "s#2", "s=2", "h#2", "h#2.5", "h=2". Throws InputError.
Stipulation parse_stipulation(std::string_view text);

/// The stipulation as text, with another length: "#2".
std::string stipulation_text(const Stipulation& stipulation, int plies);

/// The goal in words: "mate", "helpmate", "selfmate", "stalemate", "helpstalemate", "selfstalemate".
std::string goal_text(const Stipulation& stipulation);

/// A length in moves: "2", or "2.5".
std::string moves_text(const Stipulation& stipulation, int plies);

}  // namespace plyforge
