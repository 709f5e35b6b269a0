#pragma once

#include <cstdint>

#include "board/host_device.h"
#include "board/move.h"
#include "board/position.h"
#include "count/frontier.h"
#include "device/context.h"
#include "movegen/attacks.h"
#include "movegen/make.h"
#include "movegen/movegen.h"

namespace plyforge {

/// A child that has not been made: its parent, counted from the first of the block, and its move.
struct ChildRef {
  std::uint32_t parent;
  Move move;
};

/// The children of part of a frontier, made when asked for: 8 bytes each in memory instead of 40. Work on them is
/// shared out by child, so it does not matter how many each parent has.
struct Children {
  const Position* parents;
  const std::uint64_t* tags;
  const ChildRef* refs;
  std::uint64_t size;

  template <class Sliders>
  PLYFORGE_HD Position position(std::uint64_t i, const Sliders& sliders) const {
    return make(parents[refs[i].parent], refs[i].move, sliders);
  }
  PLYFORGE_HD std::uint64_t tag(std::uint64_t i) const { return tags[refs[i].parent]; }
};

/// Goes through the children of a frontier in chunks. Children are counted, the counts summed, then the children
/// written, so that nothing can exceed its buffer.
class ChildStream {
 public:
  /// Chunks of up to `chunk` children, or fewer where memory is short.
  ChildStream(DeviceContext& context, const FrontierView& parents, std::uint64_t chunk);

  /// The smallest chunk: no position has more moves (see MoveList).
  static constexpr std::uint64_t kLeastChunk = 2048;
  /// Device memory for each child of a chunk.
  static constexpr std::uint64_t kChildBytes = sizeof(std::uint64_t) + sizeof(ChildRef);

  /// Whether all children have been handed out.
  bool done() const { return first_ == parents_.slots; }
  /// The share of the parents whose children have been handed out.
  double share() const { return static_cast<double>(first_) / static_cast<double>(parents_.slots); }

  /// The next chunk, of at most `most` children (at least kLeastChunk); valid until the next call. May be empty.
  Children next(std::uint64_t most);

 private:
  void load_block();

  DeviceContext& context_;
  FrontierView parents_;
  Buffer<std::uint64_t> ends_;  ///< for each parent of the block: how many children there are up to its last
  Buffer<ChildRef> refs_;
  std::uint64_t first_ = 0;        ///< the next parent
  std::uint64_t block_first_ = 0;  ///< the first parent of the block
  std::uint64_t block_size_ = 0;
  std::uint64_t handed_out_ = 0;  ///< children of the block
};

}  // namespace plyforge
