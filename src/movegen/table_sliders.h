#pragma once

#include <cstddef>

#include "board/bitboard.h"
#include "board/host_device.h"
#include "movegen/attacks.h"

namespace plyforge {

/// Attack tables by square, 0.9 MB; those of sliders are indexed by the bits that PEXT extracts from the occupancy.
/// Source: chessprogramming.org/BMI2#PEXTBitboards. Filled once by fill_attack_tables().
struct AttackTables {
  struct Entry {
    Bitboard mask;            ///< squares whose occupancy matters: the lines without the board's edge
    const Bitboard* attacks;  ///< by extracted occupancy
  };
  struct Lines {
    Bitboard rook;
    Bitboard bishop;
    Bitboard knight;
    Bitboard king;
  };
  static constexpr std::size_t kRookEntries = 102400;
  static constexpr std::size_t kBishopEntries = 5248;

  Entry rook[64];
  Entry bishop[64];
  Lines lines[64];
  Bitboard between[64][64];
  Bitboard beyond[64][64];
  Bitboard slider_attacks[kRookEntries + kBishopEntries];
};

/// Fills the tables with the attacks that LineSliders computes.
void fill_attack_tables(AttackTables& tables);

}  // namespace plyforge

#if defined(__BMI2__)
#include <immintrin.h>

namespace plyforge {

/// Sliders by PEXT tables, for processors on which PEXT is one fast instruction. LineSliders shows the interface.
struct PextSliders {
  const AttackTables* tables;

  PLYFORGE_HD Bitboard rook(Square s, Bitboard occupied) const {
    const AttackTables::Entry& e = tables->rook[s];
    return e.attacks[_pext_u64(occupied, e.mask)];
  }
  PLYFORGE_HD Bitboard bishop(Square s, Bitboard occupied) const {
    const AttackTables::Entry& e = tables->bishop[s];
    return e.attacks[_pext_u64(occupied, e.mask)];
  }
  PLYFORGE_HD Bitboard rook_lines(Square s) const { return tables->lines[s].rook; }
  PLYFORGE_HD Bitboard bishop_lines(Square s) const { return tables->lines[s].bishop; }
  PLYFORGE_HD Bitboard knight(Square s) const { return tables->lines[s].knight; }
  PLYFORGE_HD Bitboard king(Square s) const { return tables->lines[s].king; }
  PLYFORGE_HD Bitboard between(Square a, Square b) const { return tables->between[a][b]; }
  PLYFORGE_HD Bitboard beyond(Square a, Square b) const { return tables->beyond[a][b]; }
};

}  // namespace plyforge
#endif
