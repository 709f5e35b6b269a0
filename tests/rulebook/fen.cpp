#include "fen.h"

#include <algorithm>
#include <sstream>

#include "rules.h"

namespace rulebook {
namespace {

/// File of the rook farthest from the king on a side of it, on the back rank; -1 if there is none.
int outermost_rook(const Board& board, bool white, int side) {
  const int rank = back_rank(white);
  const int king = king_square(board, white).file;
  const int step = side == kKingside ? -1 : 1;
  for (int file = side == kKingside ? 7 : 0; file != king; file += step) {
    if (board.at({file, rank}) == man_of('r', white)) return file;
  }
  return -1;
}

void read_right(Board& board, char letter) {
  const bool white = is_white(letter);
  const char lower = kind(letter);
  const int colour = colour_index(white);
  if (lower == 'k' || lower == 'q') {
    const int side = lower == 'k' ? kKingside : kQueenside;
    board.castling(colour, side) = outermost_rook(board, white, side);
  } else {
    const int file = lower - 'a';
    board.castling(colour, file > king_square(board, white).file ? kKingside : kQueenside) = file;
  }
}

}  // namespace

Board read_fen(std::string_view text) {
  std::istringstream in{std::string(text)};
  std::string rows, mover, rights = "-", ep_square = "-";
  Board board;
  in >> rows >> mover >> rights >> ep_square >> board.halfmove_clock >> board.fullmove_number;
  if (!in) board.fullmove_number = std::max(board.fullmove_number, 1);

  Square s{0, 7};
  for (const char c : rows) {
    if (c == '/') {
      s = {0, s.rank - 1};
    } else if (c >= '1' && c <= '8') {
      s.file += c - '0';
    } else {
      board.at(s) = c;
      ++s.file;
    }
  }
  board.white_to_move = mover == "w";
  if (rights != "-") {
    for (const char c : rights) read_right(board, c);
  }
  if (ep_square != "-") board.ep_square = Square{ep_square[0] - 'a', ep_square[1] - '1'};
  return board;
}

std::string position_text(const Board& board) {
  std::string out;
  for (int rank = 7; rank >= 0; --rank) {
    int blanks = 0;
    for (int file = 0; file < 8; ++file) {
      const char man = board.at({file, rank});
      if (man == kEmpty) {
        ++blanks;
        continue;
      }
      if (blanks != 0) out += static_cast<char>('0' + blanks);
      blanks = 0;
      out += man;
    }
    if (blanks != 0) out += static_cast<char>('0' + blanks);
    if (rank != 0) out += '/';
  }
  out += board.white_to_move ? " w " : " b ";

  std::string rights;
  for (const bool white : {true, false}) {
    for (const int side : {kKingside, kQueenside}) {
      const int file = board.castling(colour_index(white), side);
      if (file < 0) continue;
      const bool outermost = file == outermost_rook(board, white, side);
      const char letter = outermost ? (side == kKingside ? 'k' : 'q') : static_cast<char>('a' + file);
      rights += man_of(letter, white);
    }
  }
  out += rights.empty() ? "-" : rights;

  out += ' ';
  if (const auto ep_square = normalised(board).ep_square) {
    out += static_cast<char>('a' + ep_square->file);
    out += static_cast<char>('1' + ep_square->rank);
  } else {
    out += '-';
  }
  return out;
}

std::string write_fen(const Board& board) {
  return position_text(board) + ' ' + std::to_string(board.halfmove_clock) + ' ' +
         std::to_string(board.fullmove_number);
}

}  // namespace rulebook
