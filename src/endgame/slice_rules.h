#pragma once

#include <cstddef>

#include "endgame/slices.h"
#include "movegen/attacks.h"

namespace plyforge {

/// What the rules say of the 64 positions of one word: one king pair, and all men but the last on known squares.
struct WordRules {
  Bitboard legal;     ///< positions of this endgame in which the side not to move is not in check
  Bitboard in_check;  ///< those of them in which the mover is in check
};

namespace detail {

constexpr Bitboard kPawnRanks = ~(kRank1 | kRank8);

/// A word's men on the board: where they really are, also after a double push.
struct SliceScene {
  Square king[2];  // by colour
  Bitboard outer = 0;
  Square at[kMaxSliceMen] = {};
};

PLYFORGE_HD constexpr bool is_slider_of(Piece piece, bool straight) {
  return piece == Piece::queen || piece == (straight ? Piece::rook : Piece::bishop);
}

/// Squares from which a pawn attacks `s`.
PLYFORGE_HD constexpr Bitboard pawn_attackers(Square s, bool black) {
  const Bitboard b = bit(s);
  return black ? north_east(b) | north_west(b) : south_east(b) | south_west(b);
}

/// The squares of the last man with which the men of one side attack the other's king.
template <class Sliders>
PLYFORGE_HD_CALL Bitboard attacked(const SliceShape& shape, const SliceScene& scene, bool by_black,
                                   const Sliders& sliders) {
  const Square king = scene.king[by_black ? 0 : 1];
  const Bitboard kings = bit(scene.king[0]) | bit(scene.king[1]);
  const Bitboard occupied = scene.outer | kings;
  Bitboard result = 0;
  for (int d = 0; d + 1 < shape.men; ++d) {
    const SliceMan& man = shape.man[d];
    if (man.black != by_black) continue;
    const Square s = scene.at[d];
    if (man.piece == Piece::pawn) {
      if ((pawn_attackers(king, by_black) >> s & 1) != 0) return ~Bitboard{0};
    } else if (man.piece == Piece::knight) {
      if ((sliders.knight(s) >> king & 1) != 0) return ~Bitboard{0};
    } else {
      const bool aligned = (is_slider_of(man.piece, true) && (sliders.rook_lines(s) >> king & 1) != 0) ||
                           (is_slider_of(man.piece, false) && (sliders.bishop_lines(s) >> king & 1) != 0);
      const Bitboard between = sliders.between(s, king);
      if (aligned && (between & occupied) == 0) result |= ~between;
    }
  }
  const SliceMan& last = shape.man[shape.men - 1];
  if (last.black == by_black) {
    if (last.piece == Piece::pawn) {
      result |= pawn_attackers(king, by_black);
    } else if (last.piece == Piece::knight) {
      result |= sliders.knight(king);
    } else {
      if (is_slider_of(last.piece, true)) result |= sliders.rook(king, occupied);
      if (is_slider_of(last.piece, false)) result |= sliders.bishop(king, occupied);
    }
  }
  return result;
}

/// Finds where the outer men really are; false where they cannot be so. `closed`: squares that must be empty.
PLYFORGE_HD bool stage(const SliceShape& shape, std::size_t word, bool black_to_move, SliceScene& scene,
                       Bitboard& closed) {
  const Bitboard kings = bit(scene.king[0]) | bit(scene.king[1]);
  for (int d = 0; d + 1 < shape.men; ++d) {
    const SliceMan& man = shape.man[d];
    const Square s = shape.square(word, d);
    if (is_ep_target(man, s)) {
      // Only the opponent can have made the last double push, and only with one pawn.
      if (man.black == black_to_move || closed != 0) return false;
      closed |= bit(ep_square_of(file_of(s), man.black)) | bit(start_square(file_of(s), man.black));
    } else if (man.piece == Piece::pawn && (kPawnRanks >> s & 1) == 0) {
      return false;
    }
    scene.at[d] = real_square(man, s);
    const Bitboard square = bit(scene.at[d]);
    if (((scene.outer | kings) & square) != 0) return false;
    scene.outer |= square;
  }
  return ((scene.outer | kings) & closed) == 0;
}

/// Moves the bits of one rank to another.
PLYFORGE_HD constexpr Bitboard move_rank(Bitboard b, int from, int to) {
  return (b >> (8 * from) & kRank1) << (8 * to);
}

}  // namespace detail

/// The rules of one word of a slice, with Black to move or not.
template <class Sliders>
PLYFORGE_HD_CALL WordRules word_rules(const SliceShape& shape, int pair, std::size_t word, bool black_to_move,
                                      const Sliders& sliders) {
  using namespace detail;
  SliceScene scene{{shape.pairs->white(pair), shape.pairs->black(pair)}};
  Bitboard closed = 0;
  if (!stage(shape, word, black_to_move, scene, closed)) return {0, 0};
  const Bitboard occupied = scene.outer | bit(scene.king[0]) | bit(scene.king[1]);
  const SliceMan& last = shape.man[shape.men - 1];
  Bitboard legal = ~(occupied | closed);
  if (last.piece == Piece::pawn) legal &= kPawnRanks;
  legal &= ~attacked(shape, scene, black_to_move, sliders);
  Bitboard in_check = legal & attacked(shape, scene, !black_to_move, sliders);
  if (last.has_ep_target && last.black != black_to_move && closed == 0) {
    // One bit of the first rank for each possible double push.
    const int first = last.black ? 7 : 0;
    const int reached = last.black ? 4 : 3;
    const Bitboard open =
        move_rank(~occupied, last.black ? 5 : 2, first) & move_rank(~occupied, last.black ? 6 : 1, first);
    legal |= move_rank(legal, reached, first) & open;
    in_check |= move_rank(in_check, reached, first) & open;
  }
  return {legal, in_check};
}

}  // namespace plyforge
