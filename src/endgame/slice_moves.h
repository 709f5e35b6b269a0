#pragma once

#include <cstddef>
#include <cstdint>

#include "endgame/slice_last_man.h"
#include "endgame/slices.h"
#include "movegen/attacks.h"

namespace plyforge {

// The step that retrograde analysis consists of, for one word of a slice (slices.h): a thread of a device looks up what
// each man's moves lead to. host/endgame/solve/expand_impl.h does the same for a whole slice, in the way that suits a
// CPU.

/// A set of the positions of one side to move, all slices of it.
struct SliceSetView {
  const Bitboard* words;
  const std::uint32_t* filled;  ///< of each slice: 0 if it holds nothing
};

namespace detail {

/// One of the outer men, in one word.
struct OuterMan {
  SliceMan man;
  Square from;
  Bitboard blocked;           ///< squares of all other men but the last
  const Bitboard* man_on_a1;  ///< the word in which this man is on a1
  std::size_t stride;

  /// The word with the man on another square.
  PLYFORGE_HD Bitboard on(Square s) const { return man_on_a1[stride * static_cast<std::size_t>(s)]; }
  /// The squares of the last man that leave `s` empty.
  PLYFORGE_HD Bitboard leave_empty(Square s) const { return (blocked >> s & 1) != 0 ? 0 : ~bit(s); }
};

/// A slider walks along its lines. Where the last man is in between, his bit drops out.
PLYFORGE_HD Bitboard slide(const OuterMan& outer) {
  Bitboard result = 0;
  for (int direction = 0; direction < 9; ++direction) {
    const int file_step = direction % 3 - 1;
    const int rank_step = direction / 3 - 1;
    const bool diagonal = file_step != 0 && rank_step != 0;
    if (direction == 4 || outer.man.piece == (diagonal ? Piece::rook : Piece::bishop)) continue;
    Bitboard open = ~Bitboard{0};
    int file = file_of(outer.from) + file_step;
    int rank = rank_of(outer.from) + rank_step;
    for (; ((file | rank) & ~7) == 0; file += file_step, rank += rank_step) {
      const Square to = make_square(file, rank);
      result |= outer.on(to) & open;
      open &= outer.leave_empty(to);
      if (open == 0) break;
    }
  }
  return result;
}

PLYFORGE_HD Bitboard leap(const OuterMan& outer) {
  Bitboard result = 0;
  for (Bitboard targets = knight_fill(bit(outer.from)); targets != 0;) result |= outer.on(pop_lowest(targets));
  return result;
}

/// A pawn. A push needs empty squares, a capture an occupied one.
PLYFORGE_HD Bitboard advance(const OuterMan& outer) {
  const Square from = outer.from;
  if (from < 8 || from >= 56) return 0;
  const bool black = outer.man.black;
  const Square to = from + (black ? -8 : 8);
  const Bitboard empty = outer.leave_empty(to);
  Bitboard result = outer.on(to) & empty;
  if (rank_of(from) == (black ? 6 : 1)) {
    const Square far = to + (black ? -8 : 8);
    result |=
        outer.on(outer.man.has_ep_target ? first_rank(file_of(from), black) : far) & empty & outer.leave_empty(far);
  }
  if (file_of(from) > 0) result |= outer.on(to - 1) & ~outer.leave_empty(to - 1);
  if (file_of(from) < 7) result |= outer.on(to + 1) & ~outer.leave_empty(to + 1);
  return result;
}

PLYFORGE_HD Bitboard step_king(const SliceShape& shape, int pair, std::size_t word, bool black,
                               const SliceSetView& into) {
  Bitboard result = 0;
  const KingSteps& steps = shape.steps[black][pair];
  for (int i = 0; i < steps.size; ++i) {
    const KingStep step = steps.step[i];
    const auto slice = static_cast<std::size_t>(step.pair);
    if (into.filled[slice] == 0) continue;
    std::size_t there = 0;
    for (int d = 0; d + 1 < shape.men; ++d) {
      there += static_cast<std::size_t>(transformed(step.symmetry, shape.square(word, d))) * shape.stride[d];
    }
    result |= transformed_set(inverse(step.symmetry), into.words[slice * shape.words + there]);
  }
  return result;
}

/// The moves of all men but the king; `here`: the set's slice of this king pair.
template <class Sliders>
PLYFORGE_HD Bitboard move_men(const SliceShape& shape, Bitboard kings, std::size_t word, bool black, Movers movers,
                              const Bitboard* here) {
  const auto moves = [&](const SliceMan& man) {
    return man.black == black && (man.piece == Piece::pawn ? movers.pawns : movers.pieces);
  };
  const int last = shape.men - 1;
  Bitboard occupied = kings;
  for (int d = 0; d < last; ++d) occupied |= bit(shape.square(word, d));
  Bitboard result = 0;
  if (moves(shape.man[last])) {
    const Bitboard empty = ~occupied;
    expand_last<Sliders>(shape.man[last], 1, &empty, here + word, &result);
  }
  for (int d = 0; d < last; ++d) {
    if (!moves(shape.man[d])) continue;
    const Square from = shape.square(word, d);
    Bitboard blocked = kings;
    for (int other = 0; other < last; ++other) {
      if (other != d) blocked |= bit(shape.square(word, other));
    }
    const OuterMan outer{shape.man[d], from, blocked, here + shape.with_square(word, d, 0), shape.stride[d]};
    switch (outer.man.piece) {
      case Piece::pawn:
        result |= advance(outer);
        break;
      case Piece::knight:
        result |= leap(outer);
        break;
      default:
        result |= slide(outer);
        break;
    }
  }
  return result;
}

/// A pawn of the mover's captures one that has just made a double push.
PLYFORGE_HD Bitboard take_en_passant(const SliceShape& shape, std::size_t word, int ep_pawn, int capturer,
                                     const Bitboard* here) {
  const bool ep_pawn_is_black = shape.man[ep_pawn].black;
  Bitboard result = 0;
  for (int file = 0; file < 8; ++file) {
    const Square gone = first_rank(file, ep_pawn_is_black);
    if (!shape.is_inner(ep_pawn) && shape.square(word, ep_pawn) != gone) continue;
    const Square ep_square = ep_square_of(file, ep_pawn_is_black);
    const Bitboard stood = bit(double_push_square(file, ep_pawn_is_black));
    const Bitboard capturers = east(stood) | west(stood);
    if (shape.is_inner(capturer)) {
      if ((here[word] >> ep_square & 1) != 0) result |= capturers;
    } else if ((capturers >> shape.square(word, capturer) & 1) != 0) {
      const Bitboard reached = here[shape.with_square(word, capturer, ep_square)];
      result |= shape.is_inner(ep_pawn) ? reached & bit(gone) : reached;
    }
  }
  return result;
}

}  // namespace detail

/// The positions of a word from which the mover (Black if `black`) has a move into a set of the other side's positions.
/// Positions that are not legal may be among them.
template <class Sliders>
PLYFORGE_HD_CALL Bitboard word_into(const SliceShape& shape, int pair, std::size_t word, bool black, Movers movers,
                                    const SliceSetView& into,
                                    const Sliders& /*one copy for each set of instructions*/) {
  using namespace detail;
  // Where the opponent has just made a double push, the moves are those with the pawn where it is, and en passant.
  std::size_t real = word;
  for (int d = 0; d + 1 < shape.men; ++d) {
    const SliceMan& man = shape.man[d];
    const Square s = shape.square(word, d);
    if (man.black != black && is_ep_target(man, s)) real = shape.with_square(real, d, real_square(man, s));
  }
  const Bitboard kings = bit(shape.pairs->white(pair)) | bit(shape.pairs->black(pair));
  const Bitboard* const here = into.words + static_cast<std::size_t>(pair) * shape.words;
  const bool is_filled = into.filled[pair] != 0;
  Bitboard result = movers.pieces ? step_king(shape, pair, real, black, into) : 0;
  if (is_filled) result |= move_men<Sliders>(shape, kings, real, black, movers, here);
  const SliceMan& last = shape.man[shape.men - 1];
  if (last.has_ep_target && last.black != black) {
    result = last.black ? (result & ~kRank8) | (result & kRank5) << 24 : (result & ~kRank1) | (result & kRank4) >> 24;
  }
  if (!is_filled || !movers.pawns) return result;
  for (int ep_pawn = 0; ep_pawn < shape.men; ++ep_pawn) {
    if (!shape.man[ep_pawn].has_ep_target || shape.man[ep_pawn].black == black) continue;
    for (int capturer = 0; capturer < shape.men; ++capturer) {
      if (shape.man[capturer].piece != Piece::pawn || shape.man[capturer].black != black) continue;
      result |= take_en_passant(shape, word, ep_pawn, capturer, here);
    }
  }
  return result;
}

/// Whether any move of the mover's can lead from a slice into a set; `filled` as in SliceSetView.
PLYFORGE_HD bool touches(const SliceShape& shape, int pair, bool black, const std::uint32_t* filled) {
  if (filled[pair] != 0) return true;
  const KingSteps& steps = shape.steps[black][pair];
  for (int i = 0; i < steps.size; ++i) {
    if (filled[steps.step[i].pair] != 0) return true;
  }
  return false;
}

}  // namespace plyforge
