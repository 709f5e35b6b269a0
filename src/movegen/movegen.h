#pragma once

#include "board/bitboard.h"
#include "board/board.h"
#include "board/host_device.h"
#include "board/move.h"
#include "movegen/attacks.h"

namespace plyforge {

/// What the opponent's men forbid to the mover's: found once per position, before any move is generated.
struct Restrictions {
  Bitboard checkers = 0;  ///< men that give check
  Bitboard check_mask =
      ~0ULL;  ///< where a man other than the king may go: anywhere, or to capture or block a single checker
  Bitboard pinned_diagonal = 0;  ///< lines between king and pinning bishop or queen, pinner included
  Bitboard pinned_orthogonal = 0;
};

/// Finds checks and pins by looking from the king at every slider on one of its lines.
template <class Sliders>
PLYFORGE_HD constexpr Restrictions find_restrictions(const Board& board, const Sliders& sliders) {
  Restrictions r;
  const Square king = lowest(board.own.king);
  const Bitboard king_bit = board.own.king;
  r.checkers =
      ((north_east(king_bit) | north_west(king_bit)) & board.opp.pawns) | (sliders.knight(king) & board.opp.knights);
  Bitboard block = 0;  // squares between the king and a checking slider
  const Bitboard on_rook_lines = sliders.rook_lines(king) & board.opp.orthogonal;
  for (Bitboard rest = on_rook_lines | (sliders.bishop_lines(king) & board.opp.diagonal); rest != 0;) {
    const Square s = pop_lowest(rest);
    const Bitboard line = sliders.between(king, s);
    const Bitboard men = line & board.occupied;
    if (men == 0) {
      r.checkers |= bit(s);
      block |= line;
    } else if ((men & (men - 1)) == 0 && (men & board.own.all) != 0) {
      ((on_rook_lines & bit(s)) != 0 ? r.pinned_orthogonal : r.pinned_diagonal) |= line | bit(s);
    }
  }
  if (r.checkers != 0) r.check_mask = (r.checkers & (r.checkers - 1)) == 0 ? r.checkers | block : 0;
  return r;
}

/// Where the king may step: not onto own men, nor onto attacked squares. The king does not shield the square behind it.
template <class Sliders>
PLYFORGE_HD constexpr Bitboard king_targets(const Board& board, const Sliders& sliders) {
  const Square king = lowest(board.own.king);
  Bitboard targets = sliders.king(king) & ~board.own.all;
  targets &= ~(south_east(board.opp.pawns) | south_west(board.opp.pawns));
  if (targets == 0) return 0;
  targets &= ~(king_fill(board.opp.king) | knight_fill(board.opp.knights));
  const Bitboard occupied = board.occupied ^ board.own.king;
  // Slider attacks are looked up from the sliders or from the king's targets, whichever is likely to be less work.
  const Bitboard but_one = targets & (targets - 1);
  if ((but_one & (but_one - 1)) == 0) {
    for (Bitboard rest = targets; rest != 0;) {
      const Square s = pop_lowest(rest);
      if (((sliders.rook(s, occupied) & board.opp.orthogonal) | (sliders.bishop(s, occupied) & board.opp.diagonal)) !=
          0) {
        targets ^= bit(s);
      }
    }
    return targets;
  }
  for (Bitboard rest = board.opp.diagonal; rest != 0;) targets &= ~sliders.bishop(pop_lowest(rest), occupied);
  for (Bitboard rest = board.opp.orthogonal; rest != 0;) targets &= ~sliders.rook(pop_lowest(rest), occupied);
  return targets;
}

/// All squares from a to b, both included, of one rank.
PLYFORGE_HD constexpr Bitboard rank_span(Square a, Square b) {
  const Square low = a < b ? a : b;
  const Square high = a < b ? b : a;
  return (bit(high) << 1) - bit(low);
}

/// Where castling puts king and rook: the g and f file for the rook right of the king, the c and d file for the other.
PLYFORGE_HD constexpr Square castled_king(Square king, Square rook) { return rook > king ? 6 : 2; }
PLYFORGE_HD constexpr Square castled_rook(Square king, Square rook) { return rook > king ? 5 : 3; }

/// The squares that must be empty, king and rook aside, for castling with `rook`.
PLYFORGE_HD constexpr Bitboard castling_path(Square king, Square rook) {
  return (rank_span(king, castled_king(king, rook)) | rank_span(rook, castled_rook(king, rook))) & ~bit(king) &
         ~bit(rook);
}

/// Whether the king, not in check, may castle with `rook`: the path is empty, and no square that the king crosses or
/// reaches is attacked. The rook is taken off the board too, since it may have shielded the king along the rank
/// (Chess960).
template <class Sliders>
PLYFORGE_HD constexpr bool may_castle(const Board& board, Square king, Square rook, const Sliders& sliders) {
  if ((castling_path(king, rook) & board.occupied) != 0) return false;
  const Bitboard occupied = board.occupied ^ bit(king) ^ bit(rook);
  for (Bitboard way = rank_span(king, castled_king(king, rook)); way != 0;) {
    if (attackers_among(board.opp, pop_lowest(way), occupied, sliders) != 0) return false;
  }
  return true;
}

/// Whether the own pawn on `from` may capture en passant. Tested with the occupancy after the capture, which takes two
/// men off their lines at once; a check by a knight or another pawn remains.
template <class Sliders>
PLYFORGE_HD constexpr bool may_capture_en_passant(const Board& board, Square from, const Sliders& sliders) {
  const Square king = lowest(board.own.king);
  const Bitboard captured = south(board.en_passant);
  Men opp = board.opp;
  opp.pawns ^= captured;
  const Bitboard occupied = (board.occupied ^ captured ^ bit(from)) | board.en_passant;
  return attackers_among(opp, king, occupied, sliders) == 0;
}

/// Hands pawn moves to a visitor, promotions apart.
template <class Visitor>
PLYFORGE_HD constexpr void visit_pawns(Visitor& visitor, Bitboard to, int step) {
  visitor.pawns(to & ~kRank8, step, MoveKind::normal);
  if ((to & kRank8) != 0) visitor.promotions(to & kRank8, step);
}

/// Generates every legal move and hands them to `visitor` in groups, so that the same rules serve counting and listing:
///   king(Square from, Bitboard targets)
///   knight(Square from, Bitboard targets)
///   diagonal(Square from, Bitboard targets)            a bishop, or a queen moving like one
///   orthogonal(Square from, Bitboard targets)          a rook, or a queen moving like one
///   pawns(Bitboard targets, int step, MoveKind kind)   kind: normal or double_push; each comes from target - step
///   promotions(Bitboard targets, int step)             each target stands for four moves
///   en_passant(Square from, Square to)
///   castle(Square king, Square rook)
template <class Sliders, class Visitor>
PLYFORGE_HD constexpr void visit_moves(const Board& board, const Restrictions& r, const Sliders& sliders,
                                       Visitor& visitor) {
  const Square king = lowest(board.own.king);
  visitor.king(king, king_targets(board, sliders));
  if ((r.checkers & (r.checkers - 1)) != 0) return;  // double check: only the king moves

  const Bitboard pinned = r.pinned_diagonal | r.pinned_orthogonal;
  const Bitboard targets = ~board.own.all & r.check_mask;

  for (Bitboard rest = board.own.knights & ~pinned; rest != 0;) {
    const Square s = pop_lowest(rest);
    visitor.knight(s, sliders.knight(s) & targets);
  }
  // A pinned slider stays on its line: a pinned queen moves only as the rook or bishop that fits the line.
  for (Bitboard rest = board.own.diagonal & ~r.pinned_orthogonal; rest != 0;) {
    const Square s = pop_lowest(rest);
    const Bitboard line = (r.pinned_diagonal & bit(s)) != 0 ? r.pinned_diagonal : ~Bitboard{0};
    visitor.diagonal(s, sliders.bishop(s, board.occupied) & targets & line);
  }
  for (Bitboard rest = board.own.orthogonal & ~r.pinned_diagonal; rest != 0;) {
    const Square s = pop_lowest(rest);
    const Bitboard line = (r.pinned_orthogonal & bit(s)) != 0 ? r.pinned_orthogonal : ~Bitboard{0};
    visitor.orthogonal(s, sliders.rook(s, board.occupied) & targets & line);
  }

  // A pawn pinned along a file may push, one pinned along a diagonal may capture along it.
  const Bitboard pushers = board.own.pawns & ~r.pinned_diagonal;
  const Bitboard push =
      north((pushers & ~r.pinned_orthogonal) | (pushers & r.pinned_orthogonal & south(r.pinned_orthogonal))) &
      ~board.occupied;
  visit_pawns(visitor, push & targets, 8);
  visitor.pawns(north(push & kRank3) & ~board.occupied & targets, 16, MoveKind::double_push);
  const Bitboard capturers = board.own.pawns & ~r.pinned_orthogonal;
  const Bitboard free = capturers & ~r.pinned_diagonal;
  const Bitboard diagonally_pinned = capturers & r.pinned_diagonal;
  const Bitboard capture_targets = board.opp.all & targets;
  visit_pawns(visitor, (north_east(free) | (north_east(diagonally_pinned) & r.pinned_diagonal)) & capture_targets, 9);
  visit_pawns(visitor, (north_west(free) | (north_west(diagonally_pinned) & r.pinned_diagonal)) & capture_targets, 7);

  if (board.en_passant != 0) {
    const Bitboard from = south_east(board.en_passant) | south_west(board.en_passant);
    for (Bitboard rest = from & board.own.pawns; rest != 0;) {
      const Square s = pop_lowest(rest);
      if (may_capture_en_passant(board, s, sliders)) visitor.en_passant(s, lowest(board.en_passant));
    }
  }
  if (r.checkers == 0) {
    for (Bitboard rest = board.own_castling; rest != 0;) {
      const Square rook = pop_lowest(rest);
      if (may_castle(board, king, rook, sliders)) visitor.castle(king, rook);
    }
  }
}

template <class Sliders, class Visitor>
PLYFORGE_HD constexpr void visit_moves(const Board& board, const Sliders& sliders, Visitor& visitor) {
  visit_moves(board, find_restrictions(board, sliders), sliders, visitor);
}

/// Counts the moves that visit_moves() finds (bulk counting: none of them is made).
struct MoveCounter {
  std::uint64_t moves = 0;
  PLYFORGE_HD constexpr void add(int n) { moves += static_cast<unsigned>(n); }
  PLYFORGE_HD constexpr void king(Square, Bitboard targets) { add(popcount(targets)); }
  PLYFORGE_HD constexpr void knight(Square, Bitboard targets) { add(popcount(targets)); }
  PLYFORGE_HD constexpr void diagonal(Square, Bitboard targets) { add(popcount(targets)); }
  PLYFORGE_HD constexpr void orthogonal(Square, Bitboard targets) { add(popcount(targets)); }
  PLYFORGE_HD constexpr void pawns(Bitboard targets, int, MoveKind) { add(popcount(targets)); }
  PLYFORGE_HD constexpr void promotions(Bitboard targets, int) { add(4 * popcount(targets)); }
  PLYFORGE_HD constexpr void en_passant(Square, Square) { add(1); }
  PLYFORGE_HD constexpr void castle(Square, Square) { add(1); }
};

/// The number of legal moves.
template <class Sliders>
PLYFORGE_HD_CALL constexpr std::uint64_t count_moves(const Board& board, const Sliders& sliders) {
  MoveCounter counter;
  visit_moves(board, sliders, counter);
  return counter.moves;
}

/// Hands each move on its own to `sink(Move)`.
template <class Sink>
struct MoveLister {
  Sink& sink;

  PLYFORGE_HD constexpr void emit(Square from, Square to, MoveKind kind) {
    sink(Move{static_cast<std::uint8_t>(from), static_cast<std::uint8_t>(to), kind});
  }
  PLYFORGE_HD constexpr void man(Square from, Bitboard targets) {
    while (targets != 0) emit(from, pop_lowest(targets), MoveKind::normal);
  }
  PLYFORGE_HD constexpr void king(Square from, Bitboard targets) { man(from, targets); }
  PLYFORGE_HD constexpr void knight(Square from, Bitboard targets) { man(from, targets); }
  PLYFORGE_HD constexpr void diagonal(Square from, Bitboard targets) { man(from, targets); }
  PLYFORGE_HD constexpr void orthogonal(Square from, Bitboard targets) { man(from, targets); }
  PLYFORGE_HD constexpr void pawns(Bitboard targets, int step, MoveKind kind) {
    while (targets != 0) {
      const Square to = pop_lowest(targets);
      emit(to - step, to, kind);
    }
  }
  PLYFORGE_HD constexpr void promotions(Bitboard targets, int step) {
    while (targets != 0) {
      const Square to = pop_lowest(targets);
      emit(to - step, to, MoveKind::promotion_queen);
      emit(to - step, to, MoveKind::promotion_rook);
      emit(to - step, to, MoveKind::promotion_bishop);
      emit(to - step, to, MoveKind::promotion_knight);
    }
  }
  PLYFORGE_HD constexpr void en_passant(Square from, Square to) { emit(from, to, MoveKind::en_passant); }
  PLYFORGE_HD constexpr void castle(Square king, Square rook) { emit(king, rook, MoveKind::castle); }
};

template <class Sliders, class Sink>
PLYFORGE_HD constexpr void for_each_move(const Board& board, const Sliders& sliders, Sink&& sink) {
  MoveLister<Sink> lister{sink};
  visit_moves(board, sliders, lister);
}

}  // namespace plyforge
