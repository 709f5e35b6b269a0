#pragma once

#include <cstdint>

#include "attacks.h"
#include "bitboard.h"
#include "board.h"
#include "checks.h"
#include "host_device.h"
#include "leaf.h"
#include "make.h"
#include "movegen.h"
#include "position.h"
#include "replies.h"

namespace plyforge {

/// Counts the kinds of moves that visit_moves() finds, by sets of squares. Made are only the moves that give check, to
/// see whether they mate, and the few that change two squares besides their own: castling and en passant.
template <class Sliders>
class MoveStats {
 public:
  PLYFORGE_HD constexpr MoveStats(const Position& position, const Board& board, const Sliders& sliders)
      : position_(position), board_(board), sliders_(sliders), check_(find_check_squares(board, sliders)) {}

  PLYFORGE_HD constexpr void add_to(LeafSums<std::uint64_t>& sums) const {
    sums.nodes += moves_;
    sums[StatsColumn::captures] += captures_;
    sums[StatsColumn::en_passant] += en_passant_;
    sums[StatsColumn::castles] += castles_;
    sums[StatsColumn::promotions] += promotions_;
    sums[StatsColumn::checks] += checks_;
    sums[StatsColumn::discovered_checks] += discovered_checks_;
    sums[StatsColumn::double_checks] += double_checks_;
    sums[StatsColumn::checkmates] += checkmates_;
    sums[StatsColumn::discovered_mates] += discovered_mates_;
    sums[StatsColumn::double_mates] += double_mates_;
  }

  PLYFORGE_HD constexpr void king(Square from, Bitboard targets) { man(from, targets, 0); }
  PLYFORGE_HD constexpr void knight(Square from, Bitboard targets) { man(from, targets, check_.knight); }
  PLYFORGE_HD constexpr void diagonal(Square from, Bitboard targets) {
    const bool queen = (board_.own.orthogonal & bit(from)) != 0;
    man(from, targets, check_.diagonal | (queen ? check_.orthogonal : 0));
  }
  PLYFORGE_HD constexpr void orthogonal(Square from, Bitboard targets) {
    const bool queen = (board_.own.diagonal & bit(from)) != 0;
    man(from, targets, check_.orthogonal | (queen ? check_.diagonal : 0));
  }
  PLYFORGE_HD constexpr void pawns(Bitboard targets, int step, MoveKind kind) {
    count(targets);
    // A push on the king's file stays between king and slider; every other pawn move leaves its line.
    const bool takes = step == 7 || step == 9;
    const Bitboard line = takes ? 0 : file_line(check_.king);
    const Bitboard direct = targets & check_.pawn;
    const Bitboard discovered = targets & (check_.screens() << step) & ~line;
    if ((direct | discovered) != 0) {
      add_checks(direct, discovered, [step, kind](Square to) { return move(to - step, to, kind); });
    }
  }
  PLYFORGE_HD constexpr void promotions(Bitboard targets, int step) {
    count(targets, 4);
    promotions_ += 4 * static_cast<unsigned>(popcount(targets));
    for (Bitboard rest = targets; rest != 0;) {
      const Square to = pop_lowest(rest);
      const Square from = to - step;
      const Bitboard occupied = board_.occupied ^ bit(from);  // the pawn may have stood between the king and `to`
      const Bitboard diagonal = sliders_.bishop(check_.king, occupied) & bit(to);
      const Bitboard orthogonal = sliders_.rook(check_.king, occupied) & bit(to);
      const Bitboard discovered = leaves_screen(from, bit(to));
      const auto add = [&](Bitboard direct, MoveKind kind) {
        if ((direct | discovered) == 0) return;
        add_checks(direct, discovered, [from, kind](Square t) { return move(from, t, kind); });
      };
      add(diagonal | orthogonal, MoveKind::promotion_queen);
      add(orthogonal, MoveKind::promotion_rook);
      add(diagonal, MoveKind::promotion_bishop);
      add(check_.knight & bit(to), MoveKind::promotion_knight);
    }
  }
  PLYFORGE_HD constexpr void en_passant(Square from, Square to) {
    ++moves_;
    ++captures_;
    ++en_passant_;
    made(move(from, to, MoveKind::en_passant), to);
  }
  PLYFORGE_HD constexpr void castle(Square king, Square rook) {
    ++moves_;
    ++castles_;
    made(move(king, rook, MoveKind::castle), castled_rook(king, rook));
  }

 private:
  PLYFORGE_HD static constexpr Move move(Square from, Square to, MoveKind kind) {
    return {static_cast<std::uint8_t>(from), static_cast<std::uint8_t>(to), kind};
  }

  PLYFORGE_HD constexpr void count(Bitboard targets, unsigned times = 1) {
    moves_ += times * static_cast<unsigned>(popcount(targets));
    captures_ += times * static_cast<unsigned>(popcount(targets & board_.opp.all));
  }

  /// The moves of one man; `checking`: squares from which it attacks the king.
  PLYFORGE_HD constexpr void man(Square from, Bitboard targets, Bitboard checking) {
    count(targets);
    const Bitboard direct = targets & checking;
    const Bitboard discovered = leaves_screen(from, targets);
    if ((direct | discovered) != 0) {
      add_checks(direct, discovered, [from](Square to) { return move(from, to, MoveKind::normal); });
    }
  }

  /// The targets with which a man that stands alone between king and slider leaves that line.
  PLYFORGE_HD constexpr Bitboard leaves_screen(Square from, Bitboard targets) const {
    if ((check_.orthogonal_screens & bit(from)) != 0) {
      return targets & ~(sliders_.rook_lines(check_.king) & sliders_.rook_lines(from));
    }
    if ((check_.diagonal_screens & bit(from)) != 0) {
      return targets & ~(sliders_.bishop_lines(check_.king) & sliders_.bishop_lines(from));
    }
    return 0;
  }

  /// Adds the moves to the squares of `direct` (checks by the man moved) and `discovered`; `move_to` tells the move.
  template <class MoveTo>
  PLYFORGE_HD constexpr void add_checks(Bitboard direct, Bitboard discovered, MoveTo move_to) {
    for (Bitboard rest = direct | discovered; rest != 0;) {
      const Square to = pop_lowest(rest);
      const bool is_discovered = (discovered & bit(to)) != 0;
      const bool is_double = is_discovered && (direct & bit(to)) != 0;
      add_check(unpack(make(position_, move_to(to), sliders_)), is_discovered && !is_double, is_double);
    }
  }

  /// Looks for check after a move that has been made; `arrived` is the man whose check is not a discovered one.
  PLYFORGE_HD constexpr void made(Move m, Square arrived) {
    const Board after = unpack(make(position_, m, sliders_));
    const Bitboard checkers = attackers_among(after.opp, lowest(after.own.king), after.occupied, sliders_);
    if (checkers == 0) return;
    const bool is_double = (checkers & (checkers - 1)) != 0;
    add_check(after, !is_double && checkers != bit(flip(arrived)), is_double);
  }

  PLYFORGE_HD constexpr void add_check(const Board& after, bool is_discovered, bool is_double) {
    const unsigned mate = has_reply(after, sliders_) ? 0 : 1;
    ++checks_;
    checkmates_ += mate;
    if (is_discovered) {
      ++discovered_checks_;
      discovered_mates_ += mate;
    }
    if (is_double) {
      ++double_checks_;
      double_mates_ += mate;
    }
  }

  const Position& position_;
  const Board& board_;
  const Sliders& sliders_;
  CheckSquares check_;
  unsigned moves_ = 0;
  unsigned captures_ = 0;
  unsigned en_passant_ = 0;
  unsigned castles_ = 0;
  unsigned promotions_ = 0;
  unsigned checks_ = 0;
  unsigned discovered_checks_ = 0;
  unsigned double_checks_ = 0;
  unsigned checkmates_ = 0;
  unsigned discovered_mates_ = 0;
  unsigned double_mates_ = 0;
};

/// Adds the legal moves of a position to the sums: nodes, and the columns of StatsColumn.
template <class Sliders>
PLYFORGE_HD_CALL constexpr void add_move_stats(const Position& position, const Sliders& sliders,
                                               LeafSums<std::uint64_t>& sums) {
  const Board board = unpack(position);
  MoveStats<Sliders> stats(position, board, sliders);
  visit_moves(board, sliders, stats);
  stats.add_to(sums);
}

}  // namespace plyforge
