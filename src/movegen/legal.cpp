#include "movegen/legal.h"

#include "board/board.h"
#include "movegen/attacks.h"
#include "movegen/make.h"
#include "movegen/movegen.h"

namespace plyforge {

MoveList legal_moves(const Position& position) {
  MoveList list;
  for_each_move(unpack(position), LineSliders{}, [&list](Move m) { list.push_back(m); });
  return list;
}

Position after(const Position& position, Move move) { return make(position, move, LineSliders{}); }

Bitboard attackers(const Position& position, Square square) {
  const Board board = unpack(position);
  return attackers_among(board.opp, square, board.occupied, LineSliders{});
}

Bitboard checkers(const Position& position) { return attackers(position, lowest(position.kings() & position.own())); }

bool has_no_move(const Position& position) {
  MoveCounter counter;
  visit_moves(unpack(position), LineSliders{}, counter);
  return counter.moves == 0;
}

}  // namespace plyforge
