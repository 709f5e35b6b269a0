#pragma once

#include <string>
#include <vector>

#include "board.h"

namespace rulebook {

/// A move. Castling goes from the king's square to that of its own rook.
struct Move {
  Square from;
  Square to;
  char promotion = 0;  ///< kind promoted to, in lower case, or 0
  bool castle = false;
  bool en_passant = false;
};

/// The move in UCI's Chess960 form: e2e4, a7b8q, e1h1.
std::string text(const Move& move);

/// Whether the man on `from` attacks `to` (FIDE 3.1): it could capture an enemy there, even if its own king would be
/// left in check.
bool attacks(const Board& board, Square from, Square to);

/// The men of a colour that attack a square.
std::vector<Square> attackers(const Board& board, Square square, bool by_white);

/// The king of a colour; every board here has exactly one.
Square king_square(const Board& board, bool white);

/// Whether the king of a colour is attacked.
bool in_check(const Board& board, bool white);

/// The board after a move, legal or not.
Board play(const Board& board, const Move& move);

/// Each move that the men may make, when their own king's safety is forgotten.
std::vector<Move> pseudo_legal_moves(const Board& board);

/// Whether a pseudo-legal move leaves the own king safe.
bool is_legal(const Board& board, const Move& move);

std::vector<Move> legal_moves(const Board& board);

bool has_legal_move(const Board& board);

/// The same board without a passed square that no legal en passant capture uses.
Board normalised(Board board);

}  // namespace rulebook
