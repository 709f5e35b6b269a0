#pragma once

#include <array>
#include <cstddef>

#include "board/move.h"
#include "board/position.h"

namespace plyforge {

/// The legal moves of a position. They always fit: each square is reached by at most one man along each of the eight
/// lines and by eight knights, and three of the lines carry four promotions on the last rank.
class MoveList {
 public:
  void push_back(Move m) { moves_[size_++] = m; }
  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  const Move* begin() const { return moves_.data(); }
  const Move* end() const { return moves_.data() + size_; }
  Move operator[](std::size_t i) const { return moves_[i]; }

 private:
  static constexpr std::size_t kCapacity = 56 * 16 + 8 * 25 + 2 + 2;
  std::array<Move, kCapacity> moves_;
  std::size_t size_ = 0;
};

/// All legal moves, in the generator's order. The position must be legal: one king per side, and the side not to move
/// not in check (parse_fen() rejects others).
MoveList legal_moves(const Position& position);

/// The position after a legal move, seen by the other side.
Position after(const Position& position, Move move);

/// The men that give check to the mover's king.
Bitboard checkers(const Position& position);

/// The men of the side not to move that attack `square`.
Bitboard attackers(const Position& position, Square square);

/// Whether the mover has no legal move, in check or not.
bool has_no_move(const Position& position);

}  // namespace plyforge
