#include "diagnosis/move_refusal.h"

#include <algorithm>
#include <cstdlib>

#include "board/moved_piece.h"
#include "diagnosis/illegal_move.h"
#include "movegen/legal.h"
#include "movegen/movegen.h"
#include "notation/notation.h"
#include "notation/text.h"

namespace plyforge {

namespace {

constexpr std::size_t kClosest = 5;

bool one_square(Bitboard set) { return set != 0 && (set & (set - 1)) == 0; }

/// The steps of a king from a square to the nearest of a set.
int distance(Square from, Bitboard set) {
  int nearest = 8;
  while (set != 0) {
    const Square s = pop_lowest(set);
    nearest = std::min(nearest, std::max(std::abs(file_of(s) - file_of(from)), std::abs(rank_of(s) - rank_of(from))));
  }
  return nearest;
}

/// How far a legal move is from what was written; 0 where it fits.
int strangeness(const FenRecord& record, Move move, const MovePattern& pattern) {
  constexpr int kOther = 3;  // another man; another square counts one more than the steps to it, up to this
  const bool castles = pattern.castle != MovePattern::Castle::none;
  if (castles || move.kind == MoveKind::castle) {
    if (!castles) return 3 * kOther;
    const bool king_side = pattern.castle == MovePattern::Castle::king_side;
    if (move.kind != MoveKind::castle) return moved_piece(record.position, move) == Piece::king ? kOther : 3 * kOther;
    return king_side == (move.to > move.from) ? 0 : 1;
  }
  const Piece piece = moved_piece(record.position, move);
  int sum = 0;
  if (pattern.piece != Piece::none || !pattern.whole_from) {
    const Piece written = pattern.piece == Piece::none ? Piece::pawn : pattern.piece;
    sum += piece == written ? 0 : kOther;
  }
  const auto off = [&](Square s, Bitboard set) {
    const Square square = board_square(s, record.mover);
    return (set & bit(square)) != 0 ? 0 : 1 + std::min(distance(square, set), kOther);
  };
  sum += off(move.to, pattern.to);
  // The square that a man comes from is a detail, and wrong more often than where it goes.
  if ((pattern.from & bit(board_square(move.from, record.mover))) == 0) sum += 2;
  return sum + (move.promotion() == pattern.promotion ? 0 : 1);
}

class Refuser {
 public:
  Refuser(const FenRecord& record, std::optional<Square> ep_square, const MovePattern& pattern)
      : record_(record), position_(record.position), ep_square_(ep_square), pattern_(pattern) {}

  std::string reason() const {
    if (has_no_move(position_))
      return checkers(position_) != 0 ? "the game is over: checkmate" : "the game is over: stalemate";
    const std::vector<Move> fitting = fitting_moves(record_, pattern_);
    if (fitting.size() > 1) return ambiguous(fitting);
    if (pattern_.castle != MovePattern::Castle::none) return castling();
    const Bitboard from = seen(pattern_.from) & position_.own();
    const Piece piece = written_piece(from);
    if (piece == Piece::none) return mover() + " has no piece on " + first_square(pattern_.from);
    const Bitboard men = from & men_of(position_, piece);
    if (men == 0) return no_man(piece);
    if (!one_square(pattern_.to)) return "no pawn there can capture on the " + file(pattern_.to);
    const bool may_be_en_passant = piece == Piece::pawn && (seen(pattern_.to) & kRank6) != 0;
    if (pattern_.takes && (seen(pattern_.to) & position_.theirs()) == 0 && !may_be_en_passant) {
      return "there is nothing to capture on " + first_square(pattern_.to);
    }
    return why_no_man_goes(piece, men);
  }

 private:
  Bitboard seen(Bitboard set) const { return record_.mover == Colour::white ? set : flip_ranks(set); }
  std::string mover() const { return colour_name(record_.mover); }

  static std::string first_square(Bitboard board_set) { return square_name(lowest(board_set)); }
  static std::string file(Bitboard board_set) { return first_square(board_set).substr(0, 1) + "-file"; }

  Piece written_piece(Bitboard from) const {
    if (pattern_.piece != Piece::none) return pattern_.piece;
    if (!pattern_.whole_from) return Piece::pawn;
    return from == 0 ? Piece::none : plain_piece(position_.piece_at(lowest(from)));
  }

  std::string no_man(Piece piece) const {
    const std::string name = piece_name(piece);
    if ((men_of(position_, piece) & position_.own()) == 0) return mover() + " has no " + name;
    if (pattern_.whole_from) return "there is no " + name + " of " + mover() + "'s on " + first_square(pattern_.from);
    const bool by_file = (pattern_.from & kRank1) != kRank1 && (pattern_.from & kRank1) != 0;
    return mover() + " has no " + name + " on " +
           (by_file ? "the " + file(pattern_.from) : "rank " + first_square(pattern_.from).substr(1));
  }

  std::string ambiguous(const std::vector<Move>& fitting) const {
    if (std::ranges::all_of(fitting, [&](Move m) { return m.from == fitting[0].from && m.to == fitting[0].to; })) {
      return "the pawn reaches the last rank, but no promotion piece is given";
    }
    return "it is ambiguous: " + std::to_string(fitting.size()) + " moves fit";
  }

  std::string castling() const {
    const Square king = lowest(position_.kings() & position_.own());
    const bool king_side = pattern_.castle == MovePattern::Castle::king_side;
    const Bitboard side = king_side ? ~(bit(king) - 1) : bit(king) - 1;
    if ((position_.castling_rooks() & position_.own() & side) == 0) {
      return mover() + " has no right to castle on that side";
    }
    const Square rook = lowest(position_.castling_rooks() & position_.own() & side);
    return fault_of_illegal(record_, ep_square_, {king, castled_king(king, rook), 0, true}).sentence;
  }

  /// Whether a move of the king is castling as UCI writes it.
  bool means_castling(Piece piece, Square from, Square to) const {
    const bool onto_rook = (position_.castling_rooks() & position_.own() & bit(to)) != 0;
    return piece == Piece::king && rank_of(from) == rank_of(to) &&
           (onto_rook || std::abs(file_of(from) - file_of(to)) == 2);
  }

  std::string why_no_man_goes(Piece piece, Bitboard men) const {
    const Square to = lowest(seen(pattern_.to));
    const char promotion =
        pattern_.promotion == Piece::none ? '\0' : static_cast<char>(piece_letter(pattern_.promotion) - 'A' + 'a');
    if (promotion != 0 && piece != Piece::pawn) return "a " + piece_name(piece) + " does not promote";
    Fault most;
    int found = 0;
    for (Bitboard rest = men; rest != 0; ++found) {
      const Square from = pop_lowest(rest);
      Fault fault = fault_of_illegal(record_, ep_square_, {from, to, promotion, means_castling(piece, from, to)});
      if (!most || weight_of(fault.kind) > weight_of(most.kind)) most = std::move(fault);
    }
    if (found > 1 && weight_of(most.kind) == 0)
      return "no " + piece_name(piece) + " can go to " + first_square(pattern_.to);
    return most.sentence;
  }

  const FenRecord& record_;
  const Position& position_;
  std::optional<Square> ep_square_;
  const MovePattern& pattern_;
};

}  // namespace

std::vector<Move> closest_moves(const FenRecord& record, const MovePattern& pattern) {
  struct Candidate {
    Move move;
    int strangeness;
  };
  std::vector<Candidate> candidates;
  for (const Move move : legal_moves(record.position)) candidates.push_back({move, strangeness(record, move, pattern)});
  std::ranges::stable_sort(candidates, {}, &Candidate::strangeness);
  constexpr int kSlack = 1;  // moves that are about as close as the closest are listed too
  std::vector<Move> closest;
  for (const Candidate& candidate : candidates) {
    if (closest.size() == kClosest || candidate.strangeness > candidates.front().strangeness + kSlack) break;
    closest.push_back(candidate.move);
  }
  return closest;
}

MoveRefusal refusal_of(const FenRecord& record, std::optional<Square> ep_square, const MovePattern& pattern) {
  return {Refuser(record, ep_square, pattern).reason(), closest_moves(record, pattern)};
}

}  // namespace plyforge
