// Stockfish as oracle, where it is installed.

#include "support/stockfish.h"

#include <gtest/gtest.h>

#include "count/counting.h"
#include "notation/fen.h"
#include "rulebook/fen.h"
#include "support/random_boards.h"

namespace plyforge::testing {
namespace {

/// Compares perft of positions from random games with Stockfish's. Only positions of games: what cannot be reached it
/// may get wrong.
void expect_same_counts(std::uint64_t stream, int games, int depth, bool chess960) {
  const std::optional<std::string> program = find_stockfish();
  if (!program) GTEST_SKIP() << "stockfish is not installed";
  Random random(stream);
  std::vector<std::string> fens;
  for (int i = 0; i < games; ++i) {
    const int number = chess960 ? random.below(960) : 518;
    random_game(random, start_board(number, number), 100, [&](const rulebook::Board& board) {
      if (random.percent(10)) fens.push_back(rulebook::write_fen(board));
    });
  }
  const std::vector<std::uint64_t> counts = stockfish_perft(*program, fens, depth, chess960);
  for (std::size_t i = 0; i < fens.size(); ++i) {
    const FenRecord record = parse_fen(fens[i], {.chess960 = chess960});
    EXPECT_EQ(to_string(perft_unmerged(record.position, depth, Leaf::moves).nodes), std::to_string(counts[i]))
        << fens[i] << " depth " << depth;
  }
}

TEST(Stockfish, CountsTheSameInStandardGames) { expect_same_counts(3000, 40, 3, false); }

TEST(Stockfish, CountsTheSameInChess960Games) { expect_same_counts(3001, 40, 3, true); }

TEST(StockfishLong, CountsTheSameInStandardGames) { expect_same_counts(3002, 200, 4, false); }

TEST(StockfishLong, CountsTheSameInChess960Games) { expect_same_counts(3003, 200, 4, true); }

}  // namespace
}  // namespace plyforge::testing
