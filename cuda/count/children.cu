#include <thrust/scan.h>

#include <algorithm>

#include "count/children.h"

namespace plyforge {

namespace {

/// Counts the moves of each parent.
struct CountMoves {
  FrontierView parents;
  std::uint64_t* counts;

  PLYFORGE_HD void operator()(std::uint64_t i) const {
    counts[i] = parents.tags[i] == 0 ? 0 : count_moves(unpack(parents.positions[i]), LineSliders{});
  }
};

/// Finds the last parent whose children still fit in a chunk, by binary search in the sums.
struct CutChunk {
  const std::uint64_t* ends;
  std::uint64_t first;
  std::uint64_t size;
  std::uint64_t most_end;  ///< the chunk ends at this child or before
  std::uint64_t* cut;

  PLYFORGE_HD void operator()(std::uint64_t) const {
    std::uint64_t low = first;
    std::uint64_t high = size;
    while (low < high) {
      const std::uint64_t middle = (low + high) / 2;
      if (ends[middle] <= most_end) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    cut[0] = low;
    cut[1] = low == 0 ? 0 : ends[low - 1];
  }
};

/// Writes the moves of one parent to the place that the sums give.
struct WriteRefs {
  FrontierView parents;
  const std::uint64_t* ends;
  std::uint64_t first;
  std::uint64_t handed_out;
  ChildRef* refs;

  PLYFORGE_HD void operator()(std::uint64_t i) const {
    const std::uint64_t parent = first + i;
    if (parents.tags[parent] == 0) return;
    ChildRef* out = refs + ((parent == 0 ? 0 : ends[parent - 1]) - handed_out);
    const auto write = [&](Move move) { *out++ = {static_cast<std::uint32_t>(parent), move}; };
    for_each_move(unpack(parents.positions[parent]), LineSliders{}, write);
  }
};

}  // namespace

ChildStream::ChildStream(DeviceContext& context, const FrontierView& parents, std::uint64_t chunk)
    : context_(context), parents_(parents) {
  const std::uint64_t least = kLeastChunk;
  refs_ = make_up_to(std::max(chunk, least), least,
                     [&](std::uint64_t size) { return Buffer<ChildRef>(context.memory(), size); });
  ends_ = make_up_to(std::clamp<std::uint64_t>(parents.slots, 1, refs_.size()), 1,
                     [&](std::uint64_t size) { return Buffer<std::uint64_t>(context.memory(), size); });
}

void ChildStream::load_block() {
  block_first_ = first_;
  handed_out_ = 0;
  block_size_ = make_up_to(std::min(ends_.size(), parents_.slots - first_), 1, [&](std::uint64_t size) {
    const FrontierView block{parents_.positions + first_, parents_.tags + first_, size};
    context_.for_each_index(size, CountMoves{block, ends_.data()});
    ScratchAllocator scratch(context_.memory());
    thrust::inclusive_scan(device::policy(scratch, context_.stream()), ends_.data(), ends_.data() + size, ends_.data());
    return size;
  });
}

Children ChildStream::next(std::uint64_t most) {
  if (first_ == block_first_ + block_size_) load_block();
  const std::uint64_t first = first_ - block_first_;
  const FrontierView block{parents_.positions + block_first_, parents_.tags + block_first_, block_size_};
  most = std::min(most, refs_.size());
  context_.for_each_index(1, CutChunk{ends_.data(), first, block_size_, handed_out_ + most, context_.chunk_cut()});
  struct Cut {
    std::uint64_t parents;
    std::uint64_t children;
  };
  const Cut cut = context_.read(reinterpret_cast<const Cut*>(context_.chunk_cut()));
  context_.for_each_index(cut.parents - first, WriteRefs{block, ends_.data(), first, handed_out_, refs_.data()});
  const Children children{block.positions, block.tags, refs_.data(), cut.children - handed_out_};
  first_ = block_first_ + cut.parents;
  handed_out_ = cut.children;
  return children;
}

}  // namespace plyforge
