#pragma once

#include <cstddef>
#include <cstdint>

#include "leaf/leaf.h"

namespace plyforge {

/// The costs that a planner weighs, in nanoseconds of the whole backend.
struct PlannerRates {
  double merge_child;  ///< to make a child, hash it and find its place
  double two_plies;    ///< to count the moves of two plies below a position
  double last_ply;     ///< to sum the stats or outcomes of the moves of a position
};

/// Decides at which ply merging stops, for the CPU backend and for the batched pipeline.
///
/// Merging a ply costs time for each child and saves the work below each child that equals another. The two are close
/// only for the last ply that may be merged; what merging it saves is predicted from the share of equal children in the
/// ply before.
class Planner {
 public:
  Planner(Leaf leaf, const PlannerRates& rates) : leaf_(leaf), rates_(rates) {}

  /// Whether to expand and merge ply `ply` (from 1), when the plies from there to the leaves are `below`.
  bool merges(int ply, int below) const;

  /// Learns from an expansion: how many parents it had, how many children it made, and how many of those were
  /// distinct.
  void learn(std::uint64_t parents, std::uint64_t children, std::uint64_t distinct);

  /// Learns how long it took to merge so many children, or to count so many positions with leaf_plies() to go. Small
  /// samples are ignored.
  void measured_merging(std::uint64_t children, double seconds);
  void measured_leaves(std::uint64_t positions, double seconds);

  /// The measured rates once both costs have been measured; until then those given.
  PlannerRates rates() const;

  /// The expected number of distinct children, if each parent has as many as in the last merged ply.
  std::uint64_t expected_children(double parents) const;

  /// The share (0..1) of the children of the last merged ply that were distinct.
  double distinct_share() const { return distinct_share_; }

  /// For progress: the share (0..1) of the time for `remaining` plies that expanding and merging the first one takes.
  double expansion_share(int remaining) const { return is_last(remaining) ? 0.4 : 0.03; }

  /// How many of the bytes left the next layer may take: all of them where no other layer follows. A layer that does
  /// not fit is worked in parts.
  std::size_t layer_limit(int remaining, std::size_t bytes_left) const;

  /// Plies that are counted at once below the last layer, without a child in memory.
  int leaf_plies() const { return leaf_ == Leaf::moves ? 2 : 1; }

 private:
  /// Whether the next ply is the last that may be merged.
  bool is_last(int remaining) const { return remaining - 2 < leaf_plies(); }

  Leaf leaf_;
  PlannerRates rates_;
  double measured_merge_child_ = 0;  ///< nanoseconds; 0 while not measured
  double measured_leaf_parent_ = 0;
  double distinct_share_ = 1;
  double growth_ = 1;  ///< distinct children per parent, in the last merged ply
};

}  // namespace plyforge
