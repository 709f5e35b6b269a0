#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "board/board.h"
#include "board/move.h"
#include "board/position.h"
#include "movegen/movegen.h"
#include "notation/fen.h"
#include "notation/move_pattern.h"
#include "rules/dead_position.h"

namespace plyforge {

/// What the rules say of the position after the last move.
struct PositionState {
  bool check = false;      ///< the side to move is in check
  bool can_move = true;    ///< it has a legal move; else it is checkmate or stalemate
  int repetitions = 1;     ///< how often the position has occurred, this time among them (FIDE 9.2.3)
  int halfmove_clock = 0;  ///< plies since the last capture or pawn move

  bool checkmate() const { return check && !can_move; }
  bool stalemate() const { return !check && !can_move; }
};

/// The ply (0: the position before the first move) after which each way to end a game first came about; nothing where
/// it never did. Plies of a claim: who moves then may claim, and who made that ply could have claimed with it
/// (FIDE 9.2, 9.3).
struct GameEnds {
  std::optional<int> checkmate;
  std::optional<int> stalemate;
  std::optional<int> dead;                ///< FIDE 5.2.2; by GamePlay::find_death() alone
  std::optional<int> maybe_dead;          ///< before `dead`, from where on it is not decided; likewise
  std::optional<int> fivefold;            ///< FIDE 9.6.1
  std::optional<int> seventy_five_moves;  ///< FIDE 9.6.2; not when the last move mates
  std::optional<int> threefold;           ///< FIDE 9.2, to be claimed
  std::optional<int> fifty_moves;         ///< FIDE 9.3, to be claimed; not when the last move mates
  std::optional<int> perpetual_check;     ///< a threefold repetition in which one side checked with every move
  Colour perpetual_by = Colour::white;    ///< who gave those checks
  DeadReason dead_by = DeadReason::none;
};

/// A way in which a game is over without anyone claiming it.
enum class AutomaticEnd : std::uint8_t { checkmate, stalemate, dead, fivefold, seventy_five_moves };

/// The first automatic end and its ply, or nothing. When two come together the first of the list above counts.
struct GameOver {
  AutomaticEnd how;
  int ply;
};
std::optional<GameOver> game_over(const GameEnds& ends);

/// A game as it is played, judged after every move. Positions are kept and compared whole, so repetitions are exact.
class GamePlay {
 public:
  explicit GamePlay(const FenRecord& start = parse_fen(kStartFen)) { restart(start); }

  /// Begins another game; keeps its memory.
  void restart(const FenRecord& start);

  /// How many legal moves a pattern describes, and the first of them.
  struct Fit {
    int count = 0;
    Move move{};
  };
  Fit find(const MovePattern& pattern) const;

  /// Plays a legal move.
  void play(Move move);

  /// Finds the first dead position, for the ends: to be called after the last move. Once a position is dead, all that
  /// follow are, so that few have to be judged. Those that are is_lively() are taken to be alive.
  void find_death();

  int plies() const { return static_cast<int>(plies_.size()) - 1; }
  const PositionState& state() const { return state_; }
  const GameEnds& ends() const { return ends_; }
  Colour mover() const { return mover_at(plies()); }

  /// The position after so many plies, with its counters.
  FenRecord record(int ply) const;
  FenRecord record() const { return record(plies()); }

  /// The number of the move that follows so many plies, as games count them.
  int move_number(int ply) const;

  /// The position alone, seen by its mover; and whether the mover is in check.
  const Position& position(int ply) const { return plies_[static_cast<std::size_t>(ply)].position; }
  bool in_check(int ply) const { return plies_[static_cast<std::size_t>(ply)].check; }
  /// How often the position after so many plies had occurred by then.
  int repetitions(int ply) const { return plies_[static_cast<std::size_t>(ply)].repetitions; }
  Colour mover_at(int ply) const { return ply % 2 == 0 ? start_.mover : other(start_.mover); }

  /// The square that the last move, a pawn's double push, passed over, as White sees the board, whether or not an en
  /// passant capture is legal.
  std::optional<Square> ep_square() const { return ep_square_; }

 private:
  struct Ply {
    Position position;
    int halfmove_clock;
    int repetitions;
    bool check;
  };

  void judge();
  void count_repetitions();
  std::optional<int> last_occurrence(int plies) const;
  void note_ends();
  bool checked_throughout(int first, int last) const;

  FenRecord start_;
  std::vector<Ply> plies_;
  Board board_{};
  Restrictions restrictions_;
  PositionState state_;
  GameEnds ends_;
  std::optional<Square> ep_square_;
};

}  // namespace plyforge
