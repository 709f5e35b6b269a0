#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "board/bitboard.h"
#include "movegen/legal.h"
#include "notation/fen.h"

namespace plyforge {

/// A move as it was written, legal or not, as the mover sees the board.
struct SeenMove {
  Square from = 0;
  Square to = 0;
  char promotion = 0;   ///< small letter, or 0
  bool castle = false;  ///< `from` is the king's square, `to` where it goes or its rook's
};

/// Reads UCI notation, or castling as SAN writes it; nothing for any other text.
std::optional<SeenMove> read_seen_move(const FenRecord& record, std::string_view text);

/// The board after a man was moved from one square to another, legally or not; still as the mover sees it.
Position moved(const Position& position, Square from, Square to);

/// The board without the men of a set.
Position without(const Position& position, Bitboard men);

/// The squares strictly between two squares of one line; empty where they share none.
Bitboard between(Square a, Square b);

/// "the rook on e8", of a square as the mover sees it.
std::string man_text(const FenRecord& record, Square square);

/// "e8", of a square as the mover sees it.
std::string square_text(const FenRecord& record, Square square);

}  // namespace plyforge
