#pragma once

#include <cstdint>

#include "board/host_device.h"
#include "device/atomic.h"

namespace plyforge {

/// Adds to a number that all threads share.
PLYFORGE_HD void add_to(std::uint64_t* shared, std::uint64_t value) {
  if (value != 0) AtomicRef<std::uint64_t>(*shared).fetch_add(value, memory_order_relaxed);
}

/// Items in tiles, one for each thread, so that a sum needs one shared addition per tile.
struct Tiles {
  std::uint64_t size;    ///< items
  std::uint64_t length;  ///< items in a tile, except the last

  /// At most `most` tiles.
  Tiles(std::uint64_t items, std::uint64_t most) : size(items), length((items + most - 1) / most) {}

  std::uint64_t count() const { return length == 0 ? 0 : (size + length - 1) / length; }
  PLYFORGE_HD std::uint64_t first(std::uint64_t tile) const { return tile * length; }
  PLYFORGE_HD std::uint64_t last(std::uint64_t tile) const {
    const std::uint64_t end = (tile + 1) * length;
    return end < size ? end : size;
  }
};

}  // namespace plyforge
