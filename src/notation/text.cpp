#include "notation/text.h"

namespace plyforge {

namespace {

constexpr std::string_view kPieceLetters = "-PNBRQKR";  // by piece code

}  // namespace

std::string quoted(std::string_view text) {
  constexpr std::size_t kShown = 20;
  constexpr std::string_view kHex = "0123456789ABCDEF";
  std::string result = "'";
  for (const char c : text.substr(0, kShown)) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte >= 0x20 && byte < 0x7F) {
      result += c;
    } else {
      result += "\\x";
      result += kHex[byte >> 4];
      result += kHex[byte & 15];
    }
  }
  if (text.size() > kShown) result += "...";
  return result + "'";
}

std::string square_name(Square square) {
  return {static_cast<char>('a' + file_of(square)), static_cast<char>('1' + rank_of(square))};
}

std::optional<Square> square_from_name(std::string_view name) {
  if (name.size() != 2 || name[0] < 'a' || name[0] > 'h' || name[1] < '1' || name[1] > '8') return std::nullopt;
  return make_square(name[0] - 'a', name[1] - '1');
}

char piece_letter(Piece piece) { return kPieceLetters[static_cast<std::size_t>(piece)]; }

std::optional<Piece> piece_from_letter(char letter) {
  for (std::size_t code = 1; code < kPieceLetters.size(); ++code) {
    if (kPieceLetters[code] == letter) return static_cast<Piece>(code);
  }
  return std::nullopt;
}

std::string piece_name(Piece piece) {
  switch (piece) {
    case Piece::none:
      break;
    case Piece::pawn:
      return "pawn";
    case Piece::knight:
      return "knight";
    case Piece::bishop:
      return "bishop";
    case Piece::rook:
    case Piece::castling_rook:
      return "rook";
    case Piece::queen:
      return "queen";
    case Piece::king:
      return "king";
  }
  return "nothing";
}

std::string colour_name(Colour colour) { return colour == Colour::white ? "White" : "Black"; }

std::string colour_adjective(Colour colour) { return colour == Colour::white ? "white" : "black"; }

}  // namespace plyforge
