#include "count/leaf_kernels.h"
#include "count/leaves.h"

namespace plyforge {

Totals sum_leaves(DeviceContext& context, LeafKernel kernel, const LeafSource& source) {
  switch (kernel) {
    case LeafKernel::set_wise_moves:
      return leaf_kernels::sum_set_wise_moves(context, source);
    case LeafKernel::piece_wise_moves:
      return leaf_kernels::sum_piece_wise_moves(context, source);
    case LeafKernel::two_plies:
      return leaf_kernels::sum_two_plies(context, source);
    case LeafKernel::stats:
      return leaf_kernels::sum_stats(context, source);
    case LeafKernel::outcome:
      return leaf_kernels::sum_outcome(context, source);
  }
  return {};
}

void add_item_leaves(DeviceContext& context, LeafKernel kernel, const LeafSource& source, const ItemSums& sums) {
  switch (kernel) {
    case LeafKernel::set_wise_moves:
      return leaf_kernels::add_set_wise_moves(context, source, sums);
    case LeafKernel::piece_wise_moves:
      return leaf_kernels::add_piece_wise_moves(context, source, sums);
    case LeafKernel::two_plies:
      return leaf_kernels::add_two_plies(context, source, sums);
    case LeafKernel::stats:
      return leaf_kernels::add_stats(context, source, sums);
    case LeafKernel::outcome:
      return leaf_kernels::add_outcome(context, source, sums);
  }
}

ItemSums::ItemSums(DeviceContext& context, std::uint64_t items, Leaf leaf)
    : columns_(columns_of(leaf)), items_(items), words_(context.memory(), items * columns_ * 2) {
  words_.zero();
}

std::vector<Totals> ItemSums::fetch(DeviceContext& context) const {
  PinnedBuffer<std::uint64_t> words(words_.size());
  device::copy_to_host(words.data(), words_.data(), words_.size() * sizeof(std::uint64_t), context.stream());
  context.stream().synchronize();
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
