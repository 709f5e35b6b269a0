#pragma once

#include <array>
#include <cstdint>

#include "board/bitboard.h"
#include "board/host_device.h"
#include "movegen/attacks.h"

namespace plyforge {

// The symmetries of the board, and the king placements that remain when those which a symmetry transforms into each
// other count once: 462 without pawns, 1806 with (chessprogramming.org/Endgame_Tablebases).

/// A symmetry of the board: bit 0 mirrors the files, bit 1 flips the ranks, then bit 2 swaps files and ranks.
using Symmetry = int;

PLYFORGE_HD constexpr Square transformed(Symmetry symmetry, Square s) {
  s ^= (symmetry & 1) * 7 ^ (symmetry & 2) * 28;
  return (symmetry & 4) != 0 ? (s >> 3) | (s & 7) << 3 : s;
}

/// Mirrors the files: a becomes h. Source: chessprogramming.org/Flipping_Mirroring_and_Rotating.
PLYFORGE_HD constexpr Bitboard mirror_files(Bitboard b) {
  b = (b >> 1 & 0x5555555555555555) | (b & 0x5555555555555555) << 1;
  b = (b >> 2 & 0x3333333333333333) | (b & 0x3333333333333333) << 2;
  return (b >> 4 & 0x0F0F0F0F0F0F0F0F) | (b & 0x0F0F0F0F0F0F0F0F) << 4;
}

/// Swaps files and ranks: a8 becomes h1. Source: as mirror_files().
PLYFORGE_HD constexpr Bitboard swap_files_and_ranks(Bitboard b) {
  Bitboard t = 0x0F0F0F0F00000000 & (b ^ (b << 28));
  b ^= t ^ (t >> 28);
  t = 0x3333000033330000 & (b ^ (b << 14));
  b ^= t ^ (t >> 14);
  t = 0x5500550055005500 & (b ^ (b << 7));
  return b ^ t ^ (t >> 7);
}

/// The set of transformed squares.
PLYFORGE_HD constexpr Bitboard transformed_set(Symmetry symmetry, Bitboard b) {
  if ((symmetry & 1) != 0) b = mirror_files(b);
  if ((symmetry & 2) != 0) b = flip_ranks(b);
  return (symmetry & 4) != 0 ? swap_files_and_ranks(b) : b;
}

/// The symmetry that reverses another.
PLYFORGE_HD constexpr Symmetry inverse(Symmetry symmetry) {
  if ((symmetry & 4) == 0) return symmetry;
  return 4 | (symmetry & 1) << 1 | (symmetry & 2) >> 1;
}

/// The king placements of endgames with or without pawns, one of each class.
class KingPairs {
 public:
  static constexpr int kWithPawns = 1806;
  static constexpr int kWithoutPawns = 462;
  static constexpr int kNone = -1;

  constexpr explicit KingPairs(bool pawns) {
    for (auto& row : pair_) row.fill(kNone);
    for (Square white = 0; white < 64; ++white) {
      for (Square black = 0; black < 64; ++black) {
        if (white == black || (king_fill(bit(white)) & bit(black)) != 0) continue;
        for (Symmetry symmetry = 0; symmetry < (pawns ? 2 : 8); ++symmetry) {
          const Square w = transformed(symmetry, white);
          const Square b = transformed(symmetry, black);
          if (!is_representative(w, b, pawns)) continue;
          std::int16_t& pair = pair_[at(w)][at(b)];
          if (pair == kNone) {
            white_[at(size_)] = static_cast<std::uint8_t>(w);
            black_[at(size_)] = static_cast<std::uint8_t>(b);
            pair = static_cast<std::int16_t>(size_++);
          }
          pair_[at(white)][at(black)] = pair;
          symmetry_[at(white)][at(black)] = static_cast<std::uint8_t>(symmetry);
          break;
        }
      }
    }
  }

  PLYFORGE_HD constexpr int size() const { return size_; }
  /// The class of two kings; kNone where they share a square or touch.
  PLYFORGE_HD constexpr int pair(Square white, Square black) const { return pair_[at(white)][at(black)]; }
  /// The symmetry that transforms the kings' squares into those that represent their class.
  PLYFORGE_HD constexpr Symmetry symmetry(Square white, Square black) const { return symmetry_[at(white)][at(black)]; }
  PLYFORGE_HD constexpr Square white(int pair) const { return white_[at(pair)]; }
  PLYFORGE_HD constexpr Square black(int pair) const { return black_[at(pair)]; }

 private:
  PLYFORGE_HD static constexpr std::size_t at(int i) { return static_cast<std::size_t>(i); }

  /// White's king on files a to d; without pawns, in the triangle a1 d1 d4 as well, and Black's king not above the
  /// diagonal where White's is on it.
  PLYFORGE_HD static constexpr bool is_representative(Square white, Square black, bool pawns) {
    if (file_of(white) > 3) return false;
    if (pawns) return true;
    if (rank_of(white) > file_of(white)) return false;
    return rank_of(white) < file_of(white) || rank_of(black) <= file_of(black);
  }

  std::array<std::array<std::int16_t, 64>, 64> pair_{};
  std::array<std::array<std::uint8_t, 64>, 64> symmetry_{};
  std::array<std::uint8_t, kWithPawns> white_{};
  std::array<std::uint8_t, kWithPawns> black_{};
  int size_ = 0;
};

/// The one table of each kind, filled at the first call.
const KingPairs& king_pairs(bool pawns);

}  // namespace plyforge
