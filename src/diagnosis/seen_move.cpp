#include "diagnosis/seen_move.h"

#include <cstdlib>

#include "movegen/attacks.h"
#include "notation/text.h"

namespace plyforge {

std::optional<SeenMove> read_seen_move(const FenRecord& record, std::string_view text) {
  const Position& position = record.position;
  const Square king = lowest(position.kings() & position.own());
  if (text.starts_with("O-O") || text.starts_with("0-0")) {
    return SeenMove{king, make_square(text.size() > 3 ? 2 : 6, rank_of(king)), 0, true};
  }
  if (text.size() < 4 || text.size() > 5) return std::nullopt;
  const std::optional<Square> from = square_from_name(text.substr(0, 2));
  const std::optional<Square> to = square_from_name(text.substr(2, 2));
  if (!from || !to) return std::nullopt;
  SeenMove move{board_square(*from, record.mover), board_square(*to, record.mover)};
  if (text.size() == 5) move.promotion = text[4];
  const bool onto_own_rook = (position.rooks() & position.own() & bit(move.to)) != 0;
  const int files = std::abs(file_of(move.to) - file_of(move.from));
  move.castle =
      move.from == king && rank_of(move.from) == rank_of(move.to) && (files > 1 || (onto_own_rook && record.chess960));
  return move;
}

Position without(const Position& position, Bitboard men) {
  Position next = position;
  next.clear_codes(men);
  next.opponent &= ~men;
  return next;
}

Position moved(const Position& position, Square from, Square to) {
  Position next = without(position, bit(from) | bit(to));
  next.put_code(position.piece_at(from), bit(to));
  return next;
}

Bitboard between(Square a, Square b) { return a == b ? 0 : LineSliders{}.between(a, b); }

std::string square_text(const FenRecord& record, Square square) {
  return square_name(board_square(square, record.mover));
}

std::string man_text(const FenRecord& record, Square square) {
  return "the " + piece_name(record.position.piece_at(square)) + " on " + square_text(record, square);
}

}  // namespace plyforge
