#pragma once

#include <cstdint>

#include "board/bitboard.h"
#include "board/board.h"
#include "board/host_device.h"
#include "board/move.h"
#include "leaf/leaf.h"
#include "leaf/outcome.h"
#include "movegen/board_moves.h"
#include "movegen/checks.h"
#include "movegen/movegen.h"
#include "movegen/stalemate.h"

namespace plyforge {

/// Squares that pick out the moves which may lead to anything but a dead or an other position: a move is picked if it
/// starts at `from` or goes to one of the squares of its kind of piece.
struct PickedSquares {
  Bitboard from;
  Bitboard pawn;
  Bitboard knight;
  Bitboard king;
  Bitboard bishop;
  Bitboard rook;
  Bitboard queen;
  bool castling;
  bool promotions;  ///< pick all of them: they may stalemate or leave a dead position

  /// The squares picked for a man that visit_moves() reports as moving along diagonals, or along ranks and files.
  PLYFORGE_HD constexpr Bitboard diagonal(const Board& board, Square s) const {
    return (board.own.orthogonal & bit(s)) != 0 ? queen : bishop;
  }
  PLYFORGE_HD constexpr Bitboard orthogonal(const Board& board, Square s) const {
    return (board.own.diagonal & bit(s)) != 0 ? queen : rook;
  }
  /// The targets of one piece that are picked; `squares`: those of its kind.
  PLYFORGE_HD constexpr Bitboard of_man(Square s, Bitboard targets, Bitboard squares) const {
    return (from & bit(s)) != 0 ? targets : targets & squares;
  }
};

/// The moves that may check or stalemate.
template <class Sliders>
PLYFORGE_HD constexpr PickedSquares pick_squares(const Board& board, const CheckSquares& check,
                                                 const Sliders& sliders) {
  const StalemateSquares stalemate = find_stalemate_squares(board, sliders);
  return {.from = check.blockers() | stalemate.leave,
          .pawn = check.pawn | stalemate.pawn,
          .knight = check.knight | stalemate.knight,
          .king = stalemate.king,
          .bishop = check.diagonal | stalemate.diagonal,
          .rook = check.orthogonal | stalemate.orthogonal,
          .queen = check.diagonal | check.orthogonal | stalemate.queen,
          .castling = stalemate.others,
          .promotions = stalemate.others || may_promote_to_dead(board)};
}

/// Makes the moves that may check or stalemate, and the rare kinds of moves, and adds their outcomes. Kept out of line
/// and apart from MoveOutcomes, so that the latter stays in registers.
template <class Sliders>
class RareMoveOutcomes {
 public:
  PLYFORGE_HD constexpr RareMoveOutcomes(const Board& board, const Sliders& sliders, LeafSums<std::uint64_t>& sums)
      : board_(board), sliders_(sliders), sums_(sums) {}

  /// The number of moves added.
  PLYFORGE_HD constexpr unsigned added() const { return added_; }

  PLYFORGE_HD_CALL constexpr void man(Square from, Bitboard targets) {
    const Board other = flipped(board_);
    if ((board_.own.diagonal | board_.own.orthogonal) == bit(from) && (board_.own.orthogonal & bit(from)) != 0) {
      targets = lone_heavy_man(from, targets, flip_ranks(king_targets(other, sliders_)));
    }
    while (targets != 0) add(after_man(other, bit(flip(from)), bit(flip(pop_lowest(targets)))));
  }
  PLYFORGE_HD_CALL constexpr void pawns(Bitboard targets, int step, MoveKind kind) {
    const Board other = flipped(board_);
    while (targets != 0) {
      const Square to = pop_lowest(targets);
      add(after_pawn(other, bit(flip(to - step)), bit(flip(to)), kind));
    }
  }
  /// Adds the promotions that check, or all if `all`.
  PLYFORGE_HD_CALL constexpr void promotions(Bitboard targets, int step, bool all) {
    const CheckSquares squares = find_check_squares(board_, sliders_);
    const Board other = flipped(board_);
    while (targets != 0) {
      const Square to = pop_lowest(targets);
      const Square from = to - step;
      const PromotionChecks check = find_promotion_checks(board_, squares, from, to, sliders_);
      const Bitboard any = (all ? bit(to) : 0) | (squares.blockers() & bit(from));
      const auto pick = [&](Bitboard checking, MoveKind kind) {
        if ((any | checking) != 0) add(after_promotion(other, bit(flip(from)), bit(flip(to)), kind));
      };
      pick(check.diagonal | check.orthogonal, MoveKind::promotion_queen);
      pick(check.orthogonal, MoveKind::promotion_rook);
      pick(check.diagonal, MoveKind::promotion_bishop);
      pick(check.knight, MoveKind::promotion_knight);
    }
  }
  PLYFORGE_HD_CALL constexpr void en_passant(Square from, Square to) {
    add(after_en_passant(flipped(board_), bit(flip(from)), bit(flip(to))));
  }
  PLYFORGE_HD_CALL constexpr void castle(Square king, Square rook) {
    add(after_castle(flipped(board_), flip(king), flip(rook)));
  }

 private:
  /// Adds the moves of a rook or queen that leave the opponent's king a step, without making them, and returns the
  /// rest. `steps` are the steps that are safe before the move. The piece is the only slider, so after the move the
  /// other pieces attack what they did before; and with it on the board no position is dead.
  PLYFORGE_HD constexpr Bitboard lone_heavy_man(Square from, Bitboard targets, Bitboard steps) {
    const Bitboard occupied = board_.occupied ^ bit(from) ^ board_.opp.king;
    const bool queen = (board_.own.diagonal & bit(from)) != 0;
    Bitboard left = 0;
    while (targets != 0) {
      const Square to = pop_lowest(targets);
      const Bitboard attacks = sliders_.rook(to, occupied) | (queen ? sliders_.bishop(to, occupied) : 0);
      if ((steps & ~attacks & ~bit(to)) == 0) {
        left |= bit(to);
        continue;
      }
      ++sums_[(attacks & board_.opp.king) != 0 ? OutcomeColumn::check : OutcomeColumn::other];
      ++added_;
    }
    return left;
  }

  PLYFORGE_HD constexpr void add(const Board& after) {
    ++sums_[outcome_of(after, sliders_)];
    ++added_;
  }

  const Board& board_;
  const Sliders& sliders_;
  LeafSums<std::uint64_t>& sums_;
  unsigned added_ = 0;
};

/// Counts the outcomes of the moves that visit_moves() finds, by sets of squares.
template <class Sliders>
class MoveOutcomes {
 public:
  PLYFORGE_HD constexpr MoveOutcomes(const Board& board, const CheckSquares& check, const PickedSquares& picked,
                                     Bitboard deadening, RareMoveOutcomes<Sliders>& rare)
      : board_(board), check_(check), picked_(picked), deadening_(deadening), rare_(rare) {}

  PLYFORGE_HD constexpr unsigned moves() const { return moves_; }
  PLYFORGE_HD constexpr unsigned dead() const { return dead_; }  ///< among those that `rare` has not added

  PLYFORGE_HD constexpr void king(Square from, Bitboard targets) { man(from, targets, picked_.king); }
  PLYFORGE_HD constexpr void knight(Square from, Bitboard targets) { man(from, targets, picked_.knight); }
  PLYFORGE_HD constexpr void diagonal(Square from, Bitboard targets) {
    man(from, targets, picked_.diagonal(board_, from));
  }
  PLYFORGE_HD constexpr void orthogonal(Square from, Bitboard targets) {
    man(from, targets, picked_.orthogonal(board_, from));
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
    rare_.en_passant(from, to);
  }
  PLYFORGE_HD constexpr void castle(Square king, Square rook) {
    ++moves_;
    if (picked_.castling || castling_may_check(check_, king, rook)) rare_.castle(king, rook);
  }

 private:
  PLYFORGE_HD constexpr void count(Bitboard targets, Bitboard picked) {
    moves_ += static_cast<unsigned>(popcount(targets));
    if (deadening_ != 0) dead_ += static_cast<unsigned>(popcount(targets & deadening_ & ~picked));
  }

  /// The moves of one man; `squares`: those of its kind.
  PLYFORGE_HD constexpr void man(Square from, Bitboard targets, Bitboard squares) {
    const Bitboard picked = picked_.of_man(from, targets, squares);
    count(targets, picked);
    if (picked != 0) rare_.man(from, picked);
  }

  const Board& board_;
  const CheckSquares& check_;
  const PickedSquares& picked_;
  Bitboard deadening_;  ///< see find_deadening_squares()
  RareMoveOutcomes<Sliders>& rare_;
  unsigned moves_ = 0;
  unsigned dead_ = 0;
};

/// Adds the positions after all legal moves of a position to the sums: nodes, and the columns of OutcomeColumn.
template <class Sliders>
PLYFORGE_HD_CALL constexpr void add_outcomes(const Board& board, const Sliders& sliders,
                                             LeafSums<std::uint64_t>& sums) {
  const CheckSquares check = find_check_squares(board, sliders);
  const PickedSquares picked = pick_squares(board, check, sliders);
  RareMoveOutcomes<Sliders> rare(board, sliders, sums);
  MoveOutcomes<Sliders> outcomes(board, check, picked, find_deadening_squares(board), rare);
  visit_moves(board, sliders, outcomes);
  sums.nodes += outcomes.moves();
  sums[OutcomeColumn::dead] += outcomes.dead();
  sums[OutcomeColumn::other] += outcomes.moves() - outcomes.dead() - rare.added();
}

}  // namespace plyforge
