#pragma once

#include "board/board.h"
#include "board/move.h"
#include "board/position.h"
#include "movegen/attacks.h"
#include "movegen/movegen.h"
#include "notation/fen.h"
#include "notation/move_pattern.h"

namespace plyforge {

/// Finds the legal moves that a pattern describes by looking from the squares they may go to, without generating the
/// others. Reading games by the million spends most of its time here.
template <class Sink>
class FittingMoves {
 public:
  FittingMoves(const Position& position, const Board& board, const Restrictions& restrictions, Sink& sink)
      : position_(position),
        board_(board),
        restrictions_(restrictions),
        pinned_(restrictions.pinned_diagonal | restrictions.pinned_orthogonal),
        king_(lowest(board.own.king)),
        sink_(sink) {}

  /// Hands each fitting move to the sink.
  void find(const MovePattern& pattern, Colour mover) {
    if (pattern.castle != MovePattern::Castle::none) {
      const Bitboard left_of_king = bit(king_) - 1;
      const bool king_side = pattern.castle == MovePattern::Castle::king_side;
      castle(board_.own_castling & (king_side ? ~left_of_king : left_of_king));
      return;
    }
    const Bitboard from = (mover == Colour::white ? pattern.from : flip_ranks(pattern.from)) & board_.own.all;
    const Bitboard to = mover == Colour::white ? pattern.to : flip_ranks(pattern.to);
    Piece piece = pattern.piece;
    if (piece == Piece::none) piece = pattern.whole_from && from != 0 ? position_.piece_at(lowest(from)) : Piece::pawn;
    if (piece == Piece::pawn) {
      pawns(from & board_.own.pawns, to, pattern);
      return;
    }
    if (pattern.promotion != Piece::none) return;
    const Bitboard goal = to & ~board_.own.all & (pattern.takes ? board_.opp.all : ~Bitboard{0});
    if (piece == Piece::king) {
      king(from & board_.own.king, to, goal, pattern.whole_from);
      return;
    }
    for (Bitboard rest = goal & restrictions_.check_mask; rest != 0;) men(piece, from, pop_lowest(rest));
  }

 private:
  void emit(Square from, Square to, MoveKind kind) {
    sink_(Move{static_cast<std::uint8_t>(from), static_cast<std::uint8_t>(to), kind});
  }

  void castle(Bitboard rooks) {
    if (restrictions_.checkers != 0) return;
    while (rooks != 0) {
      const Square rook = pop_lowest(rooks);
      if (may_castle(board_, king_, rook, sliders_)) emit(king_, rook, MoveKind::castle);
    }
  }

  /// UCI writes castling as a king move: onto its rook, or to the square where castling puts it, unless it can simply
  /// step there.
  void king(Bitboard from, Bitboard to, Bitboard goal, bool may_mean_castling) {
    if (from == 0) return;
    const Bitboard steps = king_targets(board_, sliders_) & goal;
    for (Bitboard rest = steps; rest != 0;) emit(king_, pop_lowest(rest), MoveKind::normal);
    if (steps != 0 || !may_mean_castling) return;
    if ((to & board_.own_castling) != 0) {
      castle(to & board_.own_castling);
      return;
    }
    for (Bitboard rest = board_.own_castling; rest != 0;) {
      const Square rook = pop_lowest(rest);
      if (bit(castled_king(king_, rook)) == to) castle(bit(rook));
    }
  }

  /// Moves of a knight, bishop, rook or queen to one square.
  void men(Piece piece, Bitboard from, Square to) {
    const Bitboard queens = board_.own.diagonal & board_.own.orthogonal;
    Bitboard diagonal = 0;
    Bitboard orthogonal = 0;
    switch (piece) {
      case Piece::knight:
        for (Bitboard rest = sliders_.knight(to) & board_.own.knights & from & ~pinned_; rest != 0;) {
          emit(pop_lowest(rest), to, MoveKind::normal);
        }
        return;
      case Piece::bishop:
        diagonal = board_.own.diagonal & ~queens;
        break;
      case Piece::queen:
        diagonal = orthogonal = queens;
        break;
      default:
        orthogonal = board_.own.orthogonal & ~queens;
        break;
    }
    diagonal &= from;
    orthogonal &= from;
    if (diagonal != 0) diagonal &= sliders_.bishop(to, board_.occupied);
    if (orthogonal != 0) orthogonal &= sliders_.rook(to, board_.occupied);
    // A pinned man stays on its line.
    const Bitboard on_diagonal = (restrictions_.pinned_diagonal & bit(to)) != 0 ? ~Bitboard{0} : ~pinned_;
    const Bitboard on_orthogonal = (restrictions_.pinned_orthogonal & bit(to)) != 0 ? ~Bitboard{0} : ~pinned_;
    diagonal &= on_diagonal & ~restrictions_.pinned_orthogonal;
    orthogonal &= on_orthogonal & ~restrictions_.pinned_diagonal;
    for (Bitboard rest = diagonal | orthogonal; rest != 0;) emit(pop_lowest(rest), to, MoveKind::normal);
  }

  void pawns(Bitboard from, Bitboard goal, const MovePattern& pattern) {
    if (from == 0) return;
    const Bitboard ep_target = board_.en_passant & goal;
    if (ep_target != 0 && pattern.promotion == Piece::none) {
      const Square to = lowest(board_.en_passant);
      for (Bitboard rest = (south_east(bit(to)) | south_west(bit(to))) & from; rest != 0;) {
        const Square s = pop_lowest(rest);
        if (may_capture_en_passant(board_, s, sliders_)) emit(s, to, MoveKind::en_passant);
      }
    }
    const Bitboard free = from & ~restrictions_.pinned_orthogonal;
    for (Bitboard rest = goal & board_.opp.all & restrictions_.check_mask; rest != 0;) {
      const Square to = pop_lowest(rest);
      const bool on_line = (restrictions_.pinned_diagonal & bit(to)) != 0;
      Bitboard capturers = (south_east(bit(to)) | south_west(bit(to))) & free;
      if (!on_line) capturers &= ~restrictions_.pinned_diagonal;
      while (capturers != 0) pawn(pop_lowest(capturers), to, MoveKind::normal, pattern.promotion);
    }
    if (pattern.takes) return;
    const Bitboard pushers = from & ~restrictions_.pinned_diagonal;
    for (Bitboard rest = goal & ~board_.occupied & restrictions_.check_mask; rest != 0;) {
      const Square to = pop_lowest(rest);
      const Bitboard one = south(bit(to));
      if ((one & board_.own.pawns) != 0) {
        push(one & pushers, to, MoveKind::normal, pattern.promotion);
      } else if ((bit(to) & kRank4) != 0 && (one & board_.occupied) == 0) {
        push(south(one) & pushers, to, MoveKind::double_push, pattern.promotion);
      }
    }
  }

  void push(Bitboard pawn_set, Square to, MoveKind kind, Piece promotion) {
    if (pawn_set == 0) return;
    const bool pinned = (pawn_set & restrictions_.pinned_orthogonal) != 0;
    if (!pinned || (north(pawn_set) & restrictions_.pinned_orthogonal) != 0) {
      pawn(lowest(pawn_set), to, kind, promotion);
    }
  }

  void pawn(Square from, Square to, MoveKind kind, Piece promotion) {
    if ((bit(to) & kRank8) == 0) {
      if (promotion == Piece::none) emit(from, to, kind);
      return;
    }
    for (const MoveKind promoted : {MoveKind::promotion_queen, MoveKind::promotion_rook, MoveKind::promotion_bishop,
                                    MoveKind::promotion_knight}) {
      if (promotion == Piece::none || promotion == Move{0, 0, promoted}.promotion()) emit(from, to, promoted);
    }
  }

  const Position& position_;
  const Board& board_;
  const Restrictions& restrictions_;
  Bitboard pinned_;
  Square king_;
  LineSliders sliders_;
  Sink& sink_;
};

/// Hands each legal move that the pattern describes to `sink(Move)`. `board` and `restrictions` are those of the
/// position.
template <class Sink>
void for_each_fitting(const Position& position, const Board& board, const Restrictions& restrictions,
                      const MovePattern& pattern, Colour mover, Sink&& sink) {
  FittingMoves<Sink>(position, board, restrictions, sink).find(pattern, mover);
}

}  // namespace plyforge
