#include <array>

#include "app/session/diagnostics.h"
#include "app/session/text_format.h"
#include "cli/game/game_output.h"
#include "notation/text.h"

namespace plyforge {
namespace {

/// The move that ends so many plies; "the first position" for 0.
std::string after_label(const Game& game, int plies, Notation notation) {
  return plies == 0 ? "the first position" : move_label(game, plies - 1, notation);
}

std::string event_line(std::string_view what, const std::string& text) {
  constexpr std::size_t kWidth = 18;
  std::string line = "  " + std::string(what);
  line.resize(std::max(line.size() + 2, kWidth), ' ');
  return line + text + "\n";
}

std::string_view name_of(AutomaticEnd how) {
  constexpr std::array<std::string_view, 5> kNames = {"checkmate", "stalemate", "dead position", "fivefold",
                                                      "75 moves"};
  return kNames[static_cast<std::size_t>(how)];
}

/// ": White - Black" if the tags name a player.
std::string players(const Game& game) {
  const auto white = game.tag("White");
  const auto black = game.tag("Black");
  if (!white && !black) return "";
  return ": " + without_controls(std::string(white.value_or("?"))) + " - " +
         without_controls(std::string(black.value_or("?")));
}

std::string last_position(const Game& game) {
  const PositionState& state = game.play.state();
  if (state.checkmate()) return "checkmate";
  if (state.stalemate()) return "stalemate";
  if (game.play.ends().dead) return "dead position";
  return state.check ? "check" : "";
}

}  // namespace

std::string move_label(const Game& game, int ply, Notation notation) {
  const FenRecord record = game.play.record(ply);
  return std::to_string(record.fullmove_number) + (record.mover == Colour::white ? "." : "...") +
         to_text(record, game.moves[static_cast<std::size_t>(ply)], notation);
}

std::string game_place(const std::string& file, const Game& game, std::size_t line) {
  return place(file, line) + ": game " + std::to_string(game.number);
}

std::string fault_text(const Game& game, Notation notation) {
  const GameFault& fault = *game.fault;
  std::string text;
  if (fault.ply) {
    text += "move " + std::to_string(game.play.move_number(*fault.ply)) + " of " +
            colour_name(game.play.mover_at(*fault.ply)) + ", '" + fault.text + "': ";
  }
  text += fault.reason;
  for (std::size_t i = 0; i < fault.closest.size(); ++i) {
    text += (i == 0 ? "; closest legal moves: " : ", ") + to_text(game.play.record(), fault.closest[i], notation);
  }
  return text;
}

std::string game_report(const Game& game, Notation notation) {
  const GameEnds& ends = game.play.ends();
  const GameVerdict verdict = verdict_of(game);
  const std::string last = last_position(game);
  std::string text = "game " + std::to_string(game.number) + players(game) + ", " + std::to_string(game.play.plies()) +
                     (game.play.plies() == 1 ? " ply, " : " plies, ") + std::string(result_text(game.stated)) +
                     (last.empty() ? "" : ", " + last) + (game.fault ? ", not read to the end" : "") + "\n";
  const auto claim = [&](std::string_view what, const std::optional<int>& ply) {
    if (ply) text += event_line(what, "can be claimed from " + after_label(game, *ply, notation) + " on");
  };
  const auto over = [&](AutomaticEnd how, const std::optional<int>& ply, const std::string& more) {
    if (ply) text += event_line(name_of(how), "ends the game with " + after_label(game, *ply, notation) + more);
  };
  claim("threefold", ends.threefold);
  claim("50 moves", ends.fifty_moves);
  if (ends.perpetual_check) {
    text += event_line("perpetual check", "by " + colour_name(ends.perpetual_by) + " up to " +
                                              after_label(game, *ends.perpetual_check, notation));
  }
  over(AutomaticEnd::fivefold, ends.fivefold, "");
  over(AutomaticEnd::seventy_five_moves, ends.seventy_five_moves, "");
  if (ends.maybe_dead) {
    text += event_line("dead position?", "not decided from " + after_label(game, *ends.maybe_dead, notation) + " on");
  }
  over(AutomaticEnd::dead, ends.dead, ": " + std::string(dead_reason_name(ends.dead_by)));
  over(AutomaticEnd::stalemate, ends.stalemate, "");
  over(AutomaticEnd::checkmate, ends.checkmate, "");
  if (verdict.moves_after_end) text += event_line("extra moves", "after the end of the game");
  if (verdict.agrees == false) {
    text += event_line("disagrees", "stated " + std::string(result_text(game.stated)) + ", but by the rules " +
                                        std::string(result_text(verdict.by_rules)));
  }
  return text;
}

}  // namespace plyforge
