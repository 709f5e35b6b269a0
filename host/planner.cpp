#include "planner.h"

namespace plyforge {

namespace {

// Nanoseconds of one core (AMD EPYC, Zen 3), typical of middle games: bench/core_bench measures them.
constexpr double kMergeChild = 60;  ///< to make a child, hash it and find its place
constexpr double kTwoPlies = 400;   ///< perft(2) of one position
constexpr double kLastPly = 100;    ///< stats or outcome of the moves of one position

constexpr std::size_t kLeastBytes = std::size_t{1} << 20;

}  // namespace

bool Planner::merges(int ply, int below) const {
  if (below != leaf_plies()) return below > leaf_plies();
  // Two orders of the same moves need three plies to meet.
  if (ply < 3) return false;
  constexpr double share_of_third_ply = 0.7;
  const double distinct_share = ply == 3 ? share_of_third_ply : distinct_share_;
  return (1 - distinct_share) * (leaf_ == Leaf::moves ? kTwoPlies : kLastPly) > kMergeChild;
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
