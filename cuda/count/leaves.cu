#include "count/leaf_kernels.h"
#include "count/leaves.h"

namespace plyforge {

Totals sum_leaves(Lane& lane, LeafKernel kernel, const LeafSource& source) {
  switch (kernel) {
    case LeafKernel::set_wise_moves:
      return leaf_kernels::sum_set_wise_moves(lane, source);
    case LeafKernel::piece_wise_moves:
      return leaf_kernels::sum_piece_wise_moves(lane, source);
    case LeafKernel::two_plies:
      return leaf_kernels::sum_two_plies(lane, source);
    case LeafKernel::stats:
      return leaf_kernels::sum_stats(lane, source);
    case LeafKernel::outcome:
      return leaf_kernels::sum_outcome(lane, source);
  }
  return {};
}

void add_item_leaves(Lane& lane, LeafKernel kernel, const LeafSource& source, const ItemSums& sums) {
  switch (kernel) {
    case LeafKernel::set_wise_moves:
      return leaf_kernels::add_set_wise_moves(lane, source, sums);
    case LeafKernel::piece_wise_moves:
      return leaf_kernels::add_piece_wise_moves(lane, source, sums);
    case LeafKernel::two_plies:
      return leaf_kernels::add_two_plies(lane, source, sums);
    case LeafKernel::stats:
      return leaf_kernels::add_stats(lane, source, sums);
    case LeafKernel::outcome:
      return leaf_kernels::add_outcome(lane, source, sums);
  }
}

ItemSums::ItemSums(Lane& lane, std::uint64_t items, Leaf leaf)
    : columns_(columns_of(leaf)), items_(items), words_(lane.memory(), items * columns_ * 2) {
  words_.zero();
}

std::vector<Totals> ItemSums::fetch(Lane& lane) const {
  PinnedBuffer<std::uint64_t> words(words_.size());
  device::copy_to_host(words.data(), words_.data(), words_.size() * sizeof(std::uint64_t), lane.stream());
  lane.stream().synchronize();
  std::vector<Totals> totals(items_);
  for (std::uint64_t item = 0; item < items_; ++item) {
    const auto column = [&](std::uint64_t i) {
      const std::uint64_t word = (item * columns_ + i) * 2;
      return static_cast<Wide>(words[word + 1]) << 64 | words[word];
    };
    totals[item].nodes = column(0);
    for (std::uint64_t i = 1; i < columns_; ++i) totals[item].columns[i - 1] = column(i);
  }
  return totals;
}

}  // namespace plyforge
