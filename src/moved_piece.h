#pragma once

#include "move.h"
#include "position.h"

namespace plyforge {

/// What stands on a square, a rook that may castle as a rook.
constexpr Piece plain_piece(Piece piece) { return piece == Piece::castling_rook ? Piece::rook : piece; }

/// The man that moves; of castling, the king.
constexpr Piece moved_piece(const Position& position, Move move) { return plain_piece(position.piece_at(move.from)); }

constexpr bool is_capture(const Position& position, Move move) {
  return move.kind == MoveKind::en_passant || (position.theirs() & bit(move.to)) != 0;
}

}  // namespace plyforge
