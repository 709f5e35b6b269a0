#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "cli/game/game_output.h"

namespace plyforge {

/// A game to be printed, and how.
struct GameToPrint {
  const std::string& file;
  const Game& game;
  Notation notation;
  const PlyChoice& plies;
};

/// A format of `game --out`.
struct GameFormat {
  enum class Summary { never, of_several_games, always };

  std::string_view name;
  bool has_positions;  ///< prints positions of a game, so that --every, --at and --up-to apply
  Summary summary;     ///< whether the summary of all games comes last

  /// The text of a game; null: nothing.
  std::string (*of_game)(const GameToPrint& game);

  /// The line of a position that was seen `count` times; null: not with --distinct.
  std::string (*of_position)(const FenRecord& record, std::uint64_t count);
};

/// The formats, the default one first.
extern const std::array<GameFormat, 6> kGameFormats;

/// The format of a name of the table.
const GameFormat& game_format(std::string_view name);

}  // namespace plyforge
