#pragma once

#include <thrust/functional.h>
#include <thrust/reduce.h>

#include <cstdint>

#include "count/leaves.h"
#include "device/atomic.h"
#include "device/called_sliders.h"
#include "device/tiles.h"
#include "movegen/make.h"

namespace plyforge {

/// The first columns of a LeafSums, as many as an evaluator has.
template <int N>
struct ColumnSums {
  Wide values[N];

  PLYFORGE_HD friend ColumnSums operator+(ColumnSums a, const ColumnSums& b) {
    for (int i = 0; i < N; ++i) a.values[i] += b.values[i];
    return a;
  }
  PLYFORGE_HD void add(const LeafSums<std::uint64_t>& leaves, std::uint64_t times) {
    values[0] += static_cast<Wide>(leaves.nodes) * times;
    for (int i = 1; i < N; ++i) values[i] += static_cast<Wide>(leaves.columns[static_cast<std::size_t>(i - 1)]) * times;
  }
};

/// Adds to a 128-bit sum kept as two words. Each carry out of the lower word is seen by the thread that caused it.
PLYFORGE_HD void add_atomically(std::uint64_t* words, Wide value) {
  const auto low = static_cast<std::uint64_t>(value);
  auto high = static_cast<std::uint64_t>(value >> 64);
  const std::uint64_t before = AtomicRef<std::uint64_t>(words[0]).fetch_add(low, memory_order_relaxed);
  if (before + low < before) ++high;
  if (high != 0) AtomicRef<std::uint64_t>(words[1]).fetch_add(high, memory_order_relaxed);
}

/// One thread's share of the leaves: a tile of the source.
///
/// Kind has kColumns, the number of columns it fills, and add(position, sums).
template <class Kind>
struct LeafTile {
  using Sums = ColumnSums<Kind::kColumns>;

  LeafSource source;
  Tiles tiles;
  Sums* sums;                 ///< of each tile, weighted by tags; may be null
  std::uint64_t* item_words;  ///< the sums of each item, to add to; may be null

  PLYFORGE_HD void operator()(std::uint64_t tile) const {
    Sums sum{};
    std::uint64_t item = 0;
    for (std::uint64_t i = tiles.first(tile); i < tiles.last(tile); ++i) {
      const std::uint64_t parent = source.refs == nullptr ? i : source.refs[i].parent;
      const std::uint64_t tag = source.tags[parent];
      if (tag == 0) continue;
      if (item_words != nullptr && tag != item) {
        flush(item, sum);
        sum = {};
        item = tag;
      }
      Position position = source.positions[parent];
      if (source.refs != nullptr) position = make(position, source.refs[i].move, CalledSliders{});
      LeafSums<std::uint64_t> leaves;
      Kind::add(position, leaves);
      sum.add(leaves, item_words != nullptr ? 1 : tag);
    }
    if (item_words != nullptr) {
      flush(item, sum);
    } else {
      sums[tile] = sum;
    }
  }

 private:
  PLYFORGE_HD void flush(std::uint64_t item, const Sums& sum) const {
    if (item == 0) return;
    std::uint64_t* words = item_words + (item - 1) * Kind::kColumns * 2;
    for (int i = 0; i < Kind::kColumns; ++i) {
      if (sum.values[i] != 0) add_atomically(words + 2 * i, sum.values[i]);
    }
  }
};

template <class Kind>
Totals sum_leaf_tiles(DeviceContext& context, const LeafSource& source) {
  using Sums = ColumnSums<Kind::kColumns>;
  Totals totals;
  if (source.size == 0) return totals;
  const Sums sum = make_up_to(context.stream().width(), 1, [&](std::uint64_t most) {
    const Tiles tiles(source.size, most);
    Buffer<Sums> sums(context.memory(), tiles.count());
    context.for_each_index(tiles.count(), LeafTile<Kind>{source, tiles, sums.data(), nullptr});
    ScratchAllocator scratch(context.memory());
    return thrust::reduce(device::policy(scratch, context.stream()), sums.data(), sums.data() + tiles.count(), Sums{},
                          thrust::plus<Sums>());
  });
  totals.nodes = sum.values[0];
  for (int i = 1; i < Kind::kColumns; ++i) totals.columns[static_cast<std::size_t>(i - 1)] = sum.values[i];
  return totals;
}

template <class Kind>
void add_item_leaf_tiles(DeviceContext& context, const LeafSource& source, const ItemSums& items) {
  const Tiles tiles(source.size, context.stream().width());
  context.for_each_index(tiles.count(), LeafTile<Kind>{source, tiles, nullptr, items.data()});
}

}  // namespace plyforge

/// Defines the two functions of a leaf kernel, as leaf_kernels.h declares them.
#define PLYFORGE_LEAF_KERNEL(name, Kind)                                                    \
  namespace plyforge::leaf_kernels {                                                        \
  Totals sum_##name(DeviceContext& context, const LeafSource& source) {                     \
    return sum_leaf_tiles<Kind>(context, source);                                           \
  }                                                                                         \
  void add_##name(DeviceContext& context, const LeafSource& source, const ItemSums& sums) { \
    add_item_leaf_tiles<Kind>(context, source, sums);                                       \
  }                                                                                         \
  }
