#pragma once

#include <array>
#include <cstdint>

#include "board/bitboard.h"
#include "board/board.h"
#include "board/host_device.h"
#include "board/move.h"
#include "board/position.h"
#include "movegen/board_moves.h"
#include "movegen/movegen.h"

namespace plyforge {

/// perft(2) without making most of the moves.
///
///     the mover's move            the opponent's replies, surveyed once as if the mover had passed
///
///        f ------> t              8 | . . . . . . . .     R              all replies after a pass
///        |         |              7 | . p . . . . . .     departure(f)   lines through f get longer, pawns next to
///   departure   arrival           6 | . . f . . . . .                    it lose a capture
///                                 5 | . . . . . . . .     arrival(t)     lines through t end there, pawns next to
///   replies = R                   4 | . . . . t . . .                    it gain a capture, pawns behind it lose
///     + departure(f)              3 | . . . . . . . .                    a push; a captured man's replies go
///     + arrival(t)                2 | . . . . . . b .
///                                 1 | . . . . . . . .     king zone      f or t on a line to the king, next to it,
///                                     a b c d e f g h                    or on a line both see: the move is made
///
/// Let R be the opponent's replies if the mover passed. Most moves leave the opponent's king, its checks and its pins
/// as they are. Then the number of replies after the move from f to t is
///
///     R + departure(f) + arrival(t)
///
/// where departure counts what the lines through f and the pawns next to it gain or lose when f empties, and arrival
/// does so for t when it fills, including the replies of a captured man. The two are independent unless one line or
/// one pawn sees both f and t. Where that is not certain, the move is made and its replies are counted.
///
/// All squares here are as the opponent sees them: the board after the mover has passed.
template <class Sliders>
class ReplySurvey {
 public:
  /// Surveys the replies to a pass. The mover may be in check: the replies are then counted as if the king were any
  /// other piece, and the differences remain right.
  PLYFORGE_HD constexpr ReplySurvey(const Position& position, const Sliders& sliders)
      : sliders_(sliders), board_(unpack(position.flipped())) {
    const Restrictions r = find_restrictions(board_, sliders_);
    const Bitboard free = ~(r.pinned_diagonal | r.pinned_orthogonal);
    free_pawns_ = board_.own.pawns & free;
    free_knights_ = board_.own.knights & free;
    free_diagonal_ = board_.own.diagonal & free;
    free_orthogonal_ = board_.own.orthogonal & free;

    Replies replies;
    visit_moves(board_, r, sliders_, replies);
    replies_ = replies.moves;
    on_diagonals_ = replies.on_diagonals;
    on_orthogonals_ = replies.on_orthogonals;

    const Bitboard empty = ~board_.occupied;
    takes_east_ = north_east(free_pawns_);
    takes_west_ = north_west(free_pawns_);
    pushes_ = north(free_pawns_) & empty;
    double_pushes_ = north(pushes_ & kRank3) & empty;
    const Bitboard starters = free_pawns_ & kRank2;
    const Bitboard sliders_or_capturers = on_diagonals_ | on_orthogonals_ | takes_east_ | takes_west_;
    in_front_ = north(free_pawns_) | north(north(starters));
    departure_matters_ = sliders_or_capturers | in_front_;
    arrival_matters_ = sliders_or_capturers | pushes_ | double_pushes_ | board_.own.all;
    find_king_zone();
  }

  PLYFORGE_HD constexpr std::uint64_t total() const { return total_; }

  // Visits the mover's moves; their squares are as the mover sees them.

  PLYFORGE_HD constexpr void king(Square from, Bitboard targets) {
    const Bitboard f = bit(flip(from));
    const bool seen = (f & departure_matters_) != 0;  // a reply would capture the king: do not mix that with its escape
    man(f, flip_ranks(targets), seen ? ~Bitboard{0} : king_zone_.king, 0,
        [&](Bitboard to) { return after_king(board_, f, to); });
  }
  PLYFORGE_HD constexpr void knight(Square from, Bitboard targets) {
    const Bitboard f = bit(flip(from));
    man(f, flip_ranks(targets), king_zone_.knight, 0, [&](Bitboard to) { return after_knight(board_, f, to); });
  }
  PLYFORGE_HD constexpr void diagonal(Square from, Bitboard targets) {
    const Bitboard f = bit(flip(from));
    const bool queen = (f & board_.opp.orthogonal) != 0;
    const Bitboard zone = king_zone_.diagonal | (queen ? king_zone_.orthogonal : 0);
    const Bitboard line = (f & on_diagonals_) != 0 ? ~Bitboard{0} : (south_east(f) | south_west(f)) & free_pawns_;
    man(f, flip_ranks(targets), zone, line, [&](Bitboard to) { return after_diagonal(board_, f, to, queen); });
  }
  PLYFORGE_HD constexpr void orthogonal(Square from, Bitboard targets) {
    const Bitboard f = bit(flip(from));
    const bool queen = (f & board_.opp.diagonal) != 0;
    const Bitboard zone = king_zone_.orthogonal | (queen ? king_zone_.diagonal : 0);
    const Bitboard line = (f & on_orthogonals_) != 0 ? ~Bitboard{0} : (f & in_front_) != 0 ? file_line(flip(from)) : 0;
    man(f, flip_ranks(targets), zone, line, [&](Bitboard to) { return after_orthogonal(board_, f, to, queen); });
  }
  PLYFORGE_HD constexpr void pawns(Bitboard mover_targets, int step, MoveKind kind) {
    const Bitboard targets = flip_ranks(mover_targets);
    const bool takes = step == 7 || step == 9;
    const int back = step_back(step);
    Bitboard made = (king_zone_.leave | king_zone_.pawn) >> back;
    made |= king_zone_.arrive | king_zone_.pawn;
    made |= takes ? on_diagonals_ >> back : (on_orthogonals_ | in_front_) >> back;
    if (kind == MoveKind::double_push) made |= east(board_.own.pawns) | west(board_.own.pawns);  // en passant
    const Bitboard counted = targets & ~made;
    total_ += static_cast<unsigned>(popcount(counted)) * replies_;
    for (Bitboard rest = counted & (arrival_matters_ | (departure_matters_ >> back)); rest != 0;) {
      const Square t = pop_lowest(rest);
      int change = arrival(t);
      if ((departure_matters_ >> back & bit(t)) != 0) change += departure(t + back);
      // The captured pawn also threatened a capture: that reply has been subtracted on either side.
      if (takes && (bit(t) & free_pawns_) != 0) ++change;
      total_ += static_cast<std::uint64_t>(static_cast<std::int64_t>(change));
    }
    for (Bitboard rest = targets & made; rest != 0;) {
      const Square t = pop_lowest(rest);
      total_ += count_moves(after_pawn(board_, bit(t + back), bit(t), kind), sliders_);
    }
  }
  PLYFORGE_HD constexpr void promotions(Bitboard mover_targets, int step) {
    const bool takes = step != 8;
    const int back = step_back(step);
    const Bitboard entangled = takes ? on_diagonals_ : on_orthogonals_ | in_front_;
    for (Bitboard rest = flip_ranks(mover_targets); rest != 0;) {
      const Square t = pop_lowest(rest);
      const Bitboard to = bit(t);
      const Bitboard from = to << back;
      const bool made = (from & (king_zone_.leave | king_zone_.pawn | entangled)) != 0 || (to & king_zone_.arrive) != 0;
      std::uint64_t counted = 0;
      if (!made) {
        int change = arrival(t);
        if ((from & departure_matters_) != 0) change += departure(t + back);
        if (takes && (to & free_pawns_) != 0) ++change;
        counted = replies_ + static_cast<std::uint64_t>(static_cast<std::int64_t>(change));
      }
      Board after = before_promotion(board_, from, to);
      // The promoted piece may see back along the line that the pawn has left.
      const auto add = [&](Bitboard zone, MoveKind kind) {
        toggle_promoted(after, to, kind);
        total_ += made || ((from | to) & zone) != 0 ? count_moves(after, sliders_) : counted;
        toggle_promoted(after, to, kind);
      };
      add(king_zone_.knight, MoveKind::promotion_knight);
      add(king_zone_.diagonal, MoveKind::promotion_bishop);
      add(king_zone_.diagonal | king_zone_.orthogonal, MoveKind::promotion_queen);
      add(king_zone_.orthogonal, MoveKind::promotion_rook);
    }
  }
  PLYFORGE_HD constexpr void en_passant(Square from, Square to) {
    total_ += count_moves(after_en_passant(board_, bit(flip(from)), bit(flip(to))), sliders_);
  }
  PLYFORGE_HD constexpr void castle(Square king, Square rook) {
    total_ += count_moves(after_castle(board_, flip(king), flip(rook)), sliders_);
  }

 private:
  /// Counts the replies to a pass and notes where the sliders among them go.
  struct Replies : MoveCounter {
    Bitboard on_diagonals = 0;
    Bitboard on_orthogonals = 0;
    PLYFORGE_HD constexpr void diagonal(Square, Bitboard targets) {
      add(popcount(targets));
      on_diagonals |= targets;
    }
    PLYFORGE_HD constexpr void orthogonal(Square, Bitboard targets) {
      add(popcount(targets));
      on_orthogonals |= targets;
    }
  };

  /// Squares that a move must neither leave nor reach if its replies are to be counted by differences: the safety of
  /// the king or of a square it may step to, or a pin, would change.
  struct KingZone {
    Bitboard leave = 0;   ///< by any man
    Bitboard arrive = 0;  ///< by any man
    Bitboard king = 0;    ///< left or reached by the king; likewise below
    Bitboard knight = 0;
    Bitboard pawn = 0;
    Bitboard diagonal = 0;
    Bitboard orthogonal = 0;
  };

  /// Adds what attacks one square, with the lines as `occupied` has them.
  PLYFORGE_HD constexpr void watch(Square s, Bitboard occupied) {
    const Bitboard b = bit(s);
    king_zone_.king |= sliders_.king(s);
    king_zone_.knight |= sliders_.knight(s);
    king_zone_.pawn |= north_east(b) | north_west(b);
    king_zone_.diagonal |= sliders_.bishop(s, occupied);
    king_zone_.orthogonal |= sliders_.rook(s, occupied);
  }

  PLYFORGE_HD constexpr Bitboard sliders_in_line(Square s) const {
    return (sliders_.rook_lines(s) & board_.opp.orthogonal) | (sliders_.bishop_lines(s) & board_.opp.diagonal);
  }

  PLYFORGE_HD constexpr void find_king_zone() {
    const Square king = lowest(board_.own.king);
    Bitboard steps = sliders_.king(king) & ~board_.own.all;
    king_zone_.arrive |= sliders_.king(king) & board_.own.all;  // taking one of these makes a new step
    if (board_.own_castling != 0) {
      king_zone_.leave |= kRank1;
      king_zone_.arrive |= kRank1;
      for (Bitboard rest = board_.own_castling; rest != 0;) {
        const Square rook = pop_lowest(rest);
        if ((castling_path(king, rook) & board_.occupied) == 0) steps |= rank_span(king, castled_king(king, rook));
      }
      steps &= ~board_.own.king;
    }
    // The squares the king may step to. The king itself does not shield them.
    const Bitboard occupied = board_.occupied ^ board_.own.king;
    for (Bitboard rest = steps; rest != 0;) {
      const Square s = pop_lowest(rest);
      watch(s, occupied);
      for (Bitboard in_line = sliders_in_line(s); in_line != 0;) {
        const Bitboard line = sliders_.between(s, pop_lowest(in_line));
        const Bitboard men = line & occupied;
        if (men == 0) king_zone_.arrive |= line;
        if ((men & (men - 1)) == 0) king_zone_.leave |= men;
      }
    }
    // The king itself. A slider that arrives behind an opponent's piece pins it.
    watch(king, board_.occupied);
    const Bitboard shields = (king_zone_.diagonal | king_zone_.orthogonal) & board_.own.all;
    king_zone_.diagonal |= sliders_.bishop(king, board_.occupied & ~shields);
    king_zone_.orthogonal |= sliders_.rook(king, board_.occupied & ~shields);
    for (Bitboard in_line = sliders_in_line(king); in_line != 0;) {
      const Square s = pop_lowest(in_line);
      const Bitboard line = sliders_.between(king, s);
      const Bitboard men = line & board_.occupied;
      const Bitboard others = men & (men - 1);
      if (others == 0) {
        if ((men & board_.own.all) != 0) {
          king_zone_.leave |= bit(s);
          king_zone_.arrive |= line;
        } else {
          king_zone_.leave |= men;
        }
      } else if ((others & (others - 1)) == 0) {
        king_zone_.leave |= men & board_.opp.all;
      }
    }
  }

  /// The moves of one man. `zone`: squares of the king zone of its kind; `entangled`: targets for which departure and
  /// arrival are not independent; `after`: makes the move to a square.
  template <class After>
  PLYFORGE_HD constexpr void man(Bitboard from, Bitboard targets, Bitboard zone, Bitboard entangled, After after) {
    if (targets == 0) return;
    Bitboard made = ~Bitboard{0};
    if ((from & (king_zone_.leave | zone)) == 0) {
      made = king_zone_.arrive | zone | entangled;
      const Bitboard counted = targets & ~made;
      std::int64_t replies = static_cast<std::int64_t>(replies_);
      if ((from & departure_matters_) != 0 && counted != 0) replies += departure(lowest(from));
      std::int64_t sum = replies * popcount(counted);
      for (Bitboard rest = counted & arrival_matters_; rest != 0;) sum += arrival(pop_lowest(rest));
      total_ += static_cast<std::uint64_t>(sum);
    }
    for (Bitboard rest = targets & made; rest != 0;) {
      total_ += count_moves(after(bit(pop_lowest(rest))), sliders_);
    }
  }

  PLYFORGE_HD constexpr int rook_replies(Square s, Bitboard occupied) const {
    return popcount(sliders_.rook(s, occupied) & ~board_.own.all);
  }
  PLYFORGE_HD constexpr int bishop_replies(Square s, Bitboard occupied) const {
    return popcount(sliders_.bishop(s, occupied) & ~board_.own.all);
  }

  /// The replies of sliders to squares behind `s`, which are there when `s` is empty and not when it is occupied.
  PLYFORGE_HD constexpr int replies_beyond(Square s) const {
    const Bitboard b = bit(s);
    int replies = 0;
    if ((b & on_orthogonals_) != 0) replies += replies_beyond(s, sliders_.rook(s, board_.occupied), free_orthogonal_);
    if ((b & on_diagonals_) != 0) replies += replies_beyond(s, sliders_.bishop(s, board_.occupied), free_diagonal_);
    return replies;
  }
  PLYFORGE_HD constexpr int replies_beyond(Square s, Bitboard lines, Bitboard sliders) const {
    int replies = 0;
    for (Bitboard rest = lines & sliders; rest != 0;) {
      replies += popcount(sliders_.beyond(pop_lowest(rest), s) & lines & ~board_.own.all);
    }
    return replies;
  }

  /// A pawn move to the last rank counts as four.
  PLYFORGE_HD static constexpr int weight(Bitboard b) { return (b & kRank8) != 0 ? 4 : 1; }
  PLYFORGE_HD constexpr int capturers(Bitboard b) const {
    return ((b & takes_east_) != 0 ? 1 : 0) + ((b & takes_west_) != 0 ? 1 : 0);
  }

  /// What the opponent's replies gain when a man leaves `s`.
  PLYFORGE_HD constexpr int departure(Square s) const {
    const Bitboard b = bit(s);
    int change = replies_beyond(s) - capturers(b) * weight(b);
    if ((b & in_front_) != 0) {
      const Bitboard empty = ~board_.occupied;
      if ((south(b) & free_pawns_) != 0) {
        change += weight(b);
        if ((b & kRank3 & south(empty)) != 0) ++change;
      }
      if ((b & kRank4 & north(empty & north(free_pawns_))) != 0) ++change;
    }
    return change;
  }

  /// What the opponent's replies gain when a man arrives on `s`, which is empty or holds the man it captures.
  PLYFORGE_HD constexpr int arrival(Square s) const {
    const Bitboard b = bit(s);
    int change = capturers(b) * weight(b);
    if ((b & board_.own.all) == 0) {
      if ((b & pushes_) != 0) change -= weight(b);
      if ((b & (double_pushes_ | south(double_pushes_))) != 0) --change;
      return change - replies_beyond(s);
    }
    // A capture: whoever protected the man may now recapture, and the man's own replies are gone.
    change += popcount(sliders_.knight(s) & free_knights_) +
              popcount(sliders_.rook(s, board_.occupied) & free_orthogonal_) +
              popcount(sliders_.bishop(s, board_.occupied) & free_diagonal_);
    if ((b & board_.own.pawns) != 0) {
      const Bitboard to = north(b);
      change -= popcount((north_east(b) | north_west(b)) & board_.opp.all) * weight(to);
      if ((to & pushes_) != 0) change -= weight(to);
      if ((to & south(double_pushes_)) != 0) --change;
    }
    if ((b & board_.own.knights) != 0) change -= popcount(sliders_.knight(s) & ~board_.own.all);
    if ((b & board_.own.orthogonal) != 0) change -= rook_replies(s, board_.occupied);
    if ((b & board_.own.diagonal) != 0) change -= bishop_replies(s, board_.occupied);
    return change;
  }

  const Sliders& sliders_;
  Board board_;  ///< the opponent to move, no en passant
  std::uint64_t replies_ = 0;
  std::uint64_t total_ = 0;
  Bitboard free_pawns_ = 0;  ///< not pinned
  Bitboard free_knights_ = 0;
  Bitboard free_diagonal_ = 0;
  Bitboard free_orthogonal_ = 0;
  Bitboard on_diagonals_ = 0;  ///< where bishops and queens may go along diagonals
  Bitboard on_orthogonals_ = 0;
  Bitboard takes_east_ = 0;  ///< squares that pawns attack
  Bitboard takes_west_ = 0;
  Bitboard pushes_ = 0;
  Bitboard double_pushes_ = 0;
  Bitboard in_front_ = 0;  ///< squares whose leaving may let a pawn push
  Bitboard departure_matters_ = 0;
  Bitboard arrival_matters_ = 0;
  KingZone king_zone_;
};

/// perft(2): the replies to every legal move, added up.
template <class Sliders>
PLYFORGE_HD_CALL constexpr std::uint64_t count_two_plies(const Position& position, const Sliders& sliders) {
  ReplySurvey<Sliders> survey(position, sliders);
  visit_moves(unpack(position), sliders, survey);
  return survey.total();
}

}  // namespace plyforge
