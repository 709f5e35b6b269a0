#include "movegen/table_sliders.h"

namespace plyforge {

namespace {

constexpr Bitboard kEdgeFiles = kFileA | kFileH;
constexpr Bitboard kEdgeRanks = kRank1 | kRank8;

/// The subset of `mask` whose bits are those of `index`, lowest first (what PDEP computes).
Bitboard deposit(std::size_t index, Bitboard mask) {
  Bitboard subset = 0;
  for (; mask != 0; index >>= 1) {
    const Square s = pop_lowest(mask);
    if ((index & 1) != 0) subset |= bit(s);
  }
  return subset;
}

/// Fills the entries of one square from `next` on; returns where those of the next square begin.
template <class Attacks>
Bitboard* fill_square(AttackTables::Entry& entry, Bitboard mask, Bitboard* next, Attacks attacks) {
  entry = {mask, next};
  const std::size_t size = std::size_t{1} << popcount(mask);
  for (std::size_t i = 0; i < size; ++i) next[i] = attacks(deposit(i, mask));
  return next + size;
}

}  // namespace

void fill_attack_tables(AttackTables& tables) {
  static constexpr LineSliders lines;
  Bitboard* next = tables.slider_attacks;
  for (Square s = 0; s < 64; ++s) {
    const Bitboard rook_mask = (file_line(s) & ~kEdgeRanks) | (rank_line(s) & ~kEdgeFiles);
    next = fill_square(tables.rook[s], rook_mask, next, [s](Bitboard occupied) { return lines.rook(s, occupied); });
  }
  for (Square s = 0; s < 64; ++s) {
    const Bitboard bishop_mask = lines.bishop_lines(s) & ~kEdgeRanks & ~kEdgeFiles;
    next =
        fill_square(tables.bishop[s], bishop_mask, next, [s](Bitboard occupied) { return lines.bishop(s, occupied); });
  }
  for (Square a = 0; a < 64; ++a) {
    tables.lines[a] = {lines.rook_lines(a), lines.bishop_lines(a), lines.knight(a), lines.king(a)};
    for (Square b = 0; b < 64; ++b) {
      tables.between[a][b] = a == b ? 0 : lines.between(a, b);
      tables.beyond[a][b] = a == b ? 0 : lines.beyond(a, b);
    }
  }
}

}  // namespace plyforge
