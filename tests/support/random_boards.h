#pragma once

#include <cstdint>
#include <functional>
#include <random>

#include "rulebook/board.h"

namespace plyforge::testing {

/// The seed of this run: the environment variable PLYFORGE_SEED, or a new one each run. Print it with what fails.
std::uint64_t run_seed();

/// Random numbers that a seed repeats on every machine.
class Random {
 public:
  /// Each stream of a seed gives other numbers.
  explicit Random(std::uint64_t stream) : engine_(run_seed() + stream * 0x9E3779B97F4A7C15) {}

  /// A number 0..bound-1.
  int below(int bound) { return static_cast<int>(engine_() % static_cast<std::uint64_t>(bound)); }
  /// A number first..last.
  int between(int first, int last) { return first + below(last - first + 1); }
  bool percent(int chance) { return below(100) < chance; }

 private:
  std::mt19937_64 engine_;
};

/// The starting array of a Chess960 number (Scharnagl's, 0..959) for each side; 518 is that of standard chess.
rulebook::Board start_board(int white_number, int black_number);

/// Calls `visit` with each board of a random game of at most `plies` plies from `board`, the first one among them.
/// Pawns advance and kings castle more often than by pure chance, to reach rare rules.
void random_game(Random& random, rulebook::Board board, int plies,
                 const std::function<void(const rulebook::Board&)>& visit);

/// Men strewn over the board, from two to nearly all squares full, with castling rights and en passant squares that the
/// board allows; the side not to move is not in check. Many such boards can only be reached by promotions, or not at
/// all.
rulebook::Board random_placement(Random& random);

/// A board from any of the sources above: games from the standard array, from Chess960's and from mixed arrays
/// (Double Chess960), and strewn men, in equal parts.
void random_boards(Random& random, int count, const std::function<void(const rulebook::Board&)>& visit);

}  // namespace plyforge::testing
