#include "count/lower_bound.h"

#include <algorithm>
#include <unordered_map>
#include <vector>

#include "base/errors.h"
#include "board/position_hash.h"
#include "count/kernels.h"

namespace plyforge {
namespace {

constexpr std::size_t kKept = 1000;  ///< positions of a ply

struct PositionHash {
  std::size_t operator()(const Position& position) const { return hash(position); }
};

/// Positions with the paths that lead to them, perhaps fewer than there are.
using Paths = std::unordered_map<Position, Wide, PositionHash>;

/// a + b, or the largest number where that is larger: a lower bound all the same.
Wide add_up(Wide a, Wide b) { return a > ~Wide{0} - b ? ~Wide{0} : a + b; }

/// Drops all but the positions with the most paths.
void thin(Paths& paths) {
  if (paths.size() <= kKept) return;
  std::vector<std::pair<Position, Wide>> all(paths.begin(), paths.end());
  const auto last = all.begin() + kKept;
  std::ranges::nth_element(all, last, std::ranges::greater{}, &std::pair<Position, Wide>::second);
  paths = Paths(all.begin(), last);
}

}  // namespace

Wide perft_lower_bound(const Position& position, int depth, const std::stop_token& stop) {
  Paths paths{{position, 1}};
  std::vector<Position> children(kMaxMoves);
  for (int ply = 0; ply < depth; ++ply) {
    Paths next;
    for (const auto& [parent, ways] : paths) {
      if (stop.stop_requested()) throw Interrupted();
      const std::size_t moves = kernels().children(parent, children.data());
      for (std::size_t i = 0; i < moves; ++i) {
        Wide& sum = next[children[i]];
        sum = add_up(sum, ways);
      }
    }
    paths = std::move(next);
    if (ply + 1 < depth) thin(paths);
  }
  Wide sum = 0;
  for (const auto& [last, ways] : paths) sum = add_up(sum, ways);
  return sum;
}

}  // namespace plyforge
