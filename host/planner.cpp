#include "planner.h"

namespace plyforge {

namespace {

// Nanoseconds of one core, typical of middle games.
constexpr double kMergeChild = 45;  ///< to make a child, hash it and find its place
constexpr double kTwoPlies = 600;   ///< perft(2) of one position
constexpr double kStatsPly = 200;   ///< the statistics of the moves of one position
constexpr double kBranching = 25;   ///< positions below one, a ply

constexpr std::uint64_t kFew = 1000;  ///< so few parents that merging their children costs nothing to speak of
constexpr std::size_t kLeastBytes = std::size_t{1} << 20;

}  // namespace

bool Planner::merges(std::uint64_t positions, int remaining) const {
  const int below = remaining - 1;
  if (below < leaf_plies()) return false;
  if (positions < kFew) return true;
  double work_below = leaf_ == Leaf::moves ? kTwoPlies : kStatsPly;
  for (int ply = leaf_plies(); ply < below; ++ply) work_below *= kBranching;
  return (1 - distinct_share_) * work_below > kMergeChild;
}

void Planner::learn(std::uint64_t parents, std::uint64_t children, std::uint64_t distinct) {
  if (children == 0 || parents == 0) return;
  distinct_share_ = static_cast<double>(distinct) / static_cast<double>(children);
  growth_ = static_cast<double>(distinct) / static_cast<double>(parents);
}

std::uint64_t Planner::expected_children(double parents) const { return static_cast<std::uint64_t>(growth_ * parents); }

std::size_t Planner::layer_limit(int remaining, const MemoryBudget& budget) const {
  const std::size_t left = budget.left();
  const std::size_t limit = is_last(remaining) ? left : left / 5 * 3;
  return limit < kLeastBytes ? 0 : limit;
}

}  // namespace plyforge
