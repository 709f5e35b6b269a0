#pragma once

#include "endgame/slice_last_man.h"
#include "endgame/solve/expand.h"

namespace plyforge::detail {

// The expansion of a slice, compiled once per instruction set. All functions are templates over a tag of the set, or
// always inlined, so that the linker cannot mix them up (see src/board/host_device.h).
//
// An outer man moves by whole rows: all arrangements of the men inside it at once. A slider's row grows along a line
// square by square; where another man may stand in between, its bits are removed.

/// What stops a row's man: `keep[s]` masks, for the last man's bits, what may go on from square s.
struct Passable {
  Bitboard keep[64];
};

PLYFORGE_HD Passable passable(Bitboard blocked) {
  Passable passable;
  for (Square s = 0; s < 64; ++s) passable.keep[s] = (blocked >> s & 1) != 0 ? 0 : ~bit(s);
  return passable;
}

/// Clears, in a row of `length` words, the arrangements in which a man between this one and the last stands on `s`.
PLYFORGE_HD void clear_middle_men(Bitboard* row, std::size_t length, Square s) {
  const auto at = static_cast<std::size_t>(s);
  if (length == 64) {
    row[at] = 0;
  } else if (length == 4096) {
    for (std::size_t i = 0; i < 64; ++i) row[i * 64 + at] = row[at * 64 + i] = 0;
  }
}

constexpr std::size_t kLongestRow = 4096;

/// Adds a slider's moves along one direction, for rows of 64 words and more.
template <class Tag>
void slide_rows(std::size_t length, int file_step, int rank_step, const Passable& pass, const Bitboard* into,
                Bitboard* out) {
  alignas(64) Bitboard row[kLongestRow];
  for (Square end = 0; end < 64; ++end) {
    int file = file_of(end);
    int rank = rank_of(end);
    if (((file + file_step) | (rank + rank_step)) >= 0 && file + file_step < 8 && rank + rank_step < 8) continue;
    // `end` is where the line leaves the board; the walk goes back from it.
    for (std::size_t w = 0; w < length; ++w) row[w] = 0;
    for (Square to = end;;) {
      file -= file_step;
      rank -= rank_step;
      if ((file | rank) < 0 || file > 7 || rank > 7) break;
      const Bitboard keep = pass.keep[to];
      const Bitboard* const reached = into + static_cast<std::size_t>(to) * length;
      const Square from = make_square(file, rank);
      Bitboard* const target = out + static_cast<std::size_t>(from) * length;
      clear_middle_men(row, length, to);
      for (std::size_t w = 0; w < length; ++w) {
        const Bitboard value = (row[w] & keep) | reached[w];
        row[w] = value;
        target[w] |= value;
      }
      to = from;
    }
  }
}

/// The same for rows of one word: a rank of rows at a time, which fits vector registers.
template <int kFileStep, int kRankStep>
PLYFORGE_HD void slide_words_by_rank(const Passable& pass, const Bitboard* into, Bitboard* out) {
  Bitboard row[8] = {};
  for (int i = 0; i < 7; ++i) {
    const int from = (kRankStep > 0 ? 6 - i : 1 + i) * 8;
    const int to = from + 8 * kRankStep;
    Bitboard on[10] = {};  // a file off the board on either side
    for (int f = 0; f < 8; ++f) on[f + 1] = (row[f] & pass.keep[to + f]) | into[to + f];
    for (int f = 0; f < 8; ++f) {
      row[f] = on[f + 1 + kFileStep];
      out[from + f] |= row[f];
    }
  }
}
template <int kFileStep>
PLYFORGE_HD void slide_words_by_file(const Passable& pass, const Bitboard* into, Bitboard* out) {
  Bitboard column[8] = {};
  for (int i = 0; i < 7; ++i) {
    const int from = kFileStep > 0 ? 6 - i : 1 + i;
    const int to = from + kFileStep;
    for (int r = 0; r < 8; ++r) {
      column[r] = (column[r] & pass.keep[r * 8 + to]) | into[r * 8 + to];
      out[r * 8 + from] |= column[r];
    }
  }
}

template <class Tag>
void slide(Piece piece, std::size_t length, Bitboard blocked, const Bitboard* into, Bitboard* out) {
  const Passable pass = passable(blocked);
  const bool straight = piece != Piece::bishop;
  const bool diagonal = piece != Piece::rook;
  if (length == 1) {
    if (straight) {
      slide_words_by_rank<0, 1>(pass, into, out);
      slide_words_by_rank<0, -1>(pass, into, out);
      slide_words_by_file<1>(pass, into, out);
      slide_words_by_file<-1>(pass, into, out);
    }
    if (diagonal) {
      slide_words_by_rank<1, 1>(pass, into, out);
      slide_words_by_rank<-1, 1>(pass, into, out);
      slide_words_by_rank<1, -1>(pass, into, out);
      slide_words_by_rank<-1, -1>(pass, into, out);
    }
    return;
  }
  for (int rank_step = -1; rank_step <= 1; ++rank_step) {
    for (int file_step = -1; file_step <= 1; ++file_step) {
      const bool is_diagonal = rank_step != 0 && file_step != 0;
      if ((rank_step | file_step) == 0 || !(is_diagonal ? diagonal : straight)) continue;
      slide_rows<Tag>(length, file_step, rank_step, pass, into, out);
    }
  }
}

template <class Tag>
void leap(std::size_t length, const Bitboard* into, Bitboard* out) {
  for (Square s = 0; s < 64; ++s) {
    Bitboard* const target = out + static_cast<std::size_t>(s) * length;
    for (Bitboard rest = knight_fill(bit(s)); rest != 0;) {
      const Bitboard* const reached = into + static_cast<std::size_t>(pop_lowest(rest)) * length;
      for (std::size_t w = 0; w < length; ++w) target[w] |= reached[w];
    }
  }
}

/// A pawn, by rows. A diagonal move is a capture and needs a man on its target; a push needs an empty one.
template <class Tag>
void advance(const SliceMan& man, std::size_t length, Bitboard blocked, const Bitboard* into, Bitboard* out) {
  const Passable pass = passable(blocked);
  const int up = man.black ? -8 : 8;
  // Adds what is reached on `via`, if `to` and `also` are empty (push) or `to` is not.
  const auto add = [&](Square from, Square via, Square to, Square also, bool push) {
    Bitboard* const target = out + static_cast<std::size_t>(from) * length;
    const Bitboard* const reached = into + static_cast<std::size_t>(via) * length;
    const Bitboard empty = pass.keep[to] & pass.keep[also];
    const Bitboard wanted = push ? empty : ~empty;
    for (std::size_t w = 0; w < length; ++w) {
      Bitboard keep = wanted;
      if (length >= 64) {
        const auto last = static_cast<Square>(w & 63);
        const auto other = static_cast<Square>(w >> 6);
        const bool stands = last == to || last == also || (length > 64 && (other == to || other == also));
        if (stands) keep = push ? 0 : ~Bitboard{0};
      }
      target[w] |= reached[w] & keep;
    }
  };
  for (Square from = 8; from < 56; ++from) {
    const Square to = from + up;
    add(from, to, to, to, true);
    if (rank_of(from) == (man.black ? 6 : 1)) {
      const Square far = to + up;
      add(from, man.has_ep_target ? first_rank(file_of(from), man.black) : far, far, to, true);
    }
    if (file_of(from) > 0) add(from, to - 1, to - 1, to - 1, false);
    if (file_of(from) < 7) add(from, to + 1, to + 1, to + 1, false);
  }
}

/// A king's step with a symmetry that the compiler knows, so that it can work on several words at a time.
template <class Tag, Symmetry kSymmetry>
void step_king_transformed(const SliceShape& shape, const Bitboard* into, Bitboard* out) {
  const std::size_t row = shape.men == 1 ? 1 : 64;
  for (std::size_t w = 0; w < shape.words; w += row) {
    // Each outer man is one digit of the word's number; the lowest digit is the place in the row.
    std::size_t there = 0;
    for (int d = 0; d + 2 < shape.men; ++d) {
      there += static_cast<std::size_t>(transformed(kSymmetry, shape.square(w, d))) * shape.stride[d];
    }
    Bitboard words[64];
    for (std::size_t s = 0; s < row; ++s) {
      words[s] = into[row == 1 ? 0 : there + static_cast<std::size_t>(transformed(kSymmetry, static_cast<Square>(s)))];
    }
    for (std::size_t s = 0; s < row; ++s) out[w + s] |= transformed_set(inverse(kSymmetry), words[s]);
  }
}

/// A king's step: the slice it leads to, transformed to this one's board.
template <class Tag>
void step_king(const SliceShape& shape, Symmetry symmetry, const Bitboard* into, Bitboard* out) {
  switch (symmetry) {
    case 0:
      for (std::size_t w = 0; w < shape.words; ++w) out[w] |= into[w];
      break;
    case 1:
      return step_king_transformed<Tag, 1>(shape, into, out);
    case 2:
      return step_king_transformed<Tag, 2>(shape, into, out);
    case 3:
      return step_king_transformed<Tag, 3>(shape, into, out);
    case 4:
      return step_king_transformed<Tag, 4>(shape, into, out);
    case 5:
      return step_king_transformed<Tag, 5>(shape, into, out);
    case 6:
      return step_king_transformed<Tag, 6>(shape, into, out);
    default:
      return step_king_transformed<Tag, 7>(shape, into, out);
  }
}

/// Positions in which a pawn of the opponent's has just made a double push: the moves are those with the pawn where it
/// is, and en passant.
template <class Tag>
void expand_ep_target(const SliceShape& shape, bool black, bool pawns, const Bitboard* into, Bitboard* out) {
  for (int p = 0; p < shape.men; ++p) {
    const SliceMan& ep_pawn = shape.man[p];
    if (!ep_pawn.has_ep_target || ep_pawn.black == black) continue;
    if (shape.is_inner(p)) {
      for (std::size_t w = 0; w < shape.words; ++w) {
        out[w] =
            ep_pawn.black ? (out[w] & ~kRank8) | (out[w] & kRank5) << 24 : (out[w] & ~kRank1) | (out[w] & kRank4) >> 24;
      }
    } else {
      for (std::size_t w = 0; w < shape.words; ++w) {
        const Square s = shape.square(w, p);
        if (is_ep_target(ep_pawn, s)) out[w] = out[shape.with_square(w, p, real_square(ep_pawn, s))];
      }
    }
    if (!pawns) continue;
    for (int t = 0; t < shape.men; ++t) {
      if (shape.man[t].piece != Piece::pawn || shape.man[t].black != black) continue;
      for (std::size_t w = 0; w < shape.words; ++w) {
        for (int file = 0; file < 8; ++file) {
          const Square gone = first_rank(file, ep_pawn.black);
          const Square ep_square = ep_square_of(file, ep_pawn.black);
          const Bitboard stood = bit(double_push_square(file, ep_pawn.black));
          const Bitboard capturers = east(stood) | west(stood);
          if (shape.is_inner(t)) {
            if (shape.square(w, p) == gone && (into[w] & bit(ep_square)) != 0) out[w] |= capturers;
          } else if ((capturers >> shape.square(w, t) & 1) != 0) {
            const Bitboard reached = into[shape.with_square(w, t, ep_square)];
            if (shape.is_inner(p)) {
              out[w] |= reached & bit(gone);
            } else if (shape.square(w, p) == gone) {
              out[w] |= reached;
            }
          }
        }
      }
    }
  }
}

template <class Tag>
void expand(const SliceShape& shape, int pair, bool black, Movers movers, const Bitboard* into,
            const std::uint8_t* is_empty, Bitboard* out) {
  for (std::size_t w = 0; w < shape.words; ++w) out[w] = 0;
  if (movers.pieces) {
    const KingSteps& steps = shape.steps[black][pair];
    for (int i = 0; i < steps.size; ++i) {
      const auto reached = static_cast<std::size_t>(steps.step[i].pair);
      if (is_empty[reached] == 0) step_king<Tag>(shape, steps.step[i].symmetry, into + reached * shape.words, out);
    }
  }
  if (is_empty[pair] == 0) {
    const Bitboard kings = bit(shape.pairs->white(pair)) | bit(shape.pairs->black(pair));
    const Bitboard* const here = into + static_cast<std::size_t>(pair) * shape.words;
    const auto moves = [&](const SliceMan& man) {
      return man.black == black && (man.piece == Piece::pawn ? movers.pawns : movers.pieces);
    };
    // Men by rows. A block is an arrangement of the men outside this one.
    for (int d = 0; d + 1 < shape.men; ++d) {
      if (!moves(shape.man[d])) continue;
      const std::size_t length = shape.stride[d];
      for (std::size_t block = 0; block < shape.words; block += 64 * length) {
        Bitboard blocked = kings;
        for (int outer = 0; outer < d; ++outer) blocked |= bit(shape.square(block, outer));
        if (shape.man[d].piece == Piece::pawn) {
          advance<Tag>(shape.man[d], length, blocked, here + block, out + block);
        } else if (shape.man[d].piece == Piece::knight) {
          leap<Tag>(length, here + block, out + block);
        } else {
          slide<Tag>(shape.man[d].piece, length, blocked, here + block, out + block);
        }
      }
    }
    const int last = shape.men - 1;
    if (moves(shape.man[last])) {
      const std::size_t length = shape.men == 1 ? 1 : 64;
      for (std::size_t block = 0; block < shape.words; block += length) {
        Bitboard occupied = kings;
        for (int outer = 0; outer + 1 < last; ++outer) occupied |= bit(shape.square(block, outer));
        Bitboard empty[64];
        for (std::size_t w = 0; w < length; ++w) {
          empty[w] = ~(occupied | (shape.men == 1 ? 0 : bit(static_cast<Square>(w))));
        }
        expand_last<Tag>(shape.man[last], length, empty, here + block, out + block);
      }
    }
  }
  expand_ep_target<Tag>(shape, black, movers.pawns && is_empty[pair] == 0,
                        into + static_cast<std::size_t>(pair) * shape.words, out);
}

}  // namespace plyforge::detail
