#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/report/json.h"
#include "games/game.h"
#include "notation/notation.h"

namespace plyforge {

/// Which positions of a game are selected.
struct PlyChoice {
  bool every = false;
  std::vector<int> at{};       ///< plies; negative ones count from the end: -1 is the last position
  std::optional<int> up_to{};  ///< the last ply selected

  /// The selected plies of a game, in order; by default the last position. None for a game without positions.
  std::vector<int> of(const Game& game) const;
};

/// "12...Nf6": a move with its number. `ply`: how many plies come before it.
std::string move_label(const Game& game, int ply, Notation notation);

/// How messages name a game: "games.pgn:12: game 3".
std::string game_place(const std::string& file, const Game& game, std::size_t line);

/// What is wrong with a game that was not read to the end, with the closest legal moves.
std::string fault_text(const Game& game, Notation notation);

/// The game as PGN in export format, moves in the notation, without comments and variations. Empty if the first
/// position could not be set up.
std::string game_pgn(const Game& game, Notation notation);

/// The selected positions, one FEN or EPD per line.
std::string game_fens(const Game& game, const PlyChoice& plies);
std::string game_epds(const Game& game, const PlyChoice& plies);

/// Everything known about the game, as an object.
Json game_json(const std::string& file, const Game& game, Notation notation, const PlyChoice& plies);

/// What the rules say about the game, as text for people.
std::string game_report(const Game& game, Notation notation);

}  // namespace plyforge
