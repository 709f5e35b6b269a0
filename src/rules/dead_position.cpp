#include "rules/dead_position.h"

#include "board/board.h"
#include "leaf/outcome.h"
#include "movegen/attacks.h"
#include "movegen/legal.h"

namespace plyforge {

namespace {

Bitboard diagonal_steps(Bitboard b) { return north_east(b) | north_west(b) | south_east(b) | south_west(b); }

/// All squares that `step` leads to, again and again, without leaving `allowed`; the start is always among them.
template <class Step>
Bitboard flood(Bitboard start, Bitboard allowed, const Step& step) {
  Bitboard reached = start;
  for (Bitboard before = 0; reached != before;) {
    before = reached;
    reached |= step(reached) & allowed;
  }
  return reached;
}

/// One side of a position of kings, blocked pawns and bishops.
struct BlockedSide {
  Bitboard pawns;
  Bitboard pawn_attacks;
  Bitboard bishops;
  Bitboard king;
  Bitboard king_reach = 0;
  Bitboard bishop_reach = 0;
};

/// Finds where the king and the bishops can get to among the pawns. False where one of them may set a pawn free.
bool walk(BlockedSide& side, const BlockedSide& other) {
  side.king_reach = flood(side.king, ~side.pawns & ~other.pawn_attacks, [](Bitboard b) { return king_fill(b); });
  if ((side.king_reach & other.pawns) != 0) return false;
  const Bitboard pawns = side.pawns | other.pawns;
  side.bishop_reach = flood(side.bishops, ~pawns, diagonal_steps);
  return ((diagonal_steps(side.bishop_reach) & other.pawns) | (side.bishop_reach & other.pawn_attacks)) == 0;
}

/// Whether `attacker` could mate if all men were where it likes them.
bool may_mate(const BlockedSide& attacker, const BlockedSide& defender) {
  const Bitboard by_bishops = attacker.bishop_reach | diagonal_steps(attacker.bishop_reach);
  const Bitboard barred =
      by_bishops | king_fill(attacker.king_reach) | defender.bishop_reach | defender.pawns | attacker.pawn_attacks;
  for (Bitboard rest = defender.king_reach & by_bishops; rest != 0;) {
    if ((king_fill(bit(pop_lowest(rest))) & ~barred) == 0) return true;
  }
  return false;
}

bool is_blocked(const Position& position) {
  const Bitboard pawns = position.pawns();
  const Bitboard others = position.kings() | position.bishops();
  if (pawns == 0 || (pawns | others) != position.occupied() || position.en_passant() != 0) return false;
  const Bitboard mine = position.own();
  const Bitboard theirs = position.theirs();
  BlockedSide own{.pawns = pawns & mine,
                  .pawn_attacks = north_east(pawns & mine) | north_west(pawns & mine),
                  .bishops = position.bishops() & mine,
                  .king = position.kings() & mine};
  BlockedSide opp{.pawns = pawns & theirs,
                  .pawn_attacks = south_east(pawns & theirs) | south_west(pawns & theirs),
                  .bishops = position.bishops() & theirs,
                  .king = position.kings() & theirs};
  const Bitboard before_pawns = north(own.pawns) | south(opp.pawns);
  if ((before_pawns & ~pawns) != 0 || (own.pawn_attacks & opp.pawns) != 0) return false;
  return walk(own, opp) && walk(opp, own) && !may_mate(own, opp) && !may_mate(opp, own);
}

constexpr int kForcedPlies = 4;
constexpr int kForcedNodes = 200;
constexpr int kForcedMen = 5;  // with more men the lines do not end so soon

/// Whether every line of at most `plies` plies ends in stalemate or in a dead position.
bool is_forced(const Position& position, int plies, int& nodes) {
  if (is_dead(unpack(position))) return true;
  if (plies < 0 || --nodes < 0) return false;
  const MoveList moves = legal_moves(position);
  if (moves.empty()) return checkers(position) == 0;
  if (is_blocked(position)) return true;
  for (const Move move : moves) {
    if (!is_forced(after(position, move), plies - 1, nodes)) return false;
  }
  return true;
}

}  // namespace

std::string_view dead_reason_name(DeadReason reason) {
  switch (reason) {
    case DeadReason::material:
      return "insufficient material";
    case DeadReason::blocked:
      return "blocked position";
    case DeadReason::forced:
      return "forced";
    case DeadReason::undecided:
      break;
  }
  return "not decided";
}

DeadReason dead_reason(const Position& position) {
  if (is_dead(unpack(position))) return DeadReason::material;
  if (is_blocked(position)) return DeadReason::blocked;
  int nodes = kForcedNodes;
  if (popcount(position.occupied()) <= kForcedMen && is_forced(position, kForcedPlies, nodes)) {
    return DeadReason::forced;
  }
  return DeadReason::undecided;
}

}  // namespace plyforge
