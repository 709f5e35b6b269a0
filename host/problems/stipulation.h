#pragma once

#include <string>
#include <string_view>

#include "leaf/goal.h"

namespace plyforge {

/// Who works for the goal and who against it.
enum class Play {
  direct,  ///< the mover forces the goal upon the opponent
  self,    ///< the mover forces the opponent to bring the goal upon the mover
  help,    ///< both sides work for it
};

/// What a problem demands, as problemists write it: "#2", "s#3", "h=2.5".
struct Stipulation {
  Play play = Play::direct;
  Goal goal = Goal::mate;
  int plies = 1;  ///< the longest line from the diagram to the goal, its last move included

  /// Plies of the shortest line of that play. Lines grow from there by two plies, a move of each side.
  int shortest() const { return play == Play::help ? 2 - plies % 2 : play == Play::direct ? 1 : 2; }

  friend bool operator==(const Stipulation&, const Stipulation&) = default;
};

/// Most moves that a stipulation may ask for.
constexpr int kMostMoves = 30;

/// Reads "2" (the same as "#2"), "#2", "=2", "s#2", "s=2", "h#2", "h#2.5", "h=2". Throws InputError.
Stipulation parse_stipulation(std::string_view text);

/// The stipulation with another length: "#2".
std::string stipulation_text(const Stipulation& stipulation, int plies);

/// The goal in words: "mate", "helpmate", "selfmate", "stalemate", "helpstalemate", "selfstalemate".
std::string goal_text(const Stipulation& stipulation);

/// A length in moves: "2", or "2.5".
std::string moves_text(const Stipulation& stipulation, int plies);

}  // namespace plyforge
