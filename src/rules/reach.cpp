#include "rules/reach.h"

#include "movegen/attacks.h"
#include "movegen/movegen.h"

namespace plyforge {

namespace {

Bitboard diagonal_steps(Bitboard b) { return north_east(b) | north_west(b) | south_east(b) | south_west(b); }
Bitboard straight_steps(Bitboard b) { return north(b) | south(b) | east(b) | west(b); }

ManKind kind_of(Piece piece) {
  switch (piece) {
    case Piece::pawn:
      return ManKind::pawn;
    case Piece::knight:
      return ManKind::knight;
    case Piece::bishop:
      return ManKind::bishop;
    case Piece::queen:
      return ManKind::queen;
    case Piece::king:
      return ManKind::king;
    default:
      return ManKind::rook;
  }
}

/// Squares that a fixed man attacks for sure: nobody can step between it and what is next to it.
Bitboard guarded_by(const Man& man) {
  // A fixed promoted man may be less than a queen and a knight.
  return man.kind == ManKind::promoted ? 0 : steps_of(man, man.squares);
}

Bitboard men_of(const Position& position, Side side) {
  return side == Side::mover ? position.own() : position.theirs();
}

/// Notes the men that are fixed: those with one square, unless they may be captured.
void find_fixed(Reach& reach, std::uint32_t captured = 0) {
  reach.fixed = 0;
  reach.guarded = {};
  for (std::size_t i = 0; i < reach.setup.size; ++i) {
    const Man& man = reach.setup.men[i];
    if (!man.is_fixed() || (captured >> i & 1) != 0) continue;
    reach.fixed |= man.squares;
    reach.guarded[index_of(man.side)] |= guarded_by(man);
  }
}

/// Adds the squares that steps lead to, one after the other, without leaving `allowed`. False where there are none.
bool flood(Man& man, Bitboard allowed) {
  const Bitboard first = man.squares;
  for (Bitboard before = 0; man.squares != before;) {
    before = man.squares;
    man.squares |= steps_of(man, man.squares) & allowed;
  }
  return man.squares != first;
}

constexpr Bitboard kPromotionRanks = kRank1 | kRank8;

Bitboard file_of_square(Bitboard square) { return kFileA << file_of(lowest(square)); }

/// The squares of a pawn's file that lie before it.
Bitboard path_of(Side side, Bitboard square) {
  const Bitboard behind = square | (square - 1);
  return file_of_square(square) & (side == Side::mover ? ~behind : behind ^ square);
}

/// Finds whole_reach().
class WholeReach {
 public:
  explicit WholeReach(const Setup& setup) : start_(setup), reach_{.setup = setup} {}

  Reach find() {
    for (bool grown = true; grown;) {
      grown = false;
      find_fixed(reach_, captured_);
      for (std::size_t i = 0; i < reach_.setup.size; ++i) {
        if (reach_.setup.men[i].squares != 0) grown |= grow(i);
      }
    }
    return reach_;
  }

 private:
  bool grow(std::size_t i) {
    Man& man = reach_.setup.men[i];
    bool grown = capture(i);
    if (man.kind == ManKind::pawn) {
      grown |= push(i);
      if ((man.squares & kPromotionRanks) != 0) man.kind = ManKind::promoted;
      return grown;
    }
    Bitboard allowed = ~reach_.fixed;
    if (man.kind == ManKind::king) allowed &= ~reach_.guarded[index_of(other(man.side))];
    return flood(man, allowed) || grown;
  }

  bool capture(std::size_t i) {
    Man& man = reach_.setup.men[i];
    Bitboard targets = steps_of(man, man.squares);
    if (man.kind == ManKind::king) targets &= ~reach_.guarded[index_of(other(man.side))];
    const Bitboard before = man.squares;
    const std::uint32_t captured_before = captured_;
    for (std::size_t j = 0; j < reach_.setup.size; ++j) {
      const Man& enemy = reach_.setup.men[j];
      if (enemy.side == man.side || enemy.kind == ManKind::king || (enemy.squares & targets) == 0) continue;
      man.squares |= enemy.squares & targets;
      captured_ |= std::uint32_t{1} << j;
    }
    return man.squares != before || captured_ != captured_before;
  }

  bool push(std::size_t i) {
    Man& pawn = reach_.setup.men[i];
    Bitboard allowed = ~reach_.fixed;
    if (keeps_file(i)) {
      // A pawn never passes one that faces it, keeps its file, too, and is not captured.
      for (std::size_t j = 0; j < reach_.setup.size; ++j) {
        const Bitboard enemy = start_.men[j].squares;
        if (start_.men[j].side == pawn.side || !keeps_file(j) || (captured_ >> j & 1) != 0) continue;
        const Bitboard path = path_of(pawn.side, start_.men[i].squares);
        if ((path & enemy) != 0) allowed &= ~(enemy | path_of(pawn.side, enemy));
      }
    }
    const Bitboard before = pawn.squares;
    pawn.squares |= (pawn.side == Side::mover ? north(pawn.squares) : south(pawn.squares)) & allowed;
    return pawn.squares != before;
  }

  /// Whether a man is a pawn that captures nothing.
  bool keeps_file(std::size_t i) const {
    const Man& man = reach_.setup.men[i];
    return man.kind == ManKind::pawn && man.squares != 0 && (man.squares & ~file_of_square(start_.men[i].squares)) == 0;
  }

  const Setup& start_;
  Reach reach_;
  std::uint32_t captured_ = 0;  ///< men that may be captured, by index
};

}  // namespace

Bitboard steps_of(const Man& man, Bitboard from) {
  switch (man.kind) {
    case ManKind::pawn:
      return man.side == Side::mover ? north_east(from) | north_west(from) : south_east(from) | south_west(from);
    case ManKind::knight:
      return knight_fill(from);
    case ManKind::bishop:
      return diagonal_steps(from);
    case ManKind::rook:
      return straight_steps(from);
    case ManKind::promoted:
      return diagonal_steps(from) | straight_steps(from) | knight_fill(from);
    default:
      return diagonal_steps(from) | straight_steps(from);
  }
}

Bitboard attacks_of(const Man& man, Square from, Bitboard occupied) {
  const LineSliders sliders;
  switch (man.kind) {
    case ManKind::bishop:
      return sliders.bishop(from, occupied);
    case ManKind::rook:
      return sliders.rook(from, occupied);
    case ManKind::queen:
      return sliders.bishop(from, occupied) | sliders.rook(from, occupied);
    case ManKind::promoted:
      return sliders.bishop(from, occupied) | sliders.rook(from, occupied) | sliders.knight(from);
    default:
      return steps_of(man, bit(from));
  }
}

Setup setup_of(const Position& position) {
  Setup setup;
  for (Bitboard rest = position.occupied(); rest != 0;) {
    const Square s = pop_lowest(rest);
    const Side side = (position.opponent & bit(s)) == 0 ? Side::mover : Side::opponent;
    setup.men[setup.size++] = {kind_of(position.piece_at(s)), side, bit(s)};
  }
  for (Man& rook : setup.men) {
    if ((rook.squares & position.castling_rooks()) == 0) continue;
    const Square from = lowest(rook.squares);
    for (Man& king : setup.men) {
      if (king.kind != ManKind::king || king.side != rook.side) continue;
      const Square king_from = lowest(position.kings() & men_of(position, king.side));
      const int rank = king_from & ~7;
      // Only one of two rights is ever used; both may be.
      king.squares |= bit(rank + castled_king(king_from, from));
      rook.squares |= bit(rank + castled_rook(king_from, from));
    }
  }
  return setup;
}

Reach quiet_reach(const Setup& setup) {
  Reach reach{.setup = setup};
  for (bool grown = true; grown;) {
    grown = false;
    find_fixed(reach);
    for (Man& man : reach.setup) {
      if (man.kind == ManKind::pawn || man.squares == 0) continue;
      Bitboard allowed = ~reach.fixed;
      if (man.kind == ManKind::king) allowed &= ~reach.guarded[index_of(other(man.side))];
      grown |= flood(man, allowed);
    }
  }
  return reach;
}

Reach whole_reach(const Setup& setup) { return WholeReach(setup).find(); }

}  // namespace plyforge
