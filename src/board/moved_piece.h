#pragma once

#include "board/move.h"
#include "board/position.h"

namespace plyforge {

/// The piece as people name it: a rook that may still castle is a rook.
constexpr Piece plain_piece(Piece piece) { return piece == Piece::castling_rook ? Piece::rook : piece; }

/// The piece that moves; in castling, the king.
constexpr Piece moved_piece(const Position& position, Move move) { return plain_piece(position.piece_at(move.from)); }

/// Whether a legal move is a capture, en passant included.
constexpr bool is_capture(const Position& position, Move move) {
  return move.kind == MoveKind::en_passant || (position.theirs() & bit(move.to)) != 0;
}

/// Whether it resets the 50-move counter: a capture or a pawn move.
constexpr bool is_zeroing(const Position& position, Move move) {
  return is_capture(position, move) || (position.pawns() & bit(move.from)) != 0;
}

/// The squares of all men of a kind; rooks that may still castle count as rooks.
constexpr Bitboard men_of(const Position& position, Piece piece) {
  switch (plain_piece(piece)) {
    case Piece::pawn:
      return position.pawns();
    case Piece::knight:
      return position.knights();
    case Piece::bishop:
      return position.bishops();
    case Piece::rook:
      return position.rooks();
    case Piece::queen:
      return position.queens();
    case Piece::king:
      return position.kings();
    default:
      return 0;
  }
}

}  // namespace plyforge
