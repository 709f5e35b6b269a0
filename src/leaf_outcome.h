#pragma once

#include <cstdint>

#include "bitboard.h"
#include "board.h"
#include "checks.h"
#include "host_device.h"
#include "leaf.h"
#include "make.h"
#include "movegen.h"
#include "outcome.h"
#include "position.h"
#include "replies.h"
#include "stalemate.h"

namespace plyforge {

/// Squares by which moves are picked out that may lead to anything but a dead or other position: a move is if it starts
/// at `from` or goes to one of the squares of its kind of man.
struct PickedSquares {
  Bitboard from;
  Bitboard pawn;
  Bitboard knight;
  Bitboard king;
  Bitboard bishop;
  Bitboard rook;
  Bitboard queen;
  bool castling;
  bool promotions;  ///< all of them: they may stalemate, or leave a dead position
};

/// The moves that may check or stalemate.
template <class Sliders>
PLYFORGE_HD constexpr PickedSquares pick_squares(const Position& position, const Board& board,
                                                 const CheckSquares& check, const Sliders& sliders) {
  const StalemateSquares stalemate = find_stalemate_squares(position, board, sliders);
  return {.from = check.screens() | stalemate.leave,
          .pawn = check.pawn | stalemate.pawn,
          .knight = check.knight | stalemate.knight,
          .king = stalemate.king,
          .bishop = check.diagonal | stalemate.diagonal,
          .rook = check.orthogonal | stalemate.orthogonal,
          .queen = check.diagonal | check.orthogonal | stalemate.queen,
          .castling = stalemate.others,
          .promotions = stalemate.others || may_promote_to_dead(board)};
}

/// Adds the outcomes of moves that may check or stalemate, and of the rare kinds of moves, by making them. Kept out of
/// line and apart from MoveOutcomes, so that nothing of that is forced out of registers.
template <class Sliders>
class RareMoveOutcomes {
 public:
  /// `deadening`: see find_deadening_squares().
  PLYFORGE_HD constexpr RareMoveOutcomes(const Position& position, Bitboard deadening, const Sliders& sliders,
                                         LeafSums<std::uint64_t>& sums)
      : position_(position), deadening_(deadening), sliders_(sliders), sums_(sums) {}

  /// The number of moves added.
  PLYFORGE_HD constexpr unsigned added() const { return added_; }

  PLYFORGE_HD_CALL constexpr void man(Square from, Bitboard targets) {
    const Board board = unpack(position_);
    while (targets != 0) add_mobile(board, from, pop_lowest(targets), MoveKind::normal);
  }
  PLYFORGE_HD_CALL constexpr void pawns(Bitboard targets, int step, MoveKind kind) {
    const Board board = unpack(position_);
    while (targets != 0) {
      const Square to = pop_lowest(targets);
      add_mobile(board, to - step, to, kind);
    }
  }
  /// Adds the promotions that check, or all if `all`.
  PLYFORGE_HD_CALL constexpr void promotions(Bitboard targets, int step, bool all) {
    const Board board = unpack(position_);
    const CheckSquares squares = find_check_squares(board, sliders_);
    while (targets != 0) {
      const Square to = pop_lowest(targets);
      const Square from = to - step;
      const PromotionChecks check = find_promotion_checks(board, squares, from, to, sliders_);
      const Bitboard any = (all ? bit(to) : 0) | (squares.screens() & bit(from));
      if ((any | check.diagonal | check.orthogonal) != 0) add(from, to, MoveKind::promotion_queen);
      if ((any | check.orthogonal) != 0) add(from, to, MoveKind::promotion_rook);
      if ((any | check.diagonal) != 0) add(from, to, MoveKind::promotion_bishop);
      if ((any | check.knight) != 0) add(from, to, MoveKind::promotion_knight);
    }
  }
  PLYFORGE_HD_CALL constexpr void add(Square from, Square to, MoveKind kind) {
    const Move move{static_cast<std::uint8_t>(from), static_cast<std::uint8_t>(to), kind};
    ++sums_[outcome_of(make(position_, move, sliders_), sliders_)];
    ++added_;
  }

 private:
  /// As add(). Most moves leave the opponent's king a step, which is found before the move is made.
  PLYFORGE_HD constexpr void add_mobile(const Board& before, Square from, Square to, MoveKind kind) {
    const Board board = with_move(before, bit(from), bit(to));
    if (!opponent_king_can_step(board, sliders_)) return add(from, to, kind);
    ++added_;
    if ((deadening_ & bit(to)) != 0) {
      ++sums_[OutcomeColumn::dead];
    } else {
      ++sums_[attacks_king(board, sliders_) ? OutcomeColumn::check : OutcomeColumn::other];
    }
  }

  const Position& position_;
  Bitboard deadening_;
  const Sliders& sliders_;
  LeafSums<std::uint64_t>& sums_;
  unsigned added_ = 0;
};

/// Counts what the moves that visit_moves() finds lead to, by sets of squares.
template <class Sliders>
class MoveOutcomes {
 public:
  PLYFORGE_HD constexpr MoveOutcomes(const Board& board, const CheckSquares& check, const PickedSquares& picked,
                                     Bitboard deadening, RareMoveOutcomes<Sliders>& rare)
      : board_(board), check_(check), picked_(picked), deadening_(deadening), rare_(rare) {}

  PLYFORGE_HD constexpr unsigned moves() const { return moves_; }
  PLYFORGE_HD constexpr unsigned dead() const { return dead_; }  ///< of those that were not added by `rare`

  PLYFORGE_HD constexpr void king(Square from, Bitboard targets) { man(from, targets, picked_.king); }
  PLYFORGE_HD constexpr void knight(Square from, Bitboard targets) { man(from, targets, picked_.knight); }
  PLYFORGE_HD constexpr void diagonal(Square from, Bitboard targets) {
    man(from, targets, (board_.own.orthogonal & bit(from)) != 0 ? picked_.queen : picked_.bishop);
  }
  PLYFORGE_HD constexpr void orthogonal(Square from, Bitboard targets) {
    man(from, targets, (board_.own.diagonal & bit(from)) != 0 ? picked_.queen : picked_.rook);
  }
  PLYFORGE_HD constexpr void pawns(Bitboard targets, int step, MoveKind kind) {
    const Bitboard picked = targets & (picked_.pawn | picked_.from << step);
    count(targets, picked);
    if (picked != 0) rare_.pawns(picked, step, kind);
  }
  PLYFORGE_HD constexpr void promotions(Bitboard targets, int step) {
    moves_ += 4 * static_cast<unsigned>(popcount(targets));
    rare_.promotions(targets, step, picked_.promotions);
  }
  PLYFORGE_HD constexpr void en_passant(Square from, Square to) {
    ++moves_;
    rare_.add(from, to, MoveKind::en_passant);
  }
  PLYFORGE_HD constexpr void castle(Square king, Square rook) {
    ++moves_;
    if (picked_.castling || castling_may_check(check_, king, rook)) rare_.add(king, rook, MoveKind::castle);
  }

 private:
  PLYFORGE_HD constexpr void count(Bitboard targets, Bitboard picked) {
    moves_ += static_cast<unsigned>(popcount(targets));
    if (deadening_ != 0) dead_ += static_cast<unsigned>(popcount(targets & deadening_ & ~picked));
  }

  /// The moves of one man; `squares`: those of its kind.
  PLYFORGE_HD constexpr void man(Square from, Bitboard targets, Bitboard squares) {
    const Bitboard picked = (picked_.from & bit(from)) != 0 ? targets : targets & squares;
    count(targets, picked);
    if (picked != 0) rare_.man(from, picked);
  }

  const Board& board_;
  const CheckSquares& check_;
  const PickedSquares& picked_;
  Bitboard deadening_;
  RareMoveOutcomes<Sliders>& rare_;
  unsigned moves_ = 0;
  unsigned dead_ = 0;
};

/// Adds the positions after all legal moves of a position to the sums: nodes, and the columns of OutcomeColumn.
template <class Sliders>
PLYFORGE_HD_CALL constexpr void add_outcomes(const Position& position, const Sliders& sliders,
                                             LeafSums<std::uint64_t>& sums) {
  const Board board = unpack(position);
  const CheckSquares check = find_check_squares(board, sliders);
  const PickedSquares picked = pick_squares(position, board, check, sliders);
  const Bitboard deadening = find_deadening_squares(board);
  RareMoveOutcomes<Sliders> rare(position, deadening, sliders, sums);
  MoveOutcomes<Sliders> outcomes(board, check, picked, deadening, rare);
  visit_moves(board, sliders, outcomes);
  sums.nodes += outcomes.moves();
  sums[OutcomeColumn::dead] += outcomes.dead();
  sums[OutcomeColumn::other] += outcomes.moves() - outcomes.dead() - rare.added();
}

}  // namespace plyforge
