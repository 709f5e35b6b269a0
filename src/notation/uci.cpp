#include "movegen/legal.h"
#include "notation/notation.h"
#include "notation/text.h"

namespace plyforge {

namespace {

/// "e2e4 e2e3": the legal moves from a square, or why there are none.
std::string moves_from(const FenRecord& record, std::string_view square) {
  std::string list;
  for (const Move move : legal_moves(record.position)) {
    const std::string text = to_uci(record, move);
    if (text.starts_with(square)) list += ' ' + text;
  }
  return list.empty() ? "no legal move starts on " + std::string(square)
                      : "legal moves from " + std::string(square) + ":" + list;
}

}  // namespace

std::string to_uci(Move move, Colour mover, UciCastling castling) {
  Square to = move.to;
  if (move.kind == MoveKind::castle && castling == UciCastling::standard) {
    to = make_square(move.to > move.from ? 6 : 2, rank_of(move.from));
  }
  std::string text = square_name(board_square(move.from, mover)) + square_name(board_square(to, mover));
  if (move.is_promotion()) text += static_cast<char>(piece_letter(move.promotion()) - 'A' + 'a');
  return text;
}

std::string to_uci(const FenRecord& record, Move move) { return to_uci(move, record.mover, uci_castling(record)); }

UciCastling uci_castling(const FenRecord& record) {
  return record.chess960 ? UciCastling::chess960 : UciCastling::standard;
}

Move parse_uci(const FenRecord& record, std::string_view text) {
  // King takes own rook can only mean castling. A king's move to its castled square means castling only where the king
  // cannot simply step there, which in Chess960 it often can.
  const MoveList moves = legal_moves(record.position);
  for (const UciCastling castling : {UciCastling::chess960, UciCastling::standard}) {
    for (const Move move : moves) {
      if (to_uci(move, record.mover, castling) == text) return move;
    }
  }
  const bool shape = (text.size() == 4 || text.size() == 5) && square_from_name(text.substr(0, 2)) &&
                     square_from_name(text.substr(2, 2)) &&
                     (text.size() == 4 || std::string_view("nbrq").find(text[4]) != std::string_view::npos);
  if (!shape) {
    throw MoveError(
        quoted(text) +
        " is not a move in UCI notation; expected the squares from and to, and the promotion piece if any, as in "
        "e2e4 or a7a8q");
  }
  throw MoveError("move " + quoted(text) + " is not legal here: " + moves_from(record, text.substr(0, 2)));
}

}  // namespace plyforge
