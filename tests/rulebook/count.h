#pragma once

#include <cstdint>
#include <vector>

#include "board.h"
#include "rules.h"

namespace rulebook {

/// How many moves of the last ply are of each kind. Every column counts mates too; the last two say how many of the
/// discovered and double checks are mates.
struct Statistics {
  std::uint64_t nodes = 0;
  std::uint64_t captures = 0;  ///< en passant among them
  std::uint64_t en_passant = 0;
  std::uint64_t castles = 0;
  std::uint64_t promotions = 0;
  std::uint64_t checks = 0;
  std::uint64_t discovered_checks = 0;  ///< one checker, neither the man moved nor the rook of a castling
  std::uint64_t double_checks = 0;
  std::uint64_t checkmates = 0;
  std::uint64_t discovered_mates = 0;
  std::uint64_t double_mates = 0;
};

/// How many positions of the last ply are of each kind; the first that holds counts.
struct Outcomes {
  std::uint64_t nodes = 0;
  std::uint64_t checkmates = 0;
  std::uint64_t stalemates = 0;
  std::uint64_t dead = 0;
  std::uint64_t checks = 0;
  std::uint64_t others = 0;
};

/// Whether no play can mate, by the men alone: no pawn, rook or queen, and either at most one knight or bishop in all,
/// or only bishops, all on squares of one colour.
bool is_dead(const Board& board);

/// Adds a legal move to the statistics.
void add_move(Statistics& statistics, const Board& board, const Move& move);

/// Adds a position to the outcomes.
void add_position(Outcomes& outcomes, const Board& board);

std::uint64_t perft(const Board& board, int depth);

/// A count that may pass 64 bits.
__extension__ using Count = unsigned __int128;

/// perft by layers of distinct positions, told apart by their FEN: for great depths of positions with little room.
Count layered_perft(const Board& board, int depth);

/// Statistics of the moves of the last of `depth` plies; none at depth 0.
Statistics statistics(const Board& board, int depth);

Outcomes outcomes(const Board& board, int depth);

/// Distinct positions of each ply 0..depth, told apart by their FEN without counters.
std::vector<std::uint64_t> distinct(const Board& board, int depth);

}  // namespace rulebook
