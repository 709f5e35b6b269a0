#include "leaf/move_stats.h"

#include "movegen/legal.h"
#include "movegen/movegen.h"

namespace plyforge {

LeafSums<std::uint64_t> stats_of_move(const Position& position, Move move) {
  const bool en_passant = move.kind == MoveKind::en_passant;
  const bool castle = move.kind == MoveKind::castle;
  LeafSums<std::uint64_t> sums;
  sums.nodes = 1;
  sums[StatsColumn::en_passant] = en_passant;
  sums[StatsColumn::castles] = castle;
  sums[StatsColumn::captures] = en_passant || (position.theirs() & bit(move.to)) != 0;
  sums[StatsColumn::promotions] = move.is_promotion();

  const Position reply = after(position, move);
  const Bitboard checking = checkers(reply);
  if (checking == 0) return sums;
  const bool mate = has_no_move(reply);
  const Bitboard moved = castle ? bit(castled_rook(move.from, move.to)) : bit(move.to);
  sums[StatsColumn::checks] = 1;
  sums[StatsColumn::checkmates] = mate;
  if (popcount(checking) > 1) {
    sums[StatsColumn::double_checks] = 1;
    sums[StatsColumn::double_mates] = mate;
  } else if (checking != flip_ranks(moved)) {
    sums[StatsColumn::discovered_checks] = 1;
    sums[StatsColumn::discovered_mates] = mate;
  }
  return sums;
}

}  // namespace plyforge
