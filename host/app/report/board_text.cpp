#include "app/report/board_text.h"

#include <cctype>

#include "movegen/legal.h"
#include "notation/text.h"

namespace plyforge {

std::string board_text(const FenRecord& record) {
  const std::string rule = " +---+---+---+---+---+---+---+---+\n";
  const Position board = record.mover == Colour::white ? record.position : record.position.flipped();
  std::string text = rule;
  for (int rank = 7; rank >= 0; --rank) {
    for (int file = 0; file < 8; ++file) {
      const Square square = make_square(file, rank);
      const Piece piece = board.piece_at(square);
      char letter = piece == Piece::none ? ' ' : piece_letter(piece);
      if ((board.opponent & bit(square)) != 0) letter = static_cast<char>(std::tolower(letter));
      text += std::string(" | ") + letter;
    }
    text += " | " + std::to_string(rank + 1) + "\n" + rule;
  }
  return text + "   a   b   c   d   e   f   g   h\n";
}

std::string narrow_board_text(const FenRecord& record, const std::string& indent) {
  const std::string fen = to_fen(record);
  std::string text;
  char rank = '8';
  text += indent + rank;
  for (const char c : fen.substr(0, fen.find(' '))) {
    if (c == '/') {
      text += "\n" + indent + --rank;
    } else if (c >= '1' && c <= '8') {
      for (int i = 0; i < c - '0'; ++i) text += " .";
    } else {
      text += std::string(" ") + c;
    }
  }
  return text + "\n" + indent + "  a b c d e f g h\n";
}

std::string checkers_text(const FenRecord& record) {
  const Bitboard men = checkers(record.position);
  std::string text;
  for (Bitboard rest = record.mover == Colour::white ? men : flip_ranks(men); rest != 0;) {
    text += square_name(pop_lowest(rest)) + " ";
  }
  return text;
}

}  // namespace plyforge
