#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "board/move.h"
#include "notation/fen.h"
#include "rules/game_play.h"

namespace plyforge {

/// What a game text says of its end.
enum class GameResult : std::uint8_t { unknown, white_wins, black_wins, draw };

/// "*", "1-0", "0-1" or "1/2-1/2".
std::string_view result_text(GameResult result);

/// The result of a text, or nothing. 1/2 and 1:0 are read too.
std::optional<GameResult> result_from_text(std::string_view text);

struct GameTag {
  std::string name;
  std::string value;
};

/// Why the rest of a game was not read.
struct GameFault {
  std::size_t line = 0;      ///< of the file, from 1
  std::optional<int> ply{};  ///< plies before the move; nothing where the first position could not be set up
  std::string text{};        ///< the move as it stood
  std::string reason{};
  std::vector<Move> closest{};  ///< legal moves that come closest, the closest first
};

/// What was read in spite of being wrong.
struct GameWarning {
  std::size_t line = 0;
  std::string message;
};

/// A game as it was read, played to its end or to the move that cannot be played.
struct Game {
  std::size_t number = 0;  ///< in its file, from 1
  std::size_t line = 0;    ///< where it begins, from 1
  std::vector<GameTag> tags{};
  GamePlay play{};  ///< positions and judgement; from the start array or the FEN of the tags
  std::vector<Move> moves{};
  std::vector<std::uint8_t> nags{};         ///< of each move: 1 to 6 for ! ? !! ?? !? ?!, or another $ number, or 0
  GameResult stated = GameResult::unknown;  ///< as the moves end, or else as the tag Result has it
  bool from_start_array = true;
  std::optional<GameFault> fault{};
  std::vector<GameWarning> warnings{};

  /// Whether `play` has positions of the game: not where the tags describe a first one that cannot be set up.
  bool has_positions() const { return !fault || fault->ply.has_value(); }

  /// The value of a tag, or nothing.
  std::optional<std::string_view> tag(std::string_view name) const;
};

/// What the rules say of a game's end, and whether the stated result agrees.
struct GameVerdict {
  std::optional<GameOver> over{};  ///< how the game ended without anyone's claim, at the first such ply
  GameResult by_rules = GameResult::unknown;
  std::optional<bool>
      agrees{};  ///< nothing where the rules decide nothing, no result is stated, or a fault cut it short
  bool moves_after_end = false;
};
GameVerdict verdict_of(const Game& game);

}  // namespace plyforge
