#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "notation/fen.h"

namespace plyforge {

/// Input as messages show it: in quotes, at most 20 characters, always one line (bytes that are not printable ASCII
/// appear as \xHH).
std::string quoted(std::string_view text);

/// "e4" for a square of the board as White sees it.
std::string square_name(Square square);

/// The square of a name such as "e4", or nothing.
std::optional<Square> square_from_name(std::string_view name);

/// Converts a square as the mover sees it to one as White sees it, and the other way round.
constexpr Square board_square(Square square, Colour mover) { return mover == Colour::white ? square : flip(square); }

/// 'P', 'N', 'B', 'R', 'Q', 'K'; 'R' for a castling rook too.
char piece_letter(Piece piece);

/// The piece of a capital letter, or nothing.
std::optional<Piece> piece_from_letter(char letter);

/// "pawn", "knight", ...; "rook" for a castling rook too.
std::string piece_name(Piece piece);

/// "White" or "Black".
std::string colour_name(Colour colour);

/// "white" or "black".
std::string colour_adjective(Colour colour);

}  // namespace plyforge
