// Stockfish's `go mate`, where it is installed and finds one, against our exhaustive search.

#include <gtest/gtest.h>

#include "notation/fen.h"
#include "problems/solver.h"
#include "rulebook/fen.h"
#include "support/data_files.h"
#include "support/random_boards.h"
#include "support/stockfish.h"

namespace plyforge::testing {
namespace {

/// A mate that Stockfish finds is one, and no shorter than the shortest; how many it found.
int compare(const std::vector<std::string>& fens, int moves, std::uint64_t nodes) {
  const std::vector<std::optional<int>> mates = stockfish_mates(*find_stockfish(), fens, moves, nodes);
  MateSolver solver(std::size_t{16} << 20);
  const Stipulation stipulation{Play::direct, Goal::mate, 2 * moves - 1};
  int found = 0;
  for (std::size_t i = 0; i < fens.size(); ++i) {
    const Solution solution = solver.solve(parse_fen(fens[i]).position, {.stipulation = stipulation});
    EXPECT_NE(solution.answer, Answer::unknown);
    if (!mates[i] || *mates[i] > moves) continue;
    ++found;
    EXPECT_EQ(solution.answer, Answer::yes) << fens[i];
    EXPECT_LE(solution.plies, 2 * *mates[i] - 1) << fens[i];
  }
  return found;
}

TEST(MateStockfish, AgreesOnPublishedProblems) {
  if (!find_stockfish()) GTEST_SKIP() << "stockfish is not installed";
  for (int moves = 1; moves <= 3; ++moves) {
    std::vector<std::string> fens;
    for (const MateCase& each : read_mates()) {
      if (each.goal[0] == '#' && each.moves == moves) fens.push_back(each.fen);
    }
    EXPECT_GT(compare(fens, moves, 500000), 0);
  }
}

TEST(MateStockfish, AgreesOnPositionsOfGames) {
  if (!find_stockfish()) GTEST_SKIP() << "stockfish is not installed";
  Random random(4300);
  std::vector<std::string> fens;
  for (int game = 0; game < 12; ++game) {
    random_game(random, start_board(518, 518), 120, [&](const rulebook::Board& board) {
      if (random.percent(10)) fens.push_back(rulebook::write_fen(board));
    });
  }
  compare(fens, 2, 10000);
}

}  // namespace
}  // namespace plyforge::testing
