#pragma once

#include "board/bitboard.h"
#include "board/host_device.h"
#include "board/position.h"

namespace plyforge {

/// The men of one side, grouped by how they attack.
struct Men {
  Bitboard pawns;
  Bitboard knights;
  Bitboard diagonal;    ///< bishops and queens
  Bitboard orthogonal;  ///< rooks and queens
  Bitboard king;
  Bitboard all;
};

/// A position unpacked for move generation.
struct Board {
  Men own;
  Men opp;
  Bitboard occupied;
  Bitboard own_castling;  ///< own rooks that may still castle
  Bitboard opp_castling;
  Bitboard en_passant;  ///< the en passant square, or empty
};

PLYFORGE_HD constexpr Men men_of(const Position& p, Bitboard side) {
  return {p.pawns() & side, p.knights() & side, p.diagonal() & side, p.orthogonal() & side, p.kings() & side, side};
}

PLYFORGE_HD constexpr Board unpack(const Position& p) {
  const Bitboard occupied = p.occupied();
  const Bitboard own = occupied & ~p.opponent;
  return {men_of(p, own),
          men_of(p, occupied & p.opponent),
          occupied,
          p.castling_rooks() & ~p.opponent,
          p.castling_rooks() & p.opponent,
          p.opponent & ~occupied};
}

/// The men among `men` that attack `s` when the squares of `occupied` are occupied. Pawns attack towards lower ranks,
/// as the opponent's do on every Position.
template <class Sliders>
PLYFORGE_HD constexpr Bitboard attackers_among(const Men& men, Square s, Bitboard occupied, const Sliders& sliders) {
  const Bitboard b = bit(s);
  return ((north_east(b) | north_west(b)) & men.pawns) | (sliders.knight(s) & men.knights) |
         (sliders.king(s) & men.king) | (sliders.rook(s, occupied) & men.orthogonal) |
         (sliders.bishop(s, occupied) & men.diagonal);
}

}  // namespace plyforge
