#pragma once

#include <cstdint>
#include <vector>

#include "count/children.h"
#include "count/frontier.h"
#include "device/context.h"
#include "leaf/leaf.h"

namespace plyforge {

/// What is done with each position above the leaves. Each of these is a kernel in a source file of its own.
enum class LeafKernel { set_wise_moves, piece_wise_moves, two_plies, stats, outcome };

/// The positions whose moves are leaves: those of a frontier, or children that are made on the fly.
struct LeafSource {
  const Position* positions;
  const std::uint64_t* tags;
  const ChildRef* refs;  ///< null for the positions themselves
  std::uint64_t size;

  explicit LeafSource(const FrontierView& frontier)
      : positions(frontier.positions), tags(frontier.tags), refs(nullptr), size(frontier.slots) {}
  explicit LeafSource(const Children& children)
      : positions(children.parents), tags(children.tags), refs(children.refs), size(children.size) {}
};

/// 128-bit sums of each item of a batch, in device memory.
class ItemSums {
 public:
  ItemSums(DeviceContext& context, std::uint64_t items, Leaf leaf);

  std::uint64_t* data() const { return words_.data(); }
  std::vector<Totals> fetch(DeviceContext& context) const;

  /// Bytes for each item.
  static std::uint64_t item_bytes(Leaf leaf) { return columns_of(leaf) * sizeof(Wide); }
  /// Columns of an evaluator, `nodes` included.
  static std::uint64_t columns_of(Leaf leaf) { return leaf == Leaf::moves ? 1 : leaf == Leaf::outcome ? 6 : 11; }

 private:
  std::uint64_t columns_;
  std::uint64_t items_;
  Buffer<std::uint64_t> words_;  ///< of each item and column the lower and the upper half
};

/// The sum over the source of leaves times tags.
Totals sum_leaves(DeviceContext& context, LeafKernel kernel, const LeafSource& source);

/// Adds the leaves of each position of a batch to the sums of its item.
void add_item_leaves(DeviceContext& context, LeafKernel kernel, const LeafSource& source, const ItemSums& sums);

}  // namespace plyforge
