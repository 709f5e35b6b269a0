#include <algorithm>
#include <iterator>
#include <optional>
#include <vector>

#include "legal.h"
#include "notation.h"
#include "text.h"

namespace plyforge {

namespace {

bool is_capture(const Position& position, Move move) {
  return move.kind == MoveKind::en_passant || (position.theirs() & bit(move.to)) != 0;
}

Piece moved_piece(const Position& position, Move move) {
  const Piece piece = position.piece_at(move.from);
  return piece == Piece::castling_rook ? Piece::rook : piece;
}

bool castles_king_side(Move move) { return move.to > move.from; }

/// The file, the rank or both of the square a man comes from, as far as they are needed to tell it from others of its
/// kind that may go to the same square: the file if that does, else the rank if that does.
std::string origin(const FenRecord& record, Move move) {
  const Piece piece = moved_piece(record.position, move);
  bool others = false;
  bool same_file = false;
  bool same_rank = false;
  for (const Move rival : legal_moves(record.position)) {
    if (rival.from == move.from || rival.to != move.to || moved_piece(record.position, rival) != piece) continue;
    others = true;
    same_file = same_file || file_of(rival.from) == file_of(move.from);
    same_rank = same_rank || rank_of(rival.from) == rank_of(move.from);
  }
  const std::string square = square_name(board_square(move.from, record.mover));
  if (!others) return "";
  if (!same_file) return square.substr(0, 1);
  return same_rank ? square : square.substr(1);
}

/// A move as its text describes it.
struct Pattern {
  std::optional<bool> castle_king_side;  ///< set for castling, which has no other part
  Piece piece = Piece::pawn;
  std::string_view from;  ///< nothing, a file, a rank, or a square
  bool capture = false;
  std::string_view to;
  Piece promotion = Piece::none;
  bool any_promotion = false;  ///< no piece is named
};

bool matches(const FenRecord& record, Move move, const Pattern& pattern) {
  if (pattern.castle_king_side || move.kind == MoveKind::castle) {
    return move.kind == MoveKind::castle && pattern.castle_king_side == castles_king_side(move);
  }
  const std::string from = square_name(board_square(move.from, record.mover));
  const bool from_fits = pattern.from.size() == 2 ? from == pattern.from : from.find(pattern.from) != std::string::npos;
  return from_fits && moved_piece(record.position, move) == pattern.piece &&
         square_name(board_square(move.to, record.mover)) == pattern.to &&
         (!pattern.capture || is_capture(record.position, move)) &&
         (pattern.any_promotion || move.promotion() == pattern.promotion);
}

/// Takes `end` off the end of a text, if it ends so.
bool take_end(std::string_view& text, std::string_view end) {
  if (!text.ends_with(end)) return false;
  text.remove_suffix(end.size());
  return true;
}

/// The pattern of a text without check mark and annotation, or nothing where it is not SAN. Read from its end, where
/// SAN is regular.
std::optional<Pattern> read_pattern(std::string_view text) {
  Pattern pattern;
  if (text == "O-O" || text == "0-0") {
    pattern.castle_king_side = true;
    return pattern;
  }
  if (text == "O-O-O" || text == "0-0-0") {
    pattern.castle_king_side = false;
    return pattern;
  }
  pattern.any_promotion = true;
  const std::optional<Piece> last = text.empty() ? std::nullopt : piece_from_letter(text.back());
  if (last && *last != Piece::pawn && *last != Piece::king) {
    pattern.promotion = *last;
    pattern.any_promotion = false;
    text.remove_suffix(1);
    take_end(text, "=");
  }
  if (text.size() < 2 || !square_from_name(text.substr(text.size() - 2))) return std::nullopt;
  pattern.to = text.substr(text.size() - 2);
  text.remove_suffix(2);
  pattern.capture = take_end(text, "x");
  if (!text.empty()) {
    if (const std::optional<Piece> piece = piece_from_letter(text.front())) {
      pattern.piece = *piece;
      text.remove_prefix(1);
    }
  }
  const bool file = text.size() == 1 && text[0] >= 'a' && text[0] <= 'h';
  const bool rank = text.size() == 1 && text[0] >= '1' && text[0] <= '8';
  if (!text.empty() && !file && !rank && !square_from_name(text)) return std::nullopt;
  pattern.from = text;
  return pattern;
}

/// At most ten moves in SAN, for messages.
std::string listed(const FenRecord& record, const std::vector<Move>& moves) {
  constexpr std::size_t kShown = 10;
  std::string list;
  for (std::size_t i = 0; i < std::min(moves.size(), kShown); ++i) list += ' ' + to_san(record, moves[i]);
  return moves.size() > kShown ? list + " ..." : list;
}

/// The legal moves that answer to a condition.
template <class Condition>
std::vector<Move> moves_where(const FenRecord& record, const Condition& condition) {
  const MoveList moves = legal_moves(record.position);
  std::vector<Move> found;
  std::copy_if(moves.begin(), moves.end(), std::back_inserter(found), condition);
  return found;
}

}  // namespace

std::string to_san(const FenRecord& record, Move move) {
  const Position& position = record.position;
  std::string text;
  if (move.kind == MoveKind::castle) {
    text = castles_king_side(move) ? "O-O" : "O-O-O";
  } else {
    const Piece piece = moved_piece(position, move);
    const bool capture = is_capture(position, move);
    if (piece != Piece::pawn) {
      text = piece_letter(piece) + origin(record, move);
    } else if (capture) {
      text = square_name(move.from).substr(0, 1);
    }
    if (capture) text += 'x';
    text += square_name(board_square(move.to, record.mover));
    if (move.is_promotion()) text += std::string("=") + piece_letter(move.promotion());
  }
  const Position next = after(position, move);
  if (checkers(next) != 0) text += has_no_move(next) ? '#' : '+';
  return text;
}

Move parse_san(const FenRecord& record, std::string_view text) {
  const std::string_view bare = text.substr(0, text.find_last_not_of("+#!?") + 1);
  const std::optional<Pattern> pattern = read_pattern(bare);
  if (!pattern) {
    throw MoveError(quoted(text) + " is no move in algebraic notation: write it as in e4, exd5, Nbd2, a8=Q or O-O");
  }
  const auto fits = [&](Move move) { return matches(record, move, *pattern); };
  const std::vector<Move> found = moves_where(record, fits);
  if (found.size() == 1) return found.front();
  if (found.size() > 1) {
    throw MoveError("move " + quoted(text) + " is ambiguous: it can be:" + listed(record, found));
  }
  const auto same_piece = [&](Move move) {
    return pattern->castle_king_side ? move.kind == MoveKind::castle
                                     : moved_piece(record.position, move) == pattern->piece;
  };
  const std::vector<Move> others = moves_where(record, same_piece);
  const std::string kind = pattern->castle_king_side ? "castling" : piece_name(pattern->piece) + " move";
  throw MoveError("move " + quoted(text) + " is not legal here: " +
                  (others.empty() ? "there is no legal " + kind : "legal are:" + listed(record, others)));
}

FenRecord play(const FenRecord& record, Move move) {
  FenRecord next = record;
  const bool resets_clock = moved_piece(record.position, move) == Piece::pawn || is_capture(record.position, move);
  next.position = after(record.position, move);
  next.mover = other(record.mover);
  next.halfmove_clock = resets_clock ? 0 : std::min(record.halfmove_clock + 1, kLargestCounter);
  next.fullmove_number = std::min(record.fullmove_number + (record.mover == Colour::black ? 1 : 0), kLargestCounter);
  return next;
}

}  // namespace plyforge
