// Any bytes as a text of games, handed out in one piece and in small ones: each game is read or refused with a message,
// both ways the same; what was read is written in every notation and read again the same.

#include <algorithm>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include "base/errors.h"
#include "check.h"
#include "games/game_reader.h"
#include "notation/notation.h"

namespace plyforge {
namespace {

ReadBytes source(std::string_view text, std::size_t piece) {
  return [=, at = std::size_t{0}](char* to, std::size_t room) mutable {
    const std::size_t got = std::min({text.size() - at, room, piece});
    std::memcpy(to, text.data() + at, got);
    at += got;
    return got;
  };
}

std::vector<Game> read(std::string_view text, std::size_t piece) {
  GameReader reader(source(text, piece));
  std::vector<Game> games;
  for (Game game; reader.next(game);) games.push_back(game);
  return games;
}

void check_game(const Game& game) {
  check(game.moves.size() == static_cast<std::size_t>(game.play.plies()), "every move is played");
  check(game.line >= 1 && (!game.fault || game.fault->line >= game.line), "lines are those of the text");
  for (std::size_t n = 0; n < kNotationNames.size(); ++n) {
    std::string moves;
    for (int ply = 0; ply < game.play.plies(); ++ply) {
      moves +=
          to_text(game.play.record(ply), game.moves[static_cast<std::size_t>(ply)], static_cast<Notation>(n)) + " ";
    }
    if (moves.empty()) continue;
    const std::string fen = to_fen(game.play.record(0));
    const std::string variant = game.play.record(0).chess960 ? "[Variant \"Chess960\"]\n" : "";
    const std::vector<Game> again = read(variant + "[FEN \"" + fen + "\"]\n\n" + moves, ~std::size_t{0});
    check(again.size() == 1 && !again[0].fault && again[0].warnings.size() <= 1, "a game written is read");
    check(again[0].moves == game.moves, "a game written is read as it was");
  }
}

}  // namespace
}  // namespace plyforge

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
  using namespace plyforge;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  try {
    const std::vector<Game> games = read(text, ~std::size_t{0});
    const std::vector<Game> in_pieces = read(text, 3);
    check(games.size() == in_pieces.size(), "the pieces a text comes in do not matter");
    for (std::size_t i = 0; i < games.size(); ++i) {
      check(games[i].moves == in_pieces[i].moves && games[i].line == in_pieces[i].line &&
                games[i].fault.has_value() == in_pieces[i].fault.has_value(),
            "the pieces a text comes in do not matter to a game");
      check_game(games[i]);
    }
  } catch (const InputError& error) {
    check_message(error.what());
  }
  return 0;
}
