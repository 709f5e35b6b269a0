#include "diagnosis/seen_move.h"
#include "engines/fault.h"
#include "notation/text.h"

namespace plyforge {

Fault fault_of_illegal(const Setup& setup, const std::string& text) {
  const std::optional<SeenMove> move = read_seen_move(setup.record, text);
  if (!move) return {FaultKind::no_move, "the text is not a move"};
  return fault_of_illegal(setup.record, setup.ep_square, *move);
}

std::string san_of_illegal(const FenRecord& record, const std::string& text) {
  const std::optional<SeenMove> move = read_seen_move(record, text);
  const Position& position = record.position;
  if (!move || (position.own() & bit(move->from)) == 0) return "-";
  if (move->castle) return move->to > move->from ? "O-O" : "O-O-O";
  const std::string from = square_text(record, move->from);
  const bool pawn = position.piece_at(move->from) == Piece::pawn;
  const bool capture = (position.occupied() & bit(move->to)) != 0 || (pawn && file_of(move->from) != file_of(move->to));
  std::string san;
  if (!pawn) {
    san = piece_letter(position.piece_at(move->from)) + from;
  } else if (capture) {
    san = from.substr(0, 1);
  }
  if (capture) san += 'x';
  san += square_text(record, move->to);
  if (move->promotion != 0) san += std::string("=") + static_cast<char>(move->promotion - 'a' + 'A');
  return san;
}

}  // namespace plyforge
