#pragma once

#include <optional>
#include <string_view>

#include "games/game.h"
#include "games/pgn_scanner.h"

namespace plyforge {

/// Reads games one after another from a text of any length, in memory that does not grow, plays their main lines and
/// judges them. PGN, or moves without tags in any notation that read_move_prefix() and ascii_signs() know.
///
/// What cannot be read is a fault of its game, with all that is needed to tell about it; reading goes on with the next
/// game. A game ends with its result, with the tags of the next one, or, where games have no tags, with a move
/// number 1.
class GameReader {
 public:
  /// The longest game that is read, in plies; with the 75-move rule no game has more than 17,697.
  static constexpr int kLongestGame = 50'000;

  /// `any_material` is that of FenOptions, for the tag FEN.
  explicit GameReader(ReadBytes read, bool any_material = false)
      : scanner_(std::move(read)), any_material_(any_material) {}

  /// Reads the next game into `game`, whose memory is used again. False at the end. Throws what the source throws.
  bool next(Game& game);

  std::size_t bytes_taken() const { return scanner_.bytes_taken(); }

 private:
  // What becomes of a game after a token.
  enum class Then { go_on, game_over, hold };  // hold: it is over, and the token belongs to the next one

  void clear(Game& game);
  Then take(Game& game, const PgnToken& token);
  Then take_tag(Game& game, const PgnToken& token);
  Then take_text(Game& game, std::string_view text);
  Then take_word(Game& game);
  Then take_number(Game& game);
  void take_move(Game& game);
  void begin_moves(Game& game);
  void set_up(Game& game);
  void compare_sign(Game& game, const MovePattern& pattern, std::string_view text);
  void finish(Game& game);

  std::string_view as_it_stood(std::size_t characters) const;
  void fail(Game& game, std::string_view text, std::string reason, std::vector<Move> closest = {});
  void warn(Game& game, std::string message);

  PgnScanner scanner_;
  bool any_material_;
  std::optional<PgnToken> held_;  ///< a token that belongs to the next game
  std::size_t games_ = 0;

  // Of the game that is being read.
  int depth_ = 0;  ///< of variations
  std::size_t variation_line_ = 0;
  int number_slip_ = 0;  ///< by how much the last move number was off
  bool in_moves_ = false;
  bool result_seen_ = false;

  // Of the token that is being read.
  std::size_t line_ = 0;
  std::string_view text_;   ///< as it stood
  std::string ascii_;       ///< its signs in ASCII, if it is not
  std::string_view words_;  ///< what is left of it, in ASCII
};

}  // namespace plyforge
