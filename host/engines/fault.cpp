#include "engines/fault.h"

#include <algorithm>

#include "diagnosis/seen_move.h"
#include "notation/notation.h"
#include "notation/text.h"

namespace plyforge {
namespace {

MoveFault named(const FenRecord& record, Move move, Fault fault) {
  return {to_uci(record, move), to_san(record, move), std::move(fault)};
}

bool any_of_kind(const std::vector<MoveFault>& faults, FaultKind kind) {
  return std::ranges::any_of(faults, [&](const MoveFault& fault) { return fault.fault.kind == kind; });
}

bool any_castling(const std::vector<MoveFault>& faults) {
  return std::ranges::any_of(faults, [](const MoveFault& fault) { return fault.san.starts_with("O-O"); });
}

/// How a castling right was lost, by the last move of the line that removed it; for the side to move at its end.
Fault right_kept(const Line& line, const MoveListFaults& faults) {
  const Colour mover = line.end().record.mover;
  for (std::size_t i = line.moves().size(); i-- > 0;) {
    const FenRecord& before = line.setups()[i].record;
    const Move move = line.moves()[i];
    const Position& position = before.position;
    const Bitboard rooks = position.castling_rooks() & (before.mover == mover ? position.own() : position.theirs());
    const std::string after = " after " + to_san(before, move);
    if ((rooks & bit(move.to)) != 0 && before.mover != mover) {
      return {FaultKind::right_kept_after_rook_captured,
              "the right to castle is kept" + after + ", which captures the rook"};
    }
    if (before.mover != mover) continue;
    if ((rooks & bit(move.from)) != 0) {
      return {FaultKind::right_kept_after_rook_moved, "the right to castle is kept" + after + ", which moves the rook"};
    }
    if (rooks != 0 && (position.kings() & bit(move.from)) != 0) {
      return {FaultKind::right_kept_after_king_moved, "the right to castle is kept" + after + ", which moves the king"};
    }
  }
  return faults.first();
}

/// What a move does besides moving a man, where engines go wrong.
Fault fault_of_made(const FenRecord& before, Move move) {
  const std::string san = to_san(before, move);
  const std::string wrong = ": the position after " + san + " is wrong";
  switch (move.kind) {
    case MoveKind::en_passant:
      return {FaultKind::en_passant_made_wrongly, "the en passant capture is made wrongly" + wrong};
    case MoveKind::castle:
      return {FaultKind::castling_made_wrongly, "castling is made wrongly" + wrong};
    case MoveKind::promotion_knight:
    case MoveKind::promotion_bishop:
    case MoveKind::promotion_rook:
    case MoveKind::promotion_queen:
      return {FaultKind::promotion_made_wrongly, "the promotion is made wrongly" + wrong};
    default:
      return {FaultKind::move_made_wrongly, "a move is made wrongly" + wrong};
  }
}

}  // namespace

const Fault& MoveListFaults::first() const {
  if (!illegal.empty()) return illegal.front().fault;
  if (!missing.empty()) return missing.front().fault;
  return repeated.front().fault;
}

MoveListFaults faults_of(const Setup& setup, const Difference& difference) {
  const FenRecord& record = setup.record;
  MoveListFaults faults;
  for (const std::string& text : difference.illegal) {
    faults.illegal.push_back({text, san_of_illegal(record, text), fault_of_illegal(setup, text)});
  }
  for (const Move move : difference.missing) {
    faults.missing.push_back(named(record, move, fault_of_missing(setup, move)));
  }
  for (const Move move : difference.repeated) {
    faults.repeated.push_back(named(record, move, {FaultKind::move_repeated, "the move is listed more than once"}));
  }
  return faults;
}

Fault fault_of_making(const Line& line, const MoveListFaults& faults) {
  const FenRecord& before = line.start().record;
  const Move first = line.moves().front();
  if (any_of_kind(faults.illegal, FaultKind::castles_without_right)) return right_kept(line, faults);
  if (any_castling(faults.missing) && first.kind != MoveKind::castle) {
    return {FaultKind::right_lost, "the right to castle is lost after " + to_san(before, first)};
  }
  if (any_of_kind(faults.illegal, FaultKind::en_passant_without_double_step) ||
      any_of_kind(faults.illegal, FaultKind::wrong_side_en_passant)) {
    return {faults.first().kind, faults.first().sentence + ": the square is kept after " + to_san(before, first)};
  }
  if (any_of_kind(faults.missing, FaultKind::en_passant_missing) ||
      any_of_kind(faults.missing, FaultKind::en_passant_missing_in_check)) {
    return {FaultKind::en_passant_square_not_set, "the en passant square is not set after " + to_san(before, first)};
  }
  return fault_of_made(before, first);
}

}  // namespace plyforge
