#include "games/game.h"

#include <algorithm>

#include "games/pgn_tags.h"

namespace plyforge {

std::string_view result_text(GameResult result) {
  switch (result) {
    case GameResult::white_wins:
      return "1-0";
    case GameResult::black_wins:
      return "0-1";
    case GameResult::draw:
      return "1/2-1/2";
    case GameResult::unknown:
      break;
  }
  return "*";
}

std::optional<GameResult> result_from_text(std::string_view text) {
  if (text == "*") return GameResult::unknown;
  if (text == "1-0" || text == "1:0") return GameResult::white_wins;
  if (text == "0-1" || text == "0:1") return GameResult::black_wins;
  if (text == "1/2-1/2" || text == "1/2" || text == "1/2:1/2") return GameResult::draw;
  return std::nullopt;
}

std::optional<std::string_view> Game::tag(std::string_view name) const {
  const auto found = std::ranges::find_if(tags, [&](const GameTag& tag) { return same_ignoring_case(tag.name, name); });
  return found == tags.end() ? std::nullopt : std::optional<std::string_view>(found->value);
}

GameVerdict verdict_of(const Game& game) {
  GameVerdict verdict;
  verdict.over = game_over(game.play.ends());
  if (!verdict.over) return verdict;
  verdict.by_rules = GameResult::draw;
  if (verdict.over->how == AutomaticEnd::checkmate) {
    const bool white_is_mated = game.play.mover_at(verdict.over->ply) == Colour::white;
    verdict.by_rules = white_is_mated ? GameResult::black_wins : GameResult::white_wins;
  }
  verdict.moves_after_end = verdict.over->ply < game.play.plies();
  if (game.stated != GameResult::unknown && !game.fault) verdict.agrees = game.stated == verdict.by_rules;
  return verdict;
}

}  // namespace plyforge
