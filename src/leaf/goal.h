#pragma once

#include "board/bitboard.h"
#include "board/board.h"
#include "board/host_device.h"
#include "board/move.h"
#include "leaf/leaf_outcome.h"
#include "movegen/board_moves.h"
#include "movegen/checks.h"
#include "movegen/movegen.h"
#include "movegen/replies.h"
#include "movegen/stalemate.h"

namespace plyforge {

/// What a problem asks for: that the side to move is mated, or stalemated.
enum class Goal { mate, stalemate };

/// Whether the mover has no legal move and is mated or stalemated, as the goal says.
template <class Sliders>
PLYFORGE_HD_CALL constexpr bool is_goal(const Board& board, Goal goal, const Sliders& sliders) {
  const bool check = attackers_among(board.opp, lowest(board.own.king), board.occupied, sliders) != 0;
  return check == (goal == Goal::mate) && !has_reply(board, sliders);
}

/// The squares that moves which reach the goal start from or go to. En passant is not covered: it may always reach it.
template <class Sliders>
PLYFORGE_HD constexpr PickedSquares pick_goal_squares(const Board& board, Goal goal, const Sliders& sliders) {
  if (goal == Goal::mate) {
    const CheckSquares check = find_check_squares(board, sliders);
    return {.from = check.blockers(),
            .pawn = check.pawn,
            .knight = check.knight,
            .king = 0,
            .bishop = check.diagonal,
            .rook = check.orthogonal,
            .queen = check.diagonal | check.orthogonal,
            .castling = true,
            .promotions = true};
  }
  const StalemateSquares stalemate = find_stalemate_squares(board, sliders);
  return {.from = stalemate.leave,
          .pawn = stalemate.pawn,
          .knight = stalemate.knight,
          .king = stalemate.king,
          .bishop = stalemate.diagonal,
          .rook = stalemate.orthogonal,
          .queen = stalemate.queen,
          .castling = stalemate.others,
          .promotions = stalemate.others};
}

/// Visits a position's moves and looks for one that reaches the goal, or for one that does not. Only moves that may
/// reach it are made.
template <class Sliders>
class GoalMoveFinder {
 public:
  PLYFORGE_HD constexpr GoalMoveFinder(const Board& board, Goal goal, bool reaching, const Sliders& sliders)
      : board_(board),
        sliders_(sliders),
        picked_(pick_goal_squares(board, goal, sliders)),
        goal_(goal),
        reaching_(reaching) {}

  PLYFORGE_HD constexpr bool found() const { return found_; }
  PLYFORGE_HD constexpr bool any_move() const { return any_move_; }

  PLYFORGE_HD constexpr void king(Square from, Bitboard targets) { man(from, targets, picked_.king); }
  PLYFORGE_HD constexpr void knight(Square from, Bitboard targets) { man(from, targets, picked_.knight); }
  PLYFORGE_HD constexpr void diagonal(Square from, Bitboard targets) {
    man(from, targets, picked_.diagonal(board_, from));
  }
  PLYFORGE_HD constexpr void orthogonal(Square from, Bitboard targets) {
    man(from, targets, picked_.orthogonal(board_, from));
  }
  PLYFORGE_HD constexpr void pawns(Bitboard targets, int step, MoveKind kind) {
    const Bitboard picked = pick(targets, targets & (picked_.pawn | picked_.from << step));
    each(picked,
         [&](const Board& other, Square to) { return after_pawn(other, bit(flip(to - step)), bit(flip(to)), kind); });
  }
  PLYFORGE_HD constexpr void promotions(Bitboard targets, int step) {
    const Bitboard picked = pick(targets, picked_.promotions ? targets : 0);
    for (const MoveKind kind : {MoveKind::promotion_queen, MoveKind::promotion_rook, MoveKind::promotion_bishop,
                                MoveKind::promotion_knight}) {
      each(picked, [&](const Board& other, Square to) {
        return after_promotion(other, bit(flip(to - step)), bit(flip(to)), kind);
      });
    }
  }
  PLYFORGE_HD constexpr void en_passant(Square from, Square to) {
    each(pick(bit(to), bit(to)),
         [&](const Board& other, Square) { return after_en_passant(other, bit(flip(from)), bit(flip(to))); });
  }
  PLYFORGE_HD constexpr void castle(Square king, Square rook) {
    each(pick(bit(rook), picked_.castling ? bit(rook) : 0),
         [&](const Board& other, Square) { return after_castle(other, flip(king), flip(rook)); });
  }

 private:
  /// The moves of one man; `squares`: those of its kind.
  PLYFORGE_HD constexpr void man(Square from, Bitboard targets, Bitboard squares) {
    const Bitboard picked = pick(targets, picked_.of_man(from, targets, squares));
    each(picked, [&](const Board& other, Square to) { return after_man(other, bit(flip(from)), bit(flip(to))); });
  }

  /// Notes whether there are moves that are not picked.
  PLYFORGE_HD constexpr Bitboard pick(Bitboard targets, Bitboard picked) {
    any_move_ = any_move_ || targets != 0;
    found_ = found_ || (!reaching_ && targets != picked);
    return picked;
  }

  template <class After>
  PLYFORGE_HD constexpr void each(Bitboard picked, After after) {
    if (picked == 0 || found_) return;
    const Board other = flipped(board_);
    while (picked != 0 && !found_) found_ = is_goal(after(other, pop_lowest(picked)), goal_, sliders_) == reaching_;
  }

  const Board& board_;
  const Sliders& sliders_;
  PickedSquares picked_;
  Goal goal_;
  bool reaching_;
  bool found_ = false;
  bool any_move_ = false;
};

/// Whether some move reaches the goal.
template <class Sliders>
PLYFORGE_HD_CALL constexpr bool has_goal_move(const Board& board, Goal goal, const Sliders& sliders) {
  GoalMoveFinder<Sliders> finder(board, goal, true, sliders);
  visit_moves(board, sliders, finder);
  return finder.found();
}

/// Whether the mover has a legal move and every one of them reaches the goal.
template <class Sliders>
PLYFORGE_HD_CALL constexpr bool has_only_goal_moves(const Board& board, Goal goal, const Sliders& sliders) {
  GoalMoveFinder<Sliders> finder(board, goal, false, sliders);
  visit_moves(board, sliders, finder);
  return finder.any_move() && !finder.found();
}

}  // namespace plyforge
