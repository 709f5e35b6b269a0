#pragma once

#include <chrono>
#include <cstdint>
#include <span>
#include <vector>

#include "count/children.h"
#include "count/frontier.h"
#include "count/leaves.h"
#include "count/merge_table.h"
#include "device/context.h"
#include "interface/batch_backend.h"
#include "planning/range.h"

namespace plyforge {

/// One count on one device: frontiers are expanded and merged ply by ply while the planner says so, in parts where a
/// ply does not fit. Below them, children are made in chunks, depth first, and leaves are summed.
///
/// Any step that may run out of memory comes before anything is added, and is retried with half the size.
class Pipeline {
 public:
  /// `plies`: the most plies that a frontier will be expanded by. `rates`: the costs of the steps on this device.
  Pipeline(DeviceContext& context, const BatchOptions& options, int plies, const PlannerRates& rates);

  /// The sum of perft(remaining) times multiplicity over a frontier; remaining >= 1.
  Totals count(std::span<const WeightedPosition> frontier, int remaining);

  /// Every child of a frontier once, with the sum of its paths.
  std::vector<WeightedPosition> expand(std::span<const WeightedPosition> frontier);

  /// Adds perft(remaining) of each position to the sums of the item that its tag names; remaining >= 1.
  void count_items(const Frontier& positions, int remaining, const ItemSums& sums);

  const std::vector<BatchLayer>& layers() const { return layers_; }
  double leaf_seconds() const { return leaf_seconds_; }
  /// The costs of the steps, as far as this count has measured them.
  PlannerRates rates() const { return planner_.rates(); }

 private:
  using Clock = std::chrono::steady_clock;

  /// Calls visit(table, positions in it, from, to) with tables that together hold all children of a layer; `from` and
  /// `to` are the shares of the layer's work done before and after it. The layer is released before the last call.
  template <class Visit>
  void merge_children(Frontier& layer, std::uint64_t positions, int remaining, const Visit& visit);
  Totals count_layer(Frontier layer, std::uint64_t positions, int remaining, Range range);
  Totals count_below(const FrontierView& frontier, int remaining, const ItemSums* items, Range range);
  Totals count_leaf_parents(LeafKernel kernel, const FrontierView& frontier, int remaining, const ItemSums* items,
                            Range range);
  Totals count_leaves(LeafKernel kernel, const LeafSource& source, const ItemSums* items);
  std::uint64_t count_children(const FrontierView& parents);

  /// Moves children from the stream into an empty table, but only those in `share`, until the stream is done or the
  /// table is full. Returns the number of positions in the table, and adds to the number of children made.
  std::uint64_t fill(const Frontier& table, ChildStream& stream, HashShare share, int remaining,
                     std::uint64_t& children);

  /// The bytes that the next table may take, without the reserve.
  std::size_t table_bytes(int remaining) const;

  bool merges(int remaining) const;

  /// The share of positions that is kept of a ply with `remaining` plies to go.
  HashShare kept(int remaining) const {
    return options_.share && options_.share->remaining == remaining ? options_.share->of_positions : HashShare{};
  }
  LeafKernel last_ply_kernel() const;
  bool fuses() const;
  void note(int remaining, std::uint64_t positions, std::uint64_t children, Clock::time_point begun);

  /// Throws when a stop is requested; otherwise reports progress, which never goes back.
  void pause(double share, int remaining);

  DeviceContext& context_;
  const BatchOptions& options_;
  int plies_;
  Planner planner_;
  std::uint64_t chunk_;  ///< children handled in one launch
  std::size_t reserve_;  ///< bytes kept for what counts below the last table
  double leaf_seconds_ = 0;
  double share_ = 0;  ///< of the work, as last reported
  std::vector<BatchLayer> layers_;
};

}  // namespace plyforge
