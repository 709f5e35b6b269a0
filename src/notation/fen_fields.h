#pragma once

#include <optional>
#include <string>

#include "notation/cursor.h"
#include "notation/fen.h"

namespace plyforge {

// The fields of a FEN one by one, as fen.cpp and epd.cpp put them together. While a FEN is read the board is a Position
// seen by White, whoever moves: own() is White's.

/// Reads the board: eight ranks, no pawn on the first or last, one king a side, kings apart, and unless the options
/// admit any, men that a game can bring about.
Position read_board(Cursor& cursor, const FenOptions& options);

// The fields after the board as they are written. Where a blank between two of them is missing and what stands there
// can only be both, they are told apart with a warning.
Field mover_field(Cursor& cursor);
Field rights_field(Cursor& cursor);
Field ep_field(Cursor& cursor);

/// Reads castling rights and marks the castling rooks on the board. Returns whether one of them is not a right of
/// standard chess.
bool read_castling_rights(Cursor& cursor, const FenOptions& options, Position& board);

/// A counter's value, or nothing where the text is not a number from 0 to kLargestCounter.
std::optional<int> counter_value(std::string_view text);

/// Which of the fields may be left out without a warning.
enum class FieldStyle {
  fen,  ///< none: six fields
  epd,  ///< the counters
};

/// Reads the first four fields.
FenRecord read_four_fields(Cursor& cursor, const FenOptions& options);

/// Reads the counters where the text has them, and returns whether it has any.
bool read_counters(Cursor& cursor, FieldStyle style, FenRecord& record);

/// The first four fields of the normalised FEN.
std::string four_fields(const FenRecord& record);

/// The castling field of the normalised FEN; `board` as White sees it. `by_file`: K, Q, k, q only for the rights of
/// standard chess, else for the outermost rook on that side of the king.
std::string castling_field(const Position& board, bool by_file);

/// The men of a colour on a board seen by White.
constexpr Bitboard men_of(const Position& board, Colour colour) {
  return colour == Colour::white ? board.own() : board.theirs();
}

/// The square of the king of a colour on a board seen by White.
constexpr Square king_of(const Position& board, Colour colour) { return lowest(board.kings() & men_of(board, colour)); }

}  // namespace plyforge
