#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "games/game_reader.h"

namespace plyforge::testing {

/// Hands out a text in pieces of at most so many bytes, so that every token is met at the end of one.
ReadBytes source(std::string text, std::size_t piece = ~std::size_t{0});

/// All games of a text.
std::vector<Game> read_games(const std::string& text, std::size_t piece = ~std::size_t{0});

/// The game of a text that has one.
Game read_one_game(const std::string& text);

/// The moves of a game in SAN, with blanks between.
std::string sans(const Game& game);

}  // namespace plyforge::testing
