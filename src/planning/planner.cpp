#include "planning/planner.h"

namespace plyforge {

namespace {

constexpr std::size_t kLeastBytes = std::size_t{1} << 20;
constexpr std::uint64_t kTelling = 100'000;  ///< samples of fewer items are ignored

double nanoseconds_each(double seconds, std::uint64_t items) { return seconds * 1e9 / static_cast<double>(items); }

}  // namespace

bool Planner::merges(int ply, int below) const {
  if (below != leaf_plies()) return below > leaf_plies();
  // Two orders of the same moves meet after three plies at the earliest.
  if (ply < 3) return false;
  constexpr double share_of_third_ply = 0.7;
  const double distinct_share = ply == 3 ? share_of_third_ply : distinct_share_;
  const PlannerRates weighed = rates();
  return (1 - distinct_share) * (leaf_ == Leaf::moves ? weighed.two_plies : weighed.last_ply) > weighed.merge_child;
}

void Planner::learn(std::uint64_t parents, std::uint64_t children, std::uint64_t distinct) {
  if (children == 0 || parents == 0) return;
  distinct_share_ = static_cast<double>(distinct) / static_cast<double>(children);
  growth_ = static_cast<double>(distinct) / static_cast<double>(parents);
}

void Planner::measured_merging(std::uint64_t children, double seconds) {
  if (children >= kTelling) measured_merge_child_ = nanoseconds_each(seconds, children);
}

void Planner::measured_leaves(std::uint64_t positions, double seconds) {
  if (positions >= kTelling) measured_leaf_parent_ = nanoseconds_each(seconds, positions);
}

PlannerRates Planner::rates() const {
  if (measured_merge_child_ == 0 || measured_leaf_parent_ == 0) return rates_;
  PlannerRates measured = rates_;
  measured.merge_child = measured_merge_child_;
  (leaf_ == Leaf::moves ? measured.two_plies : measured.last_ply) = measured_leaf_parent_;
  return measured;
}

std::uint64_t Planner::expected_children(double parents) const { return static_cast<std::uint64_t>(growth_ * parents); }

std::size_t Planner::layer_limit(int remaining, std::size_t bytes_left) const {
  const std::size_t limit = is_last(remaining) ? bytes_left : bytes_left / 5 * 3;
  return limit < kLeastBytes ? 0 : limit;
}

}  // namespace plyforge
