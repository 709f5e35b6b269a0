#include "rules.h"

#include <algorithm>
#include <cstdlib>

namespace rulebook {
namespace {

int sign(int n) { return (n > 0) - (n < 0); }

/// Whether all squares strictly between two squares of one line are empty.
bool clear_between(const Board& board, Square from, Square to) {
  const int file_step = sign(to.file - from.file);
  const int rank_step = sign(to.rank - from.rank);
  for (Square s{from.file + file_step, from.rank + rank_step}; s != to; s.file += file_step, s.rank += rank_step) {
    if (!board.empty(s)) return false;
  }
  return true;
}

bool is_own(const Board& board, Square s) {
  return board.white_to_move ? is_white(board.at(s)) : is_black(board.at(s));
}

bool is_enemy(const Board& board, Square s) { return !board.empty(s) && !is_own(board, s); }

/// Where castling puts the king and the rook.
int king_target_file(int side) { return side == kKingside ? 6 : 2; }
int rook_target_file(int side) { return side == kKingside ? 5 : 3; }

int castling_side(const Move& move) { return move.to.file > move.from.file ? kKingside : kQueenside; }

/// The conditions of FIDE 3.8.2 and II.3 (Chess960), but for the safety of the king once all has moved, which
/// is_legal() asks of every move.
bool may_castle(const Board& board, int side) {
  const bool white = board.white_to_move;
  const int rook_file = board.castling(colour_index(white), side);
  if (rook_file < 0) return false;
  const Square king = king_square(board, white);
  const Square rook{rook_file, king.rank};

  // All squares from the king to its target and from the rook to its target hold nobody but these two.
  for (const auto& [from, target] :
       {std::pair{king.file, king_target_file(side)}, {rook_file, rook_target_file(side)}}) {
    for (int file = std::min(from, target); file <= std::max(from, target); ++file) {
      const Square s{file, king.rank};
      if (s != king && s != rook && !board.empty(s)) return false;
    }
  }
  // None of the king's squares, the first and the last among them, is attacked.
  const int target = king_target_file(side);
  for (int file = std::min(king.file, target); file <= std::max(king.file, target); ++file) {
    if (!attackers(board, {file, king.rank}, !white).empty()) return false;
  }
  return true;
}

/// Adds a pawn's move, as four when it reaches the last rank.
void add_pawn_move(std::vector<Move>& moves, const Board& board, Move move) {
  if (move.to.rank != back_rank(!board.white_to_move)) {
    moves.push_back(move);
    return;
  }
  for (const char kind : {'q', 'r', 'b', 'n'}) {
    move.promotion = kind;
    moves.push_back(move);
  }
}

void add_pawn_moves(std::vector<Move>& moves, const Board& board, Square from) {
  const int forward = board.white_to_move ? 1 : -1;
  const Square one{from.file, from.rank + forward};
  const Square two{from.file, from.rank + 2 * forward};
  if (board.empty(one)) {
    add_pawn_move(moves, board, {from, one});
    if (from.rank == (board.white_to_move ? 1 : 6) && board.empty(two)) moves.push_back({from, two});
  }
  for (const int side : {-1, 1}) {
    const Square to{from.file + side, from.rank + forward};
    if (!on_board(to)) continue;
    if (is_enemy(board, to)) add_pawn_move(moves, board, {from, to});
    if (board.ep_square == to) moves.push_back({from, to, 0, false, true});
  }
}

/// The right of the rook on a square, if it has one, is gone: the rook has moved or was captured.
void lose_right(Board& board, Square square) {
  for (const bool white : {true, false}) {
    if (square.rank != back_rank(white)) continue;
    for (int& file : board.castling_file[static_cast<std::size_t>(colour_index(white))]) {
      if (file == square.file) file = -1;
    }
  }
}

}  // namespace

std::string text(const Move& move) {
  std::string result;
  for (const Square s : {move.from, move.to}) {
    result += static_cast<char>('a' + s.file);
    result += static_cast<char>('1' + s.rank);
  }
  if (move.promotion != 0) result += move.promotion;
  return result;
}

bool attacks(const Board& board, Square from, Square to) {
  const char man = board.at(from);
  const int files = std::abs(to.file - from.file);
  const int ranks = std::abs(to.rank - from.rank);
  if (files == 0 && ranks == 0) return false;
  const bool straight = files == 0 || ranks == 0;
  const bool diagonal = files == ranks;
  switch (kind(man)) {
    case 'p':
      return files == 1 && to.rank - from.rank == (is_white(man) ? 1 : -1);
    case 'n':
      return files * ranks == 2;
    case 'k':
      return files <= 1 && ranks <= 1;
    case 'b':
      return diagonal && clear_between(board, from, to);
    case 'r':
      return straight && clear_between(board, from, to);
    case 'q':
      return (straight || diagonal) && clear_between(board, from, to);
    default:
      return false;
  }
}

std::vector<Square> attackers(const Board& board, Square square, bool by_white) {
  std::vector<Square> result;
  for (const Square from : kSquares) {
    if (board.empty(from) || is_white(board.at(from)) != by_white) continue;
    if (attacks(board, from, square)) result.push_back(from);
  }
  return result;
}

Square king_square(const Board& board, bool white) {
  return *std::find_if(kSquares.begin(), kSquares.end(), [&](Square s) { return board.at(s) == man_of('k', white); });
}

bool in_check(const Board& board, bool white) { return !attackers(board, king_square(board, white), !white).empty(); }

Board play(const Board& board, const Move& move) {
  const bool white = board.white_to_move;
  const char man = board.at(move.from);
  const bool pawn = kind(man) == 'p';
  const bool capture = is_enemy(board, move.to) || move.en_passant;
  Board next = board;

  next.at(move.from) = kEmpty;
  if (move.castle) {
    const int side = castling_side(move);
    next.at(move.to) = kEmpty;
    next.at({king_target_file(side), move.from.rank}) = man_of('k', white);
    next.at({rook_target_file(side), move.from.rank}) = man_of('r', white);
  } else {
    next.at(move.to) = move.promotion != 0 ? man_of(move.promotion, white) : man;
  }
  if (move.en_passant) next.at({move.to.file, move.from.rank}) = kEmpty;

  if (kind(man) == 'k') next.castling_file[static_cast<std::size_t>(colour_index(white))] = {-1, -1};
  lose_right(next, move.from);
  lose_right(next, move.to);

  next.ep_square.reset();
  if (pawn && std::abs(move.to.rank - move.from.rank) == 2) {
    next.ep_square = Square{move.from.file, (move.from.rank + move.to.rank) / 2};
  }
  next.halfmove_clock = pawn || capture ? 0 : board.halfmove_clock + 1;
  if (!white) ++next.fullmove_number;
  next.white_to_move = !white;
  return next;
}

std::vector<Move> pseudo_legal_moves(const Board& board) {
  std::vector<Move> moves;
  for (const Square from : kSquares) {
    if (!is_own(board, from)) continue;
    if (kind(board.at(from)) == 'p') {
      add_pawn_moves(moves, board, from);
      continue;
    }
    for (const Square to : kSquares) {
      if (!is_own(board, to) && attacks(board, from, to)) moves.push_back({from, to});
    }
  }
  for (const int side : {kQueenside, kKingside}) {
    if (!may_castle(board, side)) continue;
    const Square king = king_square(board, board.white_to_move);
    const Square rook{board.castling(colour_index(board.white_to_move), side), king.rank};
    moves.push_back({king, rook, 0, true, false});
  }
  return moves;
}

bool is_legal(const Board& board, const Move& move) { return !in_check(play(board, move), board.white_to_move); }

std::vector<Move> legal_moves(const Board& board) {
  std::vector<Move> moves = pseudo_legal_moves(board);
  std::erase_if(moves, [&](const Move& move) { return !is_legal(board, move); });
  return moves;
}

bool has_legal_move(const Board& board) {
  const std::vector<Move> moves = pseudo_legal_moves(board);
  return std::any_of(moves.begin(), moves.end(), [&](const Move& move) { return is_legal(board, move); });
}

Board normalised(Board board) {
  if (!board.ep_square) return board;
  const std::vector<Move> moves = pseudo_legal_moves(board);
  if (std::none_of(moves.begin(), moves.end(),
                   [&](const Move& move) { return move.en_passant && is_legal(board, move); })) {
    board.ep_square.reset();
  }
  return board;
}

}  // namespace rulebook
