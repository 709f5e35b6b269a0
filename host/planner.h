#pragma once

#include <cstdint>

#include "leaf.h"
#include "memory_budget.h"

namespace plyforge {

/// Decides at which ply merging stops.
///
/// Merging a ply costs time for each child, and saves the work below each child that equals another. Only for the last
/// ply that may be merged do the two come near each other; what it saves is predicted from the share of equal children
/// in the ply before.
class Planner {
 public:
  explicit Planner(Leaf leaf) : leaf_(leaf) {}

  /// Whether to expand and merge ply `ply` (from 1), when the plies from there to the leaves are `below`.
  bool merges(int ply, int below) const;

  /// Takes in what an expansion has found: from how many parents, the children made, and how many of them were
  /// different.
  void learn(std::uint64_t parents, std::uint64_t children, std::uint64_t distinct);

  /// The number of different children to expect: each parent has as many as in the last ply merged.
  std::uint64_t expected_children(double parents) const;

  /// The share (0..1) of the time for `remaining` plies that their first ply takes, expanded and merged: for progress.
  double expansion_share(int remaining) const { return is_last(remaining) ? 0.4 : 0.03; }

  /// The bytes that the next layer may take of those left: all of them when no other will follow it.
  std::size_t layer_limit(int remaining, const MemoryBudget& budget) const;

 private:
  /// Plies that are counted at once below the last layer, without a child in memory.
  int leaf_plies() const { return leaf_ == Leaf::moves ? 2 : 1; }

  /// Whether the next ply is the last that may be merged.
  bool is_last(int remaining) const { return remaining - 2 < leaf_plies(); }

  Leaf leaf_;
  double distinct_share_ = 1;  ///< of the children of the last ply merged
  double growth_ = 1;          ///< different children for each parent, in the last ply merged
};

}  // namespace plyforge
