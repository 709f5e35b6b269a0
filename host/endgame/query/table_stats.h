#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "base/worker_pool.h"
#include "endgame/tables/endgame_table.h"

namespace plyforge {

/// A number of positions: distinct ones, where those that a symmetry transforms into each other count once, and all.
struct PositionCount {
  std::uint64_t distinct = 0;
  std::uint64_t board = 0;

  void add(int images) {
    if (images == 0) return;
    ++distinct;
    board += static_cast<std::uint64_t>(images);
  }
  PositionCount& operator+=(const PositionCount& other) {
    distinct += other.distinct;
    board += other.board;
    return *this;
  }
};

/// Positions by a distance in plies.
using Histogram = std::vector<PositionCount>;

/// One side to move.
struct SideStats {
  PositionCount positions;
  std::array<PositionCount, 5> results;     ///< by Wdl, from loss (0) to win (4)
  Histogram wins;                           ///< by DTM
  Histogram losses;                         ///< by DTM
  std::vector<std::uint64_t> longest_wins;  ///< numbers (EndgameIndex) of some positions with the longest DTM, in order
  std::vector<std::uint64_t> longest_losses;

  const PositionCount& result(Wdl wdl) const { return results[static_cast<std::size_t>(static_cast<int>(wdl) + 2)]; }
};

/// A mutual zugzwang: White is worse off if to move. Its kinds: White's result with White to move, and with Black.
enum class Zugzwang { draw_or_win, loss_or_draw, loss_or_win };

struct TableStats {
  std::array<SideStats, 2> sides;  ///< White, Black to move; for symmetric material White alone
  std::array<PositionCount, 3> zugzwangs;
  std::array<std::vector<std::uint64_t>, 3> zugzwang_examples;  ///< numbers, in order
};

/// Counts the positions of a table. At most `examples` of each kind are kept. For zugzwangs, cursed wins count as wins
/// and blessed losses as losses. Throws Interrupted.
TableStats count_table(const EndgameTable& table, std::size_t examples, const WorkerPool& pool);

}  // namespace plyforge
