#include "host/games/read_games.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>

#include "notation/notation.h"

namespace plyforge::testing {

ReadBytes source(std::string text, std::size_t piece) {
  return [text = std::move(text), piece, at = std::size_t{0}](char* to, std::size_t room) mutable {
    const std::size_t got = std::min({text.size() - at, room, piece});
    std::memcpy(to, text.data() + at, got);
    at += got;
    return got;
  };
}

std::vector<Game> read_games(const std::string& text, std::size_t piece) {
  GameReader reader(source(text, piece));
  std::vector<Game> games;
  for (Game game; reader.next(game);) games.push_back(game);
  return games;
}

Game read_one_game(const std::string& text) {
  const std::vector<Game> games = read_games(text);
  EXPECT_THAT(games, ::testing::SizeIs(1)) << text;
  return games.empty() ? Game{} : games.front();
}

std::string sans(const Game& game) {
  std::string text;
  for (int ply = 0; ply < game.play.plies(); ++ply) {
    text += (ply == 0 ? "" : " ") + to_san(game.play.record(ply), game.moves[static_cast<std::size_t>(ply)]);
  }
  return text;
}

}  // namespace plyforge::testing
