#pragma once

#include <array>
#include <optional>

/// A slow chess program that plays by the rule book, square by square, for tests only. It shares nothing with src/:
/// another board, another way to find moves, real colours. Where the two disagree, one of them is wrong.
namespace rulebook {

/// A square by its file (0 = a) and rank (0 = the first).
struct Square {
  int file = 0;
  int rank = 0;

  friend bool operator==(Square, Square) = default;
};

constexpr char kEmpty = '.';

/// Index of a colour in tables.
constexpr int kWhite = 0;
constexpr int kBlack = 1;

/// The two ways to castle, as indices: towards the a-file and towards the h-file.
constexpr int kQueenside = 0;
constexpr int kKingside = 1;

/// The board, with the letters of FEN for men, and all else that tells which moves are legal.
struct Board {
  std::array<std::array<char, 8>, 8> men{};  ///< by rank, then file
  bool white_to_move = true;
  /// File of the rook that may still castle, by colour and side, or -1.
  std::array<std::array<int, 2>, 2> castling_file{{{-1, -1}, {-1, -1}}};
  /// The square that the last move, a pawn's double push, passed over, whether or not it can be used.
  std::optional<Square> ep_square;
  int halfmove_clock = 0;
  int fullmove_number = 1;

  Board() {
    for (auto& rank : men) rank.fill(kEmpty);
  }

  char& at(Square s) { return men[static_cast<std::size_t>(s.rank)][static_cast<std::size_t>(s.file)]; }
  char at(Square s) const { return men[static_cast<std::size_t>(s.rank)][static_cast<std::size_t>(s.file)]; }
  bool empty(Square s) const { return at(s) == kEmpty; }

  int& castling(int colour, int side) {
    return castling_file[static_cast<std::size_t>(colour)][static_cast<std::size_t>(side)];
  }
  int castling(int colour, int side) const {
    return castling_file[static_cast<std::size_t>(colour)][static_cast<std::size_t>(side)];
  }

  friend bool operator==(const Board&, const Board&) = default;
};

constexpr bool on_board(Square s) { return s.file >= 0 && s.file < 8 && s.rank >= 0 && s.rank < 8; }
constexpr bool is_white(char man) { return man >= 'A' && man <= 'Z'; }
constexpr bool is_black(char man) { return man >= 'a' && man <= 'z'; }
/// The kind of a man, as Black's letter.
constexpr char kind(char man) { return is_white(man) ? static_cast<char>(man - 'A' + 'a') : man; }
/// The letter of a man of that kind and colour.
constexpr char man_of(char kind, bool white) { return white ? static_cast<char>(kind - 'a' + 'A') : kind; }
constexpr int colour_index(bool white) { return white ? kWhite : kBlack; }
constexpr int back_rank(bool white) { return white ? 0 : 7; }

/// All squares, a1 first, in an order to loop over.
constexpr std::array<Square, 64> kSquares = [] {
  std::array<Square, 64> squares{};
  for (int i = 0; i < 64; ++i) squares[static_cast<std::size_t>(i)] = Square{i % 8, i / 8};
  return squares;
}();

}  // namespace rulebook
