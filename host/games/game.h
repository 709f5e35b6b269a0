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

/// The result that a game text states.
enum class GameResult : std::uint8_t { unknown, white_wins, black_wins, draw };

/// "*", "1-0", "0-1" or "1/2-1/2".
std::string_view result_text(GameResult result);

/// The result that a text means, or nothing. Also reads 1/2 and 1:0.
std::optional<GameResult> result_from_text(std::string_view text);

struct GameTag {
  std::string name;
  std::string value;
};

/// Why the rest of a game was not read.
struct GameFault {
  std::size_t line = 0;      ///< of the file, from 1
  std::optional<int> ply{};  ///< plies before the move; nothing if the first position could not be set up
  std::string text{};        ///< the move as written
  std::string reason{};
  std::vector<Move> closest{};  ///< the closest legal moves, best first
};

/// Something wrong or unusual that did not stop the reading.
struct GameWarning {
  std::size_t line = 0;
  std::string message;
};

/// A game as read, played to its end or up to the first move that cannot be played.
struct Game {
  std::size_t number = 0;  ///< in its file, from 1
  std::size_t line = 0;    ///< where it begins, from 1
  std::vector<GameTag> tags{};
  GamePlay play{};  ///< positions and verdicts, from the start position or the tag FEN
  std::vector<Move> moves{};
  std::vector<std::uint8_t> nags{};         ///< for each move: 1 to 6 for ! ? !! ?? !? ?!, another $ number, or 0
  GameResult stated = GameResult::unknown;  ///< after the moves, or else in the tag Result
  bool from_start_array = true;
  std::optional<GameFault> fault{};
  std::vector<GameWarning> warnings{};

  /// Whether `play` has positions of the game; false if the first position in the tags could not be set up.
  bool has_positions() const { return !fault || fault->ply.has_value(); }

  /// The value of a tag, its name in any case (FEN, Fen), or nothing.
  std::optional<std::string_view> tag(std::string_view name) const;
};

/// How a game ended by the rules, and whether the stated result agrees.
struct GameVerdict {
  std::optional<GameOver> over{};  ///< the first automatic end
  GameResult by_rules = GameResult::unknown;
  std::optional<bool>
      agrees{};  ///< nothing if the rules decide nothing, no result is stated, or a fault stopped the reading
  bool moves_after_end = false;
};
GameVerdict verdict_of(const Game& game);

}  // namespace plyforge
