#pragma once

#include <optional>
#include <string_view>

#include "games/game.h"
#include "games/move_remark.h"
#include "games/pgn_scanner.h"

namespace plyforge {

/// Reads games one by one from a text of any length, in bounded memory, plays their main lines and judges them. Reads
/// PGN, or moves without tags, in every notation that read_move_prefix() and ascii_signs() know.
///
/// A game that cannot be read to the end gets a GameFault with line, move, reason and closest legal moves; reading
/// resumes with the next game. A game ends with its result, with the tags of the next game, or, for games without tags,
/// with a move number 1.
class GameReader {
 public:
  /// The longest game that is read, in plies; the 75-move rule limits games to 17,697.
  static constexpr int kLongestGame = 50'000;

  /// `rules`: how the tag FEN is read. A tag Variant that says Chess960 turns that on for its game.
  explicit GameReader(ReadBytes read, const FenOptions& rules = {}) : scanner_(std::move(read)), rules_(rules) {}

  /// Reads the next game into `game`, reusing its memory. Returns false at the end of the text. Throws what the source
  /// throws, and InputError for UTF-16.
  bool next(Game& game);

  std::size_t bytes_taken() const { return scanner_.bytes_taken(); }

 private:
  // What a token means for the game; `hold`: the game is over, and the token belongs to the next one.
  enum class Then { proceed, game_over, hold };

  // Square brackets around moves; `opened`: what they hold is not known yet.
  enum class Bracket { none, opened, variation, main_line };

  void clear(Game& game);
  Then take(Game& game, const PgnToken& token);
  Then take_tag(Game& game, const PgnToken& token);
  Then take_text(Game& game, std::string_view text);
  void look_for_move(std::string_view text);
  Then take_word(Game& game);
  Then take_number(Game& game);
  void take_move(Game& game);
  void take_remark(Game& game, const MoveRemark& remark);
  void take_stray(Game& game, const PgnToken& token);
  void open_bracket(Game& game, std::string_view text);
  void begin_moves(Game& game);
  void set_up(Game& game);
  void warn_of_glued(Game& game, std::size_t first);
  void compare_sign(Game& game, CheckSign sign, std::string_view text);
  void compare_en_passant(Game& game, std::string_view text);
  void finish(Game& game);

  std::string_view as_written(std::size_t characters) const;
  void fail(Game& game, std::string_view text, std::string reason, std::vector<Move> closest = {});
  void warn(Game& game, std::string message);

  PgnScanner scanner_;
  FenOptions rules_;
  std::optional<PgnToken> held_;  ///< a token that belongs to the next game
  std::size_t games_ = 0;

  // About the game that is being read.
  int depth_ = 0;  ///< of variations
  std::size_t variation_line_ = 0;
  Bracket bracket_ = Bracket::none;
  bool main_line_in_brackets_ = false;
  int number_slip_ = 0;  ///< by how much the last move number was wrong
  bool in_moves_ = false;
  bool result_seen_ = false;
  bool move_in_variation_ = false;  ///< before any other move

  // About the token that is being read.
  std::size_t line_ = 0;
  std::string_view text_;   ///< as written
  std::string ascii_;       ///< the same in ASCII, unless it is ASCII
  std::string_view words_;  ///< the part not read yet, in ASCII
};

}  // namespace plyforge
