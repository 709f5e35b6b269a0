#include "diagnosis/illegal_move.h"

#include <cstdlib>

#include "notation/text.h"

namespace plyforge {
namespace {

/// Finds what is wrong with an illegal move by checking the rules it may break, one after another.
class IllegalMove {
 public:
  IllegalMove(const FenRecord& record, std::optional<Square> ep_square, const SeenMove& move)
      : record_(record),
        ep_square_(ep_square),
        position_(record.position),
        move_(move),
        king_(lowest(position_.kings() & position_.own())) {}

  Fault fault() const {
    if ((position_.own() & bit(move_.from)) == 0) {
      return {FaultKind::moves_no_man, "there is no piece of its own on " + name(move_.from)};
    }
    if (move_.castle) return castling();
    if (Fault fault = way_of_the_man()) return fault;
    if ((position_.own() & bit(move_.to)) != 0) {
      return {FaultKind::captures_own_man, "captures " + man(move_.to) + ", its own"};
    }
    if ((position_.kings() & bit(move_.to)) != 0) return {FaultKind::captures_king, "captures the king"};
    return is_king() ? king_step() : king_left_in_check(moved(position_, move_.from, move_.to));
  }

 private:
  std::string name(Square s) const { return square_text(record_, s); }
  std::string man(Square s) const { return man_text(record_, s); }
  bool is_king() const { return move_.from == king_; }
  int files() const { return std::abs(file_of(move_.to) - file_of(move_.from)); }
  int ranks() const { return std::abs(rank_of(move_.to) - rank_of(move_.from)); }

  Fault castling() const {
    const bool king_side = move_.to > move_.from;
    const Bitboard side = king_side ? ~(bit(king_) | (bit(king_) - 1)) : bit(king_) - 1;
    const Bitboard rook = position_.castling_rooks() & position_.own() & side & kRank1;
    const Square target = make_square(king_side ? 6 : 2, 0);
    const Square rook_target = make_square(king_side ? 5 : 3, 0);
    if (rook == 0) return {FaultKind::castles_without_right, "castles without the right to"};
    if (const Bitboard attackers = checkers(position_); attackers != 0) {
      return {FaultKind::castles_out_of_check, "castles out of check by " + man(lowest(attackers))};
    }
    const Square from = lowest(rook);
    const Bitboard path =
        (between(king_, target) | bit(target) | between(from, rook_target) | bit(rook_target)) & ~(bit(king_) | rook);
    if (const Bitboard men = path & position_.occupied(); men != 0) {
      return {FaultKind::castles_over_men, "castles although " + man(lowest(men)) + " is in the way"};
    }
    // The king's path is tested without king and rook: the rook may have shielded it from an attacker (Chess960).
    const Position cleared = without(position_, rook | bit(king_));
    for (Bitboard way = between(king_, target); way != 0;) {
      const Square s = pop_lowest(way);
      if (const Bitboard attackers = plyforge::attackers(cleared, s); attackers != 0) {
        return {FaultKind::castles_through_attack,
                "castles over " + name(s) + ", which " + man(lowest(attackers)) + " attacks"};
      }
    }
    if (const Bitboard attackers = plyforge::attackers(position_, target); attackers != 0) {
      return {FaultKind::castles_into_attack,
              "castles to " + name(target) + ", which " + man(lowest(attackers)) + " attacks"};
    }
    if (const Bitboard attackers = plyforge::attackers(cleared, target); attackers != 0) {
      return {
          FaultKind::castling_rook_shields_king,
          "castles although the castling rook is what shields the king from " + man(lowest(attackers)) + " (Chess960)"};
    }
    return {FaultKind::castling_written_wrongly, "castling is legal, but written differently"};
  }

  /// Whether the man moves that way at all, whatever is attacked.
  Fault way_of_the_man() const {
    const Piece piece = position_.piece_at(move_.from);
    if (piece == Piece::pawn) return way_of_a_pawn();
    if (move_.promotion != 0)
      return {FaultKind::promotes_no_pawn, man(move_.from) + " is not a pawn and cannot promote"};
    const bool straight = files() == 0 || ranks() == 0;
    const bool diagonal = files() == ranks();
    bool right = false;
    switch (piece) {
      case Piece::knight:
        right = files() * ranks() == 2;
        break;
      case Piece::king:
        right = files() <= 1 && ranks() <= 1;
        break;
      case Piece::bishop:
        right = diagonal;
        break;
      case Piece::queen:
        right = straight || diagonal;
        break;
      default:
        right = straight;
        break;
    }
    if (move_.from == move_.to) return {FaultKind::stands_still, man(move_.from) + " does not move"};
    if (!right) return wrong_way();
    if (const Bitboard men = between(move_.from, move_.to) & position_.occupied(); men != 0) {
      return {FaultKind::moves_through_man, man(move_.from) + " passes through " + man(lowest(men))};
    }
    return {};
  }

  Fault wrong_way() const {
    if (files() >= 5) {
      return {FaultKind::wraps_around_edge,
              man(move_.from) + " wraps around the edge of the board to " + name(move_.to)};
    }
    return {FaultKind::not_the_way_of_the_man, man(move_.from) + " does not move to " + name(move_.to)};
  }

  Fault way_of_a_pawn() const {
    const int forward = rank_of(move_.to) - rank_of(move_.from);
    const bool last_rank = rank_of(move_.to) == 7;
    if (files() >= 5) return wrong_way();
    if (files() == 1 && (position_.theirs() & bit(move_.to)) == 0) {
      if (Fault fault = en_passant()) return fault;
    } else if (files() == 0) {
      if (forward == 2 && rank_of(move_.from) != 1) {
        return {FaultKind::double_step_not_from_second_rank, "the double push of a pawn that has moved before"};
      }
      if (forward != 1 && forward != 2) return wrong_way();
      const Bitboard men = (between(move_.from, move_.to) | bit(move_.to)) & position_.occupied();
      if (men != 0 && forward == 2 && (men & bit(move_.to)) == 0) {
        return {FaultKind::double_step_over_man, "the double push of a pawn over " + man(lowest(men))};
      }
      if (men != 0) return {FaultKind::pawn_pushed_onto_man, "a pawn is pushed onto " + man(lowest(men))};
    } else if (files() != 1 || forward != 1) {
      return wrong_way();
    }
    if (last_rank && move_.promotion == 0) {
      return {FaultKind::promotion_without_piece, "a pawn reaches the last rank, but no promotion piece is given"};
    }
    if (last_rank && std::string_view("nbrq").find(move_.promotion) == std::string_view::npos) {
      return {FaultKind::promotes_to_wrong_piece, std::string("promotes to '") + move_.promotion + "'"};
    }
    if (!last_rank && move_.promotion != 0) return {FaultKind::promotes_too_early, "promotes before the last rank"};
    return {};
  }

  /// A pawn that moves diagonally to a square without a man to capture.
  Fault en_passant() const {
    const int forward = rank_of(move_.to) - rank_of(move_.from);
    const Square victim = move_.to - 8;
    if (forward != 1 || rank_of(move_.to) == 2 || (position_.own() & bit(move_.to)) != 0) {
      return {FaultKind::wrong_side_en_passant,
              "captures en passant on " + name(move_.to) + ", a square of its own side"};
    }
    if (ep_square_ != board_square(move_.to, record_.mover)) {
      return {FaultKind::en_passant_without_double_step,
              "captures en passant on " + name(move_.to) + ", which no pawn has just passed"};
    }
    const Position after = without(moved(position_, move_.from, move_.to), bit(victim));
    const Bitboard attackers = checkers(after);
    if (attackers == 0) return {};
    if (checkers(position_) != 0 && (checkers(position_) & attackers) != 0) return king_left_in_check(after);
    const Square attacker = lowest(attackers);
    const bool rank = rank_of(attacker) == rank_of(king_) && rank_of(king_) == rank_of(victim);
    return {rank ? FaultKind::en_passant_exposes_king_on_rank : FaultKind::en_passant_exposes_king,
            "captures en passant although this exposes the king on " + name(king_) + " to " + man(attacker) +
                (rank ? " along the rank, which both pawns leave" : "")};
  }

  Fault king_step() const {
    const Position after = moved(position_, move_.from, move_.to);
    const Bitboard attackers = checkers(after);
    if (attackers == 0) return unexplained();
    const Square attacker = lowest(attackers);
    if (plyforge::attackers(position_, move_.to) == 0) {
      return {FaultKind::king_retreats_along_line, "the king steps to " + name(move_.to) + " along the line of " +
                                                       man(attacker) + ", as if it shielded that square itself"};
    }
    return {FaultKind::king_steps_onto_attack,
            "the king steps to " + name(move_.to) + ", which " + man(attacker) + " attacks"};
  }

  Fault king_left_in_check(const Position& after) const {
    const Bitboard attackers = checkers(after);
    if (attackers == 0) return unexplained();
    const Bitboard before = checkers(position_);
    const Bitboard pinners = attackers & ~before;
    if (pinners != 0) {
      const Square pinner = lowest(pinners);
      return {FaultKind::pinned_piece_leaves_line,
              man(move_.from) + " leaves the line between its king and " + man(pinner) + ", which pins it"};
    }
    if (popcount(before) > 1) {
      return {FaultKind::double_check_not_answered, man(move_.from) + " moves in double check, when only the king may"};
    }
    return {FaultKind::check_not_answered,
            man(move_.from) + " moves although that does not answer the check by " + man(lowest(before))};
  }

  static Fault unexplained() { return {FaultKind::illegal_move, "the move is not legal"}; }

  const FenRecord& record_;
  std::optional<Square> ep_square_;
  const Position& position_;
  SeenMove move_;
  Square king_;
};

}  // namespace

Fault fault_of_illegal(const FenRecord& record, std::optional<Square> ep_square, const SeenMove& move) {
  return IllegalMove(record, ep_square, move).fault();
}

}  // namespace plyforge
