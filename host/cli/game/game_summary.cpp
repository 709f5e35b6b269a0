#include "cli/game/game_summary.h"

#include "app/report/table.h"
#include "app/session/text_format.h"

namespace plyforge {

void GameSummary::add(const Game& game) {
  const GameEnds& ends = game.play.ends();
  ++games;
  plies += game.moves.size();
  faults += game.fault ? 1 : 0;
  disagree += verdict_of(game).agrees == false ? 1 : 0;
  checkmates += ends.checkmate ? 1 : 0;
  stalemates += ends.stalemate ? 1 : 0;
  dead += ends.dead ? 1 : 0;
  fivefold += ends.fivefold ? 1 : 0;
  seventy_five_moves += ends.seventy_five_moves ? 1 : 0;
  threefold += ends.threefold ? 1 : 0;
  fifty_moves += ends.fifty_moves ? 1 : 0;
  perpetual_checks += ends.perpetual_check ? 1 : 0;
}

std::string GameSummary::text() const {
  const double seconds = seconds_since(began);
  Table table({{.title = "games with", .side = Table::Side::left}, {.title = ""}});
  std::string text = grouped(games) + (games == 1 ? " game, " : " games, ") + grouped(plies) +
                     (plies == 1 ? " ply, " : " plies, ") + duration_text(seconds) + ", " + rate_text(plies, seconds) +
                     ", " + size_text(static_cast<std::size_t>(static_cast<double>(bytes) / seconds)) + "/s\n";
  return text + table.text({{"a move that cannot be played", grouped(faults)},
                            {"a result that the rules contradict", grouped(disagree)},
                            {"checkmate", grouped(checkmates)},
                            {"stalemate", grouped(stalemates)},
                            {"a dead position", grouped(dead)},
                            {"fivefold repetition", grouped(fivefold)},
                            {"75 moves", grouped(seventy_five_moves)},
                            {"threefold repetition", grouped(threefold)},
                            {"50 moves", grouped(fifty_moves)},
                            {"perpetual check", grouped(perpetual_checks)}});
}

}  // namespace plyforge
