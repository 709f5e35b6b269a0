#include <algorithm>
#include <iterator>
#include <vector>

#include "board/moved_piece.h"
#include "movegen/legal.h"
#include "notation/fitting_moves.h"
#include "notation/move_pattern.h"
#include "notation/notation.h"
#include "notation/text.h"

namespace plyforge {

namespace {

/// At most ten moves in SAN, for messages.
std::string listed(const FenRecord& record, const std::vector<Move>& moves) {
  constexpr std::size_t kShown = 10;
  std::string list;
  for (std::size_t i = 0; i < std::min(moves.size(), kShown); ++i) list += ' ' + to_san(record, moves[i]);
  return moves.size() > kShown ? list + " ..." : list;
}

/// Why no legal move fits a pattern.
std::string not_legal(const FenRecord& record, const MovePattern& pattern) {
  const bool castles = pattern.castle != MovePattern::Castle::none;
  const Piece piece = pattern.piece == Piece::none ? Piece::pawn : pattern.piece;
  const MoveList moves = legal_moves(record.position);
  std::vector<Move> others;
  std::copy_if(moves.begin(), moves.end(), std::back_inserter(others), [&](Move move) {
    return castles ? move.kind == MoveKind::castle : moved_piece(record.position, move) == piece;
  });
  const std::string kind = castles ? "castling" : piece_name(piece) + " move";
  return others.empty() ? "no legal " + kind + " exists" : "legal moves:" + listed(record, others);
}

}  // namespace

std::vector<Move> fitting_moves(const FenRecord& record, const MovePattern& pattern) {
  const Board board = unpack(record.position);
  std::vector<Move> found;
  for_each_fitting(record.position, board, find_restrictions(board, LineSliders{}), pattern, record.mover,
                   [&found](Move move) { found.push_back(move); });
  return found;
}

Move parse_san(const FenRecord& record, std::string_view text) {
  const std::optional<MovePattern> pattern = read_move_pattern(text);
  if (!pattern) {
    throw MoveError(quoted(text) +
                    " is not a move in algebraic notation; expected a move like e4, exd5, Nbd2, a8=Q or O-O");
  }
  const std::vector<Move> found = fitting_moves(record, *pattern);
  if (found.size() == 1) return found.front();
  if (found.size() > 1) {
    throw MoveError("move " + quoted(text) + " is ambiguous; it could be:" + listed(record, found));
  }
  throw MoveError("move " + quoted(text) + " is not legal here: " + not_legal(record, *pattern));
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
