#pragma once

#include <cstdint>

#include "board/bitboard.h"
#include "board/board.h"
#include "board/host_device.h"
#include "device/called_sliders.h"
#include "movegen/attacks.h"
#include "movegen/line_fill.h"
#include "movegen/movegen.h"

namespace plyforge {

/// East along the ranks by one subtraction: the borrow of each slider runs over the empty squares to the next man. The
/// h file, set in every rank, stops it. The sliders must not be in `empty`.
PLYFORGE_HD constexpr Bitboard fill_east_by_borrow(Bitboard s, Bitboard empty) {
  const Bitboard men = ~empty | kFileH;
  return men ^ (men - ((s & ~kFileH) << 1));
}

/// The squares of a line through the king, as far as it sees, and what the opponent's sliders do along it.
struct KingLine {
  Bitboard pinned;  ///< own men that must stay on the line
  Bitboard checks;  ///< squares from the king to a checking slider, that included
  int checkers;
};

/// `seen`: what the king sees along the line; `down`, `up`: where the opponent's sliders go along it towards lower and
/// higher squares, as if the king were not there.
PLYFORGE_HD constexpr KingLine look_along(const Board& board, Bitboard seen, Bitboard down, Bitboard up) {
  const Bitboard king = board.own.king;
  const Bitboard below = seen & (king - 1);
  const Bitboard above = seen & ~(king - 1);
  const bool from_above = (down & king) != 0;
  const bool from_below = (up & king) != 0;
  return {((above & down) | (below & up)) & board.own.all, (from_above ? above : 0) | (from_below ? below : 0),
          (from_above ? 1 : 0) + (from_below ? 1 : 0)};
}

/// The number of legal moves, as count_moves() finds it, by sets: all sliders at once in each direction. A target has
/// at most one attacker in each direction, so the sizes of the sets add up exactly. There is hardly a branch, which
/// suits threads in lockstep.
PLYFORGE_HD std::uint64_t count_moves_set_wise(const Board& board) {
  const CalledSliders sliders;
  const Square king = lowest(board.own.king);
  const Men& own = board.own;
  const Men& opp = board.opp;

  // What the opponent attacks, as if the king were not there.
  const Bitboard open = ~(board.occupied ^ own.king);
  const Bitboard opp_n = fill_north(opp.orthogonal, open);
  const Bitboard opp_s = fill_south(opp.orthogonal, open);
  const Bitboard opp_e = fill_east_by_borrow(opp.orthogonal, open);
  const Bitboard opp_w = fill_west(opp.orthogonal, open);
  const Bitboard opp_ne = fill_north_east(opp.diagonal, open);
  const Bitboard opp_nw = fill_north_west(opp.diagonal, open);
  const Bitboard opp_se = fill_south_east(opp.diagonal, open);
  const Bitboard opp_sw = fill_south_west(opp.diagonal, open);
  const Bitboard attacked = opp_n | opp_s | opp_e | opp_w | opp_ne | opp_nw | opp_se | opp_sw | south_east(opp.pawns) |
                            south_west(opp.pawns) | knight_fill(opp.knights) | king_fill(opp.king);

  const Bitboard occupied = board.occupied;
  const KingLine file = look_along(board, line_attacks(king, file_line(king), occupied), opp_s, opp_n);
  const KingLine rank = look_along(board, line_attacks(king, rank_line(king), occupied), opp_w, opp_e);
  const KingLine diagonal = look_along(board, line_attacks(king, diagonal_line(king), occupied), opp_sw, opp_ne);
  const KingLine antidiagonal =
      look_along(board, line_attacks(king, antidiagonal_line(king), occupied), opp_se, opp_nw);
  const Bitboard leaper_checkers =
      ((north_east(own.king) | north_west(own.king)) & opp.pawns) | (knight_fill(own.king) & opp.knights);

  int moves = popcount(king_fill(own.king) & ~own.all & ~attacked);
  Bitboard targets = ~own.all;
  const bool check = (attacked & own.king) != 0;
  if (check) {
    const int checkers =
        file.checkers + rank.checkers + diagonal.checkers + antidiagonal.checkers + popcount(leaper_checkers);
    if (checkers > 1) return static_cast<unsigned>(moves);
    targets &= file.checks | rank.checks | diagonal.checks | antidiagonal.checks | leaper_checkers;
  }

  // A pinned man moves along its line only.
  const Bitboard pinned = file.pinned | rank.pinned | diagonal.pinned | antidiagonal.pinned;
  const Bitboard empty = ~occupied;
  const auto add = [&](Bitboard to) { moves += popcount(to & targets); };
  const auto free = [&](Bitboard men, const KingLine& line) { return men & (~pinned | line.pinned); };
  add(fill_north(free(own.orthogonal, file), empty));
  add(fill_south(free(own.orthogonal, file), empty));
  add(fill_east_by_borrow(free(own.orthogonal, rank), empty));
  add(fill_west(free(own.orthogonal, rank), empty));
  add(fill_north_east(free(own.diagonal, diagonal), empty));
  add(fill_south_west(free(own.diagonal, diagonal), empty));
  add(fill_north_west(free(own.diagonal, antidiagonal), empty));
  add(fill_south_east(free(own.diagonal, antidiagonal), empty));
  for (Bitboard rest = own.knights & ~pinned; rest != 0;) add(knight_fill(bit(pop_lowest(rest))));

  const Bitboard push = north(free(own.pawns, file)) & empty;
  const Bitboard takes_east = north_east(free(own.pawns, diagonal)) & opp.all;
  const Bitboard takes_west = north_west(free(own.pawns, antidiagonal)) & opp.all;
  add(push);
  add(north(push & kRank3) & empty);
  add(takes_east);
  add(takes_west);
  if (((push | takes_east | takes_west) & kRank8) != 0) {  // each stands for four moves
    moves += 3 * (popcount(push & targets & kRank8) + popcount(takes_east & targets & kRank8) +
                  popcount(takes_west & targets & kRank8));
  }

  if (board.en_passant != 0) {
    const Bitboard from = south_east(board.en_passant) | south_west(board.en_passant);
    for (Bitboard rest = from & own.pawns; rest != 0;) {
      if (may_capture_en_passant(board, pop_lowest(rest), sliders)) ++moves;
    }
  }
  if (!check) {
    for (Bitboard rest = board.own_castling; rest != 0;) {
      const Square rook = pop_lowest(rest);
      const Bitboard way = rank_span(king, castled_king(king, rook));
      if (((castling_path(king, rook) & occupied) | (way & attacked)) != 0) continue;
      // With a rook or queen on the rank, the castling rook may have shielded the king (Chess960).
      if ((opp.orthogonal & kRank1) == 0 || may_castle(board, king, rook, sliders)) ++moves;
    }
  }
  return static_cast<unsigned>(moves);
}

}  // namespace plyforge
