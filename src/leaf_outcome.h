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
#include "stalemate.h"

namespace plyforge {

/// The captures after which the position is dead by its men: the squares of the men to be taken, or every square if it
/// is dead already.
PLYFORGE_HD constexpr Bitboard find_deadening_squares(const Board& board) {
  const Bitboard heavy = board.own.pawns | board.opp.pawns | board.own.orthogonal | board.opp.orthogonal;
  if ((heavy & (heavy - 1)) != 0) return 0;  // a move takes one man only
  const Bitboard knights = board.own.knights | board.opp.knights;
  const Bitboard bishops = (board.own.diagonal | board.opp.diagonal) & ~heavy;
  if (is_dead(heavy, knights, bishops)) return ~Bitboard{0};
  Bitboard squares = 0;
  for (Bitboard rest = board.opp.all & ~board.opp.king; rest != 0;) {
    const Bitboard taken = bit(pop_lowest(rest));
    if (is_dead(heavy & ~taken, knights & ~taken, bishops & ~taken)) squares |= taken;
  }
  return squares;
}

/// Counts what the moves that visit_moves() finds lead to. Most moves neither check nor take away the last reply, and
/// are counted by sets; the others are made.
template <class Sliders>
class MoveOutcomes {
 public:
  PLYFORGE_HD constexpr MoveOutcomes(const Position& position, const Board& board, const Sliders& sliders,
                                     LeafSums<std::uint64_t>& sums)
      : position_(position),
        board_(board),
        sliders_(sliders),
        sums_(sums),
        check_(find_check_squares(board, sliders)),
        stalemate_(find_stalemate_squares(position, board, sliders)),
        deadening_(find_deadening_squares(board)) {}

  PLYFORGE_HD constexpr void king(Square from, Bitboard targets) { man(from, targets, stalemate_.king); }
  PLYFORGE_HD constexpr void knight(Square from, Bitboard targets) {
    man(from, targets, check_.knight | stalemate_.knight);
  }
  PLYFORGE_HD constexpr void diagonal(Square from, Bitboard targets) { slider(from, targets); }
  PLYFORGE_HD constexpr void orthogonal(Square from, Bitboard targets) { slider(from, targets); }
  PLYFORGE_HD constexpr void pawns(Bitboard targets, int step, MoveKind kind) {
    const Bitboard made = targets & (check_.pawn | stalemate_.pawn | (check_.screens() | stalemate_.leave) << step);
    count(targets & ~made);
    for (Bitboard rest = made; rest != 0;) {
      const Square to = pop_lowest(rest);
      add(to - step, to, kind);
    }
  }
  PLYFORGE_HD constexpr void promotions(Bitboard targets, int step) {
    for (Bitboard rest = targets; rest != 0;) {
      const Square to = pop_lowest(rest);
      const Square from = to - step;
      add(from, to, MoveKind::promotion_queen);
      add(from, to, MoveKind::promotion_rook);
      add(from, to, MoveKind::promotion_bishop);
      add(from, to, MoveKind::promotion_knight);
    }
  }
  PLYFORGE_HD constexpr void en_passant(Square from, Square to) { add(from, to, MoveKind::en_passant); }
  PLYFORGE_HD constexpr void castle(Square king, Square rook) { add(king, rook, MoveKind::castle); }

 private:
  PLYFORGE_HD constexpr void slider(Square from, Bitboard targets) {
    const bool is_diagonal = (board_.own.diagonal & bit(from)) != 0;
    const bool is_orthogonal = (board_.own.orthogonal & bit(from)) != 0;
    Bitboard made = is_diagonal ? (is_orthogonal ? stalemate_.queen : stalemate_.diagonal) : stalemate_.orthogonal;
    if (is_diagonal) made |= check_.diagonal;
    if (is_orthogonal) made |= check_.orthogonal;
    man(from, targets, made);
  }

  /// The moves of one man. `made`: squares where it may check or stalemate.
  PLYFORGE_HD constexpr void man(Square from, Bitboard targets, Bitboard made) {
    if (((check_.screens() | stalemate_.leave) & bit(from)) != 0) made = ~Bitboard{0};
    count(targets & ~made);
    for (Bitboard rest = targets & made; rest != 0;) add(from, pop_lowest(rest), MoveKind::normal);
  }

  /// Moves without check that leave the opponent a reply.
  PLYFORGE_HD constexpr void count(Bitboard targets) {
    const int dead = popcount(targets & deadening_);
    const int all = popcount(targets);
    sums_.nodes += static_cast<unsigned>(all);
    sums_[OutcomeColumn::dead] += static_cast<unsigned>(dead);
    sums_[OutcomeColumn::other] += static_cast<unsigned>(all - dead);
  }

  /// A move that is looked at by making it.
  PLYFORGE_HD constexpr void add(Square from, Square to, MoveKind kind) {
    const Move move{static_cast<std::uint8_t>(from), static_cast<std::uint8_t>(to), kind};
    ++sums_.nodes;
    ++sums_[outcome_of(make(position_, move, sliders_), sliders_)];
  }

  const Position& position_;
  const Board& board_;
  const Sliders& sliders_;
  LeafSums<std::uint64_t>& sums_;
  CheckSquares check_;
  StalemateSquares stalemate_;
  Bitboard deadening_;
};

/// Adds the positions after all legal moves of a position to the sums: nodes, and the columns of OutcomeColumn.
template <class Sliders>
PLYFORGE_HD_CALL constexpr void add_outcomes(const Position& position, const Sliders& sliders,
                                             LeafSums<std::uint64_t>& sums) {
  const Board board = unpack(position);
  MoveOutcomes<Sliders> outcomes(position, board, sliders, sums);
  visit_moves(board, sliders, outcomes);
}

}  // namespace plyforge
