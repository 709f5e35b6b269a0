#include "problems/stipulation.h"

#include <charconv>

#include "base/errors.h"
#include "notation/text.h"

namespace plyforge {
namespace {

bool take_front(std::string_view& text, char letter) {
  if (!text.starts_with(letter)) return false;
  text.remove_prefix(1);
  return true;
}

/// The half-moves of a number of moves such as "2" or "2.5"; 0 if it is not between 0.5 and kMostMoves.
int half_moves(std::string_view text) {
  const bool half = text.ends_with(".5");
  if (half) text.remove_suffix(2);
  int moves = 0;
  const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), moves);
  if (fault != std::errc{} || end != text.data() + text.size() || moves < 0 || moves > kMostMoves) return 0;
  return moves == kMostMoves && half ? 0 : 2 * moves + (half ? 1 : 0);
}

}  // namespace

Stipulation parse_stipulation(std::string_view text) {
  Stipulation stipulation;
  std::string_view rest = text;
  if (take_front(rest, 'h')) {
    stipulation.play = Play::help;
  } else if (take_front(rest, 's')) {
    stipulation.play = Play::self;
  }
  const bool is_direct = rest.data() == text.data();
  if (take_front(rest, '=')) {
    stipulation.goal = Goal::stalemate;
  } else if (!take_front(rest, '#') && !is_direct) {
    rest = {};
  }
  const int halves = half_moves(rest);
  if (halves == 0 || (halves % 2 != 0 && stipulation.play != Play::help)) {
    throw InputError(quoted(text) + " is not a goal; expected the number of moves, 1 to " + std::to_string(kMostMoves) +
                     ", such as 2, #2 (mate), =2 (stalemate), s#2, s=2 (against the side to move), h#2, h=2 or h#2.5 "
                     "(both sides cooperate)");
  }
  stipulation.plies = stipulation.play == Play::direct ? halves - 1 : halves;
  return stipulation;
}

std::string moves_text(const Stipulation& stipulation, int plies) {
  if (stipulation.play == Play::direct) return std::to_string((plies + 1) / 2);
  return std::to_string(plies / 2) + (plies % 2 != 0 ? ".5" : "");
}

std::string stipulation_text(const Stipulation& stipulation, int plies) {
  const std::string play = stipulation.play == Play::help ? "h" : stipulation.play == Play::self ? "s" : "";
  return play + (stipulation.goal == Goal::mate ? "#" : "=") + moves_text(stipulation, plies);
}

std::string goal_text(const Stipulation& stipulation) {
  const std::string play = stipulation.play == Play::help ? "help" : stipulation.play == Play::self ? "self" : "";
  return play + (stipulation.goal == Goal::mate ? "mate" : "stalemate");
}

}  // namespace plyforge
