#include "diagnosis/strata.h"

#include "board/board.h"
#include "diagnosis/strata_rules.h"
#include "leaf/move_stats.h"
#include "leaf/outcome.h"
#include "movegen/attacks.h"
#include "movegen/legal.h"
#include "movegen/movegen.h"
#include "notation/notation.h"
#include "notation/text.h"

namespace plyforge {

const std::array<StratumInfo, kStrata> kStratumInfo = {{
    {"castle-white-king", "White may castle towards the h-file"},
    {"castle-white-queen", "White may castle towards the a-file"},
    {"castle-black-king", "Black may castle towards the h-file"},
    {"castle-black-queen", "Black may castle towards the a-file"},
    {"castle-out-of-check", "castling, otherwise legal, is prevented by a check"},
    {"castle-through-attack", "castling, otherwise legal, is prevented by an attacked square that the king crosses"},
    {"castle-into-attack", "castling, otherwise legal, is prevented by an attack on the king's target square"},
    {"castle-rook-attacked", "castling is legal although the rook, or a square only the rook crosses, is attacked"},
    {"castle-gives-check", "castling gives check"},
    {"castle-king-in-place", "castling in which the king stays where it is", true},
    {"castle-rook-in-place", "castling in which the rook stays where it is", true},
    {"castle-swap", "castling in which king and rook swap squares", true},
    {"castle-rook-shields", "castling illegal only because the rook shields the king from a piece behind it", true},
    {"rook-with-right-taken", "a rook that may castle can be captured, which ends the right"},
    {"en-passant", "a capture en passant is legal"},
    {"en-passant-by-two", "two pawns may capture en passant"},
    {"en-passant-exposes-rank", "en passant is illegal: both pawns leave the rank of the king and a rook or queen"},
    {"en-passant-exposes-diagonal", "en passant is illegal: it opens a diagonal to the king"},
    {"en-passant-exposes-file", "en passant is illegal: the capturing pawn is pinned on its file"},
    {"en-passant-evades", "in check, en passant is an evasion"},
    {"en-passant-discovers", "en passant gives a discovered check"},
    {"promotion", "a pawn may promote"},
    {"promotion-takes", "a pawn may promote with a capture"},
    {"promotion-takes-right", "a pawn may promote by capturing a rook that may castle"},
    {"promotion-evades", "in check, a promotion is an evasion"},
    {"underpromotion-checks", "a promotion to a knight gives check where a queen would give none"},
    {"pinned-diagonal", "a pinned bishop or queen may move along the diagonal of the pin"},
    {"pinned-orthogonal", "a pinned rook or queen may move along the rank or file of the pin"},
    {"pinned-pawn", "a pinned pawn may push along the file, or capture along the diagonal, of the pin"},
    {"pinned-still", "a pinned piece may not make an otherwise legal move"},
    {"check", "the side to move is in check from one piece and can parry it"},
    {"double-check", "the side to move is in check from two pieces"},
    {"gives-discovered-check", "a move gives a discovered check"},
    {"gives-double-check", "a move gives check with two pieces"},
    {"checkmate", "the side to move is mated"},
    {"stalemate", "the side to move is not in check and has no move"},
    {"dead", "neither side has enough material to mate"},
}};

std::optional<Stratum> stratum_from_name(std::string_view name) {
  for (std::size_t i = 0; i < kStrata; ++i) {
    if (kStratumInfo[i].name == name) return static_cast<Stratum>(i);
  }
  return std::nullopt;
}

Candidate play_candidate(const FenRecord& record, Move move) {
  Candidate next{play(record, move), std::nullopt};
  if (move.kind == MoveKind::double_push) next.ep_square = board_square(move.to - 8, record.mover);
  return next;
}

namespace {

void add_moves(Strata& strata, const Position& position, const MoveList& moves, bool in_check) {
  for (const Move move : moves) {
    const LeafSums<std::uint64_t> stats = stats_of_move(position, move);
    const bool takes_right =
        move.kind != MoveKind::castle && (position.castling_rooks() & position.theirs() & bit(move.to)) != 0;
    if (takes_right) set(strata, Stratum::rook_with_right_taken);
    if (stats[StatsColumn::discovered_checks] != 0) {
      set(strata, Stratum::gives_discovered_check);
      if (move.kind == MoveKind::en_passant) set(strata, Stratum::en_passant_discovers);
    }
    if (stats[StatsColumn::double_checks] != 0) set(strata, Stratum::gives_double_check);
    if (move.kind == MoveKind::castle && stats[StatsColumn::checks] != 0) set(strata, Stratum::castle_gives_check);
    if (!move.is_promotion()) continue;
    set(strata, Stratum::promotion);
    if (stats[StatsColumn::captures] != 0) set(strata, Stratum::promotion_takes);
    if (takes_right) set(strata, Stratum::promotion_takes_right);
    if (in_check) set(strata, Stratum::promotion_evades);
    const Move to_queen{move.from, move.to, MoveKind::promotion_queen};
    if (move.kind == MoveKind::promotion_knight && stats[StatsColumn::checks] != 0 &&
        checkers(after(position, to_queen)) == 0) {
      set(strata, Stratum::underpromotion_checks);
    }
  }
}

/// Pins of the mover's men, not in check. `capture_targets`: what pawns may capture, the en passant square included.
void add_pins(Strata& strata, const Board& board, Bitboard capture_targets, const MoveList& moves) {
  const LineSliders sliders;
  const Restrictions r = find_restrictions(board, sliders);
  Bitboard movable = 0;  // squares of men with a legal move
  for (const Move move : moves) movable |= bit(move.from);
  const Bitboard diagonal = r.pinned_diagonal & board.own.all;
  const Bitboard orthogonal = r.pinned_orthogonal & board.own.all;
  if ((diagonal & board.own.diagonal & movable) != 0) set(strata, Stratum::pinned_diagonal);
  if ((orthogonal & board.own.orthogonal & movable) != 0) set(strata, Stratum::pinned_orthogonal);
  if (((diagonal | orthogonal) & board.own.pawns & movable) != 0) set(strata, Stratum::pinned_pawn);
  for (Bitboard still = (diagonal | orthogonal) & ~movable; still != 0;) {
    const Square s = pop_lowest(still);
    const Bitboard b = bit(s);
    Bitboard reach = 0;  // without the pin
    if ((board.own.knights & b) != 0) reach |= sliders.knight(s);
    if ((board.own.diagonal & b) != 0) reach |= sliders.bishop(s, board.occupied);
    if ((board.own.orthogonal & b) != 0) reach |= sliders.rook(s, board.occupied);
    if ((board.own.pawns & b) != 0) {
      reach |= (north(b) & ~board.occupied) | ((north_east(b) | north_west(b)) & capture_targets);
    }
    if ((reach & ~board.own.all) != 0) set(strata, Stratum::pinned_still);
  }
}

}  // namespace

Strata strata_of(const Candidate& candidate) {
  const Position& position = candidate.record.position;
  const MoveList moves = legal_moves(position);
  const Board board = unpack(position);
  const int check_men = popcount(checkers(position));
  Strata strata;
  switch (outcome_of(board, LineSliders{})) {
    case OutcomeColumn::checkmate:
      set(strata, Stratum::checkmate);
      break;
    case OutcomeColumn::stalemate:
      set(strata, Stratum::stalemate);
      break;
    case OutcomeColumn::dead:
      set(strata, Stratum::dead);
      break;
    default:
      break;
  }
  if (check_men == 2) set(strata, Stratum::double_check);
  if (check_men == 1) {
    for (const Move move : moves) {
      if ((position.kings() & bit(move.from)) == 0) set(strata, Stratum::check);
    }
  }
  add_castling_strata(strata, candidate.record, moves);
  Bitboard ep_square = 0;
  if (candidate.ep_square) {
    const Square square = board_square(*candidate.ep_square, candidate.record.mover);
    ep_square = bit(square);
    add_en_passant_strata(strata, position, square);
  }
  add_moves(strata, position, moves, check_men != 0);
  if (check_men == 0) add_pins(strata, board, position.theirs() | ep_square, moves);
  return strata;
}

std::string to_fen_with_ep_square(const Candidate& candidate) {
  const FenRecord& record = candidate.record;
  std::string fen = to_fen(record);
  if (!candidate.ep_square || record.position.en_passant() != 0) return fen;
  const Bitboard square = bit(board_square(*candidate.ep_square, record.mover));
  const Bitboard capturers =
      (south_east(square) | south_west(square)) & record.position.pawns() & record.position.own();
  if (capturers == 0) return fen;
  // "board mover rights - clock number": the square goes where the dash is.
  const std::size_t number = fen.rfind(' ');
  const std::size_t clock = fen.rfind(' ', number - 1);
  return fen.replace(clock - 1, 1, square_name(*candidate.ep_square));
}

}  // namespace plyforge
