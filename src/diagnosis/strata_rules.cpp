#include "diagnosis/strata_rules.h"

#include <algorithm>

#include "board/board.h"
#include "movegen/attacks.h"
#include "movegen/movegen.h"

namespace plyforge {
namespace {

/// The squares of `set` that the opponent attacks when the squares of `occupied` are occupied.
Bitboard attacked_among(Bitboard set, const Board& board, Bitboard occupied) {
  Bitboard attacked = 0;
  while (set != 0) {
    const Square s = pop_lowest(set);
    if (attackers_among(board.opp, s, occupied, LineSliders{}) != 0) attacked |= bit(s);
  }
  return attacked;
}

void add_legal_castling(Strata& strata, const Board& board, Colour mover, Square king, Square rook) {
  const bool king_side = rook > king;
  const bool white = mover == Colour::white;
  set(strata, white ? (king_side ? Stratum::castle_white_king : Stratum::castle_white_queen)
                    : (king_side ? Stratum::castle_black_king : Stratum::castle_black_queen));
  const Square king_to = castled_king(king, rook);
  const Square rook_to = castled_rook(king, rook);
  if (king == king_to) set(strata, Stratum::castle_king_in_place);
  if (rook == rook_to) set(strata, Stratum::castle_rook_in_place);
  if (king == rook_to && rook == king_to) set(strata, Stratum::castle_swap);
  const Bitboard rooks_own = rank_span(rook, rook_to) & ~rank_span(king, king_to) & ~bit(rook_to);
  if (attacked_among(rooks_own, board, board.occupied) != 0) set(strata, Stratum::castle_rook_attacked);
}

/// Castling that is illegal although its path is empty.
void add_denied_castling(Strata& strata, const Board& board, Square king, Square rook) {
  const Bitboard attacked = attacked_among(rank_span(king, castled_king(king, rook)), board, board.occupied);
  const Bitboard king_to = bit(castled_king(king, rook));
  if ((attacked & bit(king)) != 0) {
    if (attacked == bit(king)) set(strata, Stratum::castle_out_of_check);
  } else if (attacked == king_to) {
    set(strata, Stratum::castle_into_attack);
  } else if ((attacked & ~king_to) != 0 && (attacked & king_to) == 0) {
    set(strata, Stratum::castle_through_attack);
  } else if (attacked == 0) {
    set(strata, Stratum::castle_rook_shields);
  }
}

}  // namespace

void add_castling_strata(Strata& strata, const FenRecord& record, const MoveList& moves) {
  const Board board = unpack(record.position);
  const Square king = lowest(board.own.king);
  for (Bitboard rest = board.own_castling; rest != 0;) {
    const Square rook = pop_lowest(rest);
    if ((castling_path(king, rook) & board.occupied) != 0) continue;
    const bool legal = std::any_of(moves.begin(), moves.end(),
                                   [&](Move move) { return move.kind == MoveKind::castle && move.to == rook; });
    legal ? add_legal_castling(strata, board, record.mover, king, rook)
          : add_denied_castling(strata, board, king, rook);
  }
}

void add_en_passant_strata(Strata& strata, const Position& position, Square ep_square) {
  Board board = unpack(position);
  board.en_passant = bit(ep_square);
  const Square king = lowest(board.own.king);
  const Bitboard captured = south(board.en_passant);
  const bool in_check = checkers(position) != 0;
  int legal = 0;
  for (Bitboard rest = (south_east(board.en_passant) | south_west(board.en_passant)) & board.own.pawns; rest != 0;) {
    const Square from = pop_lowest(rest);
    if (may_capture_en_passant(board, from, LineSliders{})) {
      ++legal;
      continue;
    }
    if (in_check) continue;  // not exposed by the capture alone
    const Bitboard occupied = (board.occupied ^ captured ^ bit(from)) | board.en_passant;
    const Bitboard attackers = attackers_among(board.opp, king, occupied, LineSliders{}) & ~captured;
    if ((attackers & rank_line(king)) != 0) set(strata, Stratum::en_passant_exposes_rank);
    if ((attackers & file_line(king)) != 0) set(strata, Stratum::en_passant_exposes_file);
    if ((attackers & LineSliders{}.bishop_lines(king)) != 0) set(strata, Stratum::en_passant_exposes_diagonal);
  }
  if (legal > 0) set(strata, Stratum::en_passant);
  if (legal > 1) set(strata, Stratum::en_passant_by_two);
  if (legal > 0 && in_check) set(strata, Stratum::en_passant_evades);
}

}  // namespace plyforge
