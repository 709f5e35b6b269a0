#include "diagnosis/seen_move.h"
#include "engines/fault.h"
#include "notation/text.h"

namespace plyforge {
namespace {

Fault missing_castling(const Setup& setup, Move move) {
  const Position& position = setup.record.position;
  const bool king_side = move.to > move.from;
  const Square king_target = make_square(king_side ? 6 : 2, 0);
  const Square rook_target = make_square(king_side ? 5 : 3, 0);
  const std::string name = king_side ? "O-O" : "O-O-O";
  if (move.from == king_target || move.to == rook_target) {
    const bool king = move.from == king_target;
    return {FaultKind::chess960_castling_in_place,
            "castling (" + name + ") is missing where the " + (king ? "king" : "rook") + " stands on " +
                square_text(setup.record, king ? move.from : move.to) + " already (Chess960)"};
  }
  if (move.from == rook_target || move.to == king_target) {
    return {FaultKind::chess960_castling_exchange,
            "castling (" + name + ") is missing where king and rook swap squares (Chess960)"};
  }
  for (Bitboard way = between(move.to, rook_target) | bit(move.to); way != 0;) {
    const Square s = pop_lowest(way);
    const Bitboard attackers = plyforge::attackers(position, s);
    if (attackers == 0) continue;
    return {FaultKind::castling_missing_rook_attacked,
            "castling (" + name + ") is missing where " + man_text(setup.record, lowest(attackers)) + " attacks " +
                square_text(setup.record, s) + ", which does not matter: only the king's path must be safe"};
  }
  return {FaultKind::castling_missing, "castling (" + name + ") is missing"};
}

Fault missing_en_passant(const FenRecord& record, Move move) {
  const std::string what = "the en passant capture on " + square_text(record, move.to) + " is missing";
  if (const Bitboard givers = checkers(record.position); givers != 0) {
    const bool victim = lowest(givers) == move.to - 8;
    return {FaultKind::en_passant_missing_in_check,
            what + (victim ? ", which captures the pawn that gives check" : ", which answers the check")};
  }
  return {FaultKind::en_passant_missing, what};
}

/// Whether a man is the only one between its king and an attacker.
bool is_pinned(const Position& position, Square square) {
  return (checkers(without(position, bit(square))) & ~checkers(position)) != 0;
}

}  // namespace

Fault fault_of_missing(const Setup& setup, Move move) {
  const FenRecord& record = setup.record;
  const Position& position = record.position;
  if (move.kind == MoveKind::castle) return missing_castling(setup, move);
  if (move.kind == MoveKind::en_passant) return missing_en_passant(record, move);
  const std::string man = man_text(record, move.from);
  const bool capture = (position.theirs() & bit(move.to)) != 0;
  if (move.is_promotion()) {
    return {FaultKind::promotion_missing, "the promotion to a " + piece_name(move.promotion()) + " on " +
                                              square_text(record, move.to) + (capture ? ", with capture," : "") +
                                              " is missing"};
  }
  const Piece piece = position.piece_at(move.from);
  if (const Bitboard givers = checkers(position); givers != 0 && piece != Piece::king) {
    if (capture) return {FaultKind::capture_of_checker_missing, man + " may capture the checking piece"};
    return {FaultKind::block_of_check_missing, man + " may block the check"};
  }
  if (piece != Piece::king && is_pinned(position, move.from)) {
    return {FaultKind::pinned_piece_stuck,
            man + " is pinned, but may move along its line to " + square_text(record, move.to)};
  }
  if (move.kind == MoveKind::double_push) {
    return {FaultKind::double_step_missing,
            "the double push of the pawn on " + square_text(record, move.from) + " is missing"};
  }
  return {capture ? FaultKind::capture_missing : FaultKind::move_missing,
          man + (capture ? " may capture " + man_text(record, move.to) : " may go to " + square_text(record, move.to))};
}

}  // namespace plyforge
