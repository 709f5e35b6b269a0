#pragma once

#include "board/bitboard.h"
#include "board/host_device.h"

namespace plyforge {

/// The squares that knights on `b` attack.
PLYFORGE_HD constexpr Bitboard knight_fill(Bitboard b) {
  const Bitboard one = east(b) | west(b);
  const Bitboard two = east(east(b)) | west(west(b));
  return one << 16 | one >> 16 | two << 8 | two >> 8;
}

/// The squares next to those of `b`.
PLYFORGE_HD constexpr Bitboard king_fill(Bitboard b) {
  const Bitboard row = east(b) | west(b) | b;
  return (row | north(row) | south(row)) & ~b;
}

/// The four lines through a square, without the square itself.
PLYFORGE_HD constexpr Bitboard file_line(Square s) { return (kFileA << file_of(s)) & ~bit(s); }
PLYFORGE_HD constexpr Bitboard rank_line(Square s) { return (kRank1 << (s & 56)) & ~bit(s); }
PLYFORGE_HD constexpr Bitboard diagonal_line(Square s) {
  constexpr Bitboard a1_h8 = 0x8040201008040201;
  const int shift = (file_of(s) - rank_of(s)) * 8;
  return (shift >= 0 ? a1_h8 >> shift : a1_h8 << -shift) & ~bit(s);
}
PLYFORGE_HD constexpr Bitboard antidiagonal_line(Square s) {
  constexpr Bitboard h1_a8 = 0x0102040810204080;
  const int shift = (7 - file_of(s) - rank_of(s)) * 8;
  return (shift >= 0 ? h1_a8 >> shift : h1_a8 << -shift) & ~bit(s);
}

/// Attacks from `s` along one line through it, up to and including the first man on either side.
/// Obstruction difference: Michael Hoffmann, chessprogramming.org/Obstruction_Difference.
PLYFORGE_HD constexpr Bitboard line_attacks(Square s, Bitboard line, Bitboard occupied) {
  const Bitboard men = line & occupied;
  const Bitboard below = (men & (bit(s) - 1)) | 1;
  const Bitboard above = men & ~(bit(s) - 1);
  const Square nearest_below = highest(below);
  const Bitboard nearest_above = above & (~above + 1);
  return line & (2 * nearest_above - bit(nearest_below));
}

/// Attacks of single pieces by arithmetic alone, without tables in memory. This is the portable method of the host, and
/// one for devices.
///
/// It also shows the interface of every slider method: rook(), bishop(), the lines of an empty board, leapers.
struct LineSliders {
  PLYFORGE_HD constexpr Bitboard rook(Square s, Bitboard occupied) const {
    return line_attacks(s, file_line(s), occupied) | line_attacks(s, rank_line(s), occupied);
  }
  PLYFORGE_HD constexpr Bitboard bishop(Square s, Bitboard occupied) const {
    return line_attacks(s, diagonal_line(s), occupied) | line_attacks(s, antidiagonal_line(s), occupied);
  }
  PLYFORGE_HD constexpr Bitboard rook_lines(Square s) const { return file_line(s) | rank_line(s); }
  PLYFORGE_HD constexpr Bitboard bishop_lines(Square s) const { return diagonal_line(s) | antidiagonal_line(s); }
  PLYFORGE_HD constexpr Bitboard knight(Square s) const { return knight_fill(bit(s)); }
  PLYFORGE_HD constexpr Bitboard king(Square s) const { return king_fill(bit(s)); }
  /// Squares strictly between two squares of one line; empty when they share none.
  PLYFORGE_HD constexpr Bitboard between(Square a, Square b) const {
    const Bitboard ends = bit(a) | bit(b);
    if ((rook_lines(a) & bit(b)) != 0) return rook(a, ends) & rook(b, ends);
    if ((bishop_lines(a) & bit(b)) != 0) return bishop(a, ends) & bishop(b, ends);
    return 0;
  }
  /// Squares of an empty board behind `b` as seen from `a`; empty when they share no line.
  PLYFORGE_HD constexpr Bitboard beyond(Square a, Square b) const {
    const Bitboard side = a < b ? ~((bit(b) << 1) - 1) : bit(b) - 1;
    const Bitboard lines[] = {file_line(b), rank_line(b), diagonal_line(b), antidiagonal_line(b)};
    for (const Bitboard line : lines) {
      if ((line & bit(a)) != 0) return line & side;
    }
    return 0;
  }
};

}  // namespace plyforge
