#pragma once

#include <cstdint>

#include "board/bitboard.h"
#include "board/board.h"
#include "board/host_device.h"
#include "board/move.h"
#include "leaf/leaf.h"
#include "movegen/attacks.h"
#include "movegen/board_moves.h"
#include "movegen/checks.h"
#include "movegen/movegen.h"
#include "movegen/replies.h"

namespace plyforge {

/// Adds the rare kinds of moves: checks, which are made to see whether they mate, promotions, en passant and castling.
/// Kept out of line and apart from MoveStats, so that the latter stays in registers.
template <class Sliders>
class RareMoveStats {
 public:
  PLYFORGE_HD constexpr RareMoveStats(const Board& board, const Sliders& sliders, LeafSums<std::uint64_t>& sums)
      : board_(board), sliders_(sliders), sums_(sums) {}

  /// Moves to the squares of `direct` (check by the piece moved), of `discovered` (check by another), or of both.
  PLYFORGE_HD_CALL constexpr void man_checks(Square from, Bitboard direct, Bitboard discovered) {
    const Board other = flipped(board_);
    for (Bitboard rest = direct | discovered; rest != 0;) {
      const Square to = pop_lowest(rest);
      count(direct & bit(to), discovered & bit(to), after_man(other, bit(flip(from)), bit(flip(to))));
    }
  }
  PLYFORGE_HD_CALL constexpr void pawn_checks(Bitboard direct, Bitboard discovered, int step, MoveKind kind) {
    const Board other = flipped(board_);
    for (Bitboard rest = direct | discovered; rest != 0;) {
      const Square to = pop_lowest(rest);
      count(direct & bit(to), discovered & bit(to), after_pawn(other, bit(flip(to - step)), bit(flip(to)), kind));
    }
  }
  PLYFORGE_HD_CALL constexpr void promotions(Bitboard targets, int step) {
    sums_[StatsColumn::promotions] += 4 * static_cast<unsigned>(popcount(targets));
    const CheckSquares squares = find_check_squares(board_, sliders_);
    const Board other = flipped(board_);
    for (Bitboard rest = targets; rest != 0;) {
      const Square to = pop_lowest(rest);
      const Square from = to - step;
      const Bitboard discovered = leaving_line(squares, from, bit(to), sliders_);
      const PromotionChecks direct = find_promotion_checks(board_, squares, from, to, sliders_);
      const auto add = [&](Bitboard checking, MoveKind kind) {
        if ((checking | discovered) == 0) return;
        count(checking, discovered, after_promotion(other, bit(flip(from)), bit(flip(to)), kind));
      };
      add(direct.diagonal | direct.orthogonal, MoveKind::promotion_queen);
      add(direct.orthogonal, MoveKind::promotion_rook);
      add(direct.diagonal, MoveKind::promotion_bishop);
      add(direct.knight, MoveKind::promotion_knight);
    }
  }
  PLYFORGE_HD_CALL constexpr void en_passant(Square from, Square to) {
    ++sums_[StatsColumn::en_passant];
    unknown(after_en_passant(flipped(board_), bit(flip(from)), bit(flip(to))), to);
  }
  PLYFORGE_HD constexpr void quiet_castle() { ++sums_[StatsColumn::castles]; }
  PLYFORGE_HD_CALL constexpr void castle(Square king, Square rook) {
    ++sums_[StatsColumn::castles];
    unknown(after_castle(flipped(board_), flip(king), flip(rook)), castled_rook(king, rook));
  }

 private:
  /// A move that may or may not check. `arrived`: where the piece ends up whose check does not count as
  /// discovered.
  PLYFORGE_HD constexpr void unknown(const Board& after, Square arrived) {
    const Bitboard checkers = attackers_among(after.opp, lowest(after.own.king), after.occupied, sliders_);
    if (checkers == 0) return;
    const Bitboard others = checkers & ~bit(flip(arrived));
    const Bitboard direct = checkers != others ? checkers : others & (others - 1);
    count(direct, others, after);
  }

  /// A check by the piece moved (unless `direct` is empty) and by another (unless `discovered` is empty).
  PLYFORGE_HD constexpr void count(Bitboard direct, Bitboard discovered, const Board& after) {
    const unsigned mate = has_reply(after, sliders_) ? 0 : 1;
    ++sums_[StatsColumn::checks];
    sums_[StatsColumn::checkmates] += mate;
    if (discovered == 0) return;
    ++sums_[direct != 0 ? StatsColumn::double_checks : StatsColumn::discovered_checks];
    sums_[direct != 0 ? StatsColumn::double_mates : StatsColumn::discovered_mates] += mate;
  }

  const Board& board_;
  const Sliders& sliders_;
  LeafSums<std::uint64_t>& sums_;
};

/// Counts the moves and captures that visit_moves() finds, by sets of squares, and picks the rarer kinds out.
template <class Sliders>
class MoveStats {
 public:
  PLYFORGE_HD constexpr MoveStats(const Board& board, const Sliders& sliders, RareMoveStats<Sliders>& rare)
      : board_(board), sliders_(sliders), squares_(find_check_squares(board, sliders)), rare_(rare) {}

  PLYFORGE_HD constexpr unsigned moves() const { return moves_; }
  PLYFORGE_HD constexpr unsigned captures() const { return captures_; }

  PLYFORGE_HD constexpr void king(Square from, Bitboard targets) { man(from, targets, 0); }
  PLYFORGE_HD constexpr void knight(Square from, Bitboard targets) { man(from, targets, squares_.knight); }
  PLYFORGE_HD constexpr void diagonal(Square from, Bitboard targets) {
    const bool queen = (board_.own.orthogonal & bit(from)) != 0;
    man(from, targets, squares_.diagonal | (queen ? squares_.orthogonal : 0));
  }
  PLYFORGE_HD constexpr void orthogonal(Square from, Bitboard targets) {
    const bool queen = (board_.own.diagonal & bit(from)) != 0;
    man(from, targets, squares_.orthogonal | (queen ? squares_.diagonal : 0));
  }
  PLYFORGE_HD constexpr void pawns(Bitboard targets, int step, MoveKind kind) {
    const bool takes = step == 7 || step == 9;
    moves_ += count(targets);
    if (takes) captures_ += count(targets);
    // A push on the king's file stays between king and slider; every other pawn move leaves its line.
    const Bitboard leaving = takes ? targets : targets & ~file_line(squares_.king);
    const Bitboard direct = targets & squares_.pawn;
    const Bitboard discovered = leaving & (squares_.blockers() << step);
    if ((direct | discovered) != 0) rare_.pawn_checks(direct, discovered, step, kind);
  }
  PLYFORGE_HD constexpr void promotions(Bitboard targets, int step) {
    moves_ += 4 * count(targets);
    if (step != 8) captures_ += 4 * count(targets);
    rare_.promotions(targets, step);
  }
  PLYFORGE_HD constexpr void en_passant(Square from, Square to) {
    ++moves_;
    ++captures_;
    rare_.en_passant(from, to);
  }
  PLYFORGE_HD constexpr void castle(Square king, Square rook) {
    ++moves_;
    if (castling_may_check(squares_, king, rook)) {
      rare_.castle(king, rook);
    } else {
      rare_.quiet_castle();
    }
  }

 private:
  PLYFORGE_HD static constexpr unsigned count(Bitboard set) { return static_cast<unsigned>(popcount(set)); }

  /// The moves of one man; `checking`: squares from which it attacks the king.
  PLYFORGE_HD constexpr void man(Square from, Bitboard targets, Bitboard checking) {
    moves_ += count(targets);
    captures_ += count(targets & board_.opp.all);
    const Bitboard direct = targets & checking;
    if ((direct | (squares_.blockers() & bit(from))) == 0) return;
    rare_.man_checks(from, direct, leaving_line(squares_, from, targets, sliders_));
  }

  const Board& board_;
  const Sliders& sliders_;
  CheckSquares squares_;
  RareMoveStats<Sliders>& rare_;
  unsigned moves_ = 0;
  unsigned captures_ = 0;
};

/// Adds the legal moves of a position to the sums: nodes, and the columns of StatsColumn.
template <class Sliders>
PLYFORGE_HD_CALL constexpr void add_move_stats(const Board& board, const Sliders& sliders,
                                               LeafSums<std::uint64_t>& sums) {
  RareMoveStats<Sliders> rare(board, sliders, sums);
  MoveStats<Sliders> stats(board, sliders, rare);
  visit_moves(board, sliders, stats);
  sums.nodes += stats.moves();
  sums[StatsColumn::captures] += stats.captures();
}

}  // namespace plyforge
