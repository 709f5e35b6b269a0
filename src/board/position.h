#pragma once

#include <cstdint>

#include "board/bitboard.h"
#include "board/host_device.h"

namespace plyforge {

/// What stands on a square, without its colour. The numbers are the codes stored in a Position.
enum class Piece : std::uint8_t {
  none = 0,
  pawn = 1,
  knight = 2,
  bishop = 3,
  rook = 4,
  queen = 5,
  king = 6,
  castling_rook = 7,  ///< a rook that may still castle with its king
};

/// A chess position as the rules of move generation see it, in 32 bytes, always from the mover's side: the mover's
/// pawns go up the board, whatever their colour. Two positions are equal exactly when their bytes are.
///
/// An en passant square is an empty square whose `opponent` bit is set; it is set only when an en passant capture is
/// legal. Castling rights are rooks of code `castling_rook`; the side of the king they stand on tells which right.
/// Counters and the colour of the mover are not part of it.
///
/// The shape (four planes, a code for the castling rook, en passant as a bit on an empty square) follows
/// github.com/ellxor/perft.
struct alignas(16) Position {
  Bitboard opponent = 0;  ///< squares of the side not to move, and the en passant square
  Bitboard code0 = 0;     ///< bit 0 of the piece code of each square
  Bitboard code1 = 0;     ///< bit 1
  Bitboard code2 = 0;     ///< bit 2

  PLYFORGE_HD constexpr Bitboard occupied() const { return code0 | code1 | code2; }
  PLYFORGE_HD constexpr Bitboard own() const { return occupied() & ~opponent; }
  PLYFORGE_HD constexpr Bitboard theirs() const { return occupied() & opponent; }
  /// The en passant square as a set of one square, or empty.
  PLYFORGE_HD constexpr Bitboard en_passant() const { return opponent & ~occupied(); }

  PLYFORGE_HD constexpr Bitboard pawns() const { return code0 & ~code1 & ~code2; }
  PLYFORGE_HD constexpr Bitboard knights() const { return ~code0 & code1 & ~code2; }
  PLYFORGE_HD constexpr Bitboard bishops() const { return code0 & code1 & ~code2; }
  PLYFORGE_HD constexpr Bitboard queens() const { return code0 & ~code1 & code2; }
  PLYFORGE_HD constexpr Bitboard kings() const { return ~code0 & code1 & code2; }
  PLYFORGE_HD constexpr Bitboard castling_rooks() const { return code0 & code1 & code2; }
  /// All rooks, with and without the right to castle.
  PLYFORGE_HD constexpr Bitboard rooks() const { return code2 & ~(code0 ^ code1); }
  /// Bishops and queens.
  PLYFORGE_HD constexpr Bitboard diagonal() const { return code0 & (code1 ^ code2); }
  /// Rooks (all) and queens.
  PLYFORGE_HD constexpr Bitboard orthogonal() const { return code2 & (code0 | ~code1); }

  PLYFORGE_HD constexpr Piece piece_at(Square s) const {
    return static_cast<Piece>((code0 >> s & 1) | (code1 >> s & 1) << 1 | (code2 >> s & 1) << 2);
  }

  /// Empties the squares of `set`; colours are left to the caller.
  PLYFORGE_HD constexpr void clear_codes(Bitboard set) {
    code0 &= ~set;
    code1 &= ~set;
    code2 &= ~set;
  }

  /// Puts a piece on every square of `set`, which must be empty; colours are left to the caller.
  PLYFORGE_HD constexpr void put_code(Piece piece, Bitboard set) {
    const auto code = static_cast<unsigned>(piece);
    code0 |= (code & 1) != 0 ? set : 0;
    code1 |= (code & 2) != 0 ? set : 0;
    code2 |= (code & 4) != 0 ? set : 0;
  }

  /// The position as the other side sees it; any en passant square is dropped, as it is after any move.
  PLYFORGE_HD constexpr Position flipped() const {
    return {flip_ranks(own()), flip_ranks(code0), flip_ranks(code1), flip_ranks(code2)};
  }

  PLYFORGE_HD friend constexpr bool operator==(const Position& a, const Position& b) {
    return ((a.opponent ^ b.opponent) | (a.code0 ^ b.code0) | (a.code1 ^ b.code1) | (a.code2 ^ b.code2)) == 0;
  }
};

static_assert(sizeof(Position) == 32);

}  // namespace plyforge
