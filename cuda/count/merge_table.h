#pragma once

#include <cstdint>

#include "board/host_device.h"
#include "board/position.h"
#include "count/frontier.h"
#include "device/atomic.h"

namespace plyforge {

/// A frontier that is being filled: an open-addressing table in which equal positions find each other. The hash says
/// where to look; whole positions are compared. Trivially copyable, so that functors carry it to the device.
///
/// A slot's tag is its lock: 0 while it is empty, kBusy while the thread that took it writes the position, then the
/// multiplicity. A thread that needs a busy slot waits for two stores.
class MergeTable {
 public:
  static constexpr std::uint64_t kBusy = ~std::uint64_t{0};
  static constexpr std::uint64_t kMostPaths = kBusy - 1;  ///< of one position

  MergeTable(const FrontierView& slots, std::uint64_t* overflow) : slots_(slots), overflow_(overflow) {}

  /// Adds `paths` paths (at least one) to a position; true if it is new. There must be an empty slot. Sets the overflow
  /// flag where the sum exceeds kMostPaths.
  PLYFORGE_HD bool add(const Position& position, std::uint64_t hash, std::uint64_t paths) const {
    for (std::uint64_t slot = first_slot(hash);;) {
      AtomicRef<std::uint64_t> tag(slots_.tags[slot]);
      std::uint64_t found = tag.load(memory_order_acquire);
      if (found == 0 && tag.compare_exchange_strong(found, kBusy, memory_order_acquire, memory_order_acquire)) {
        slots_.positions[slot] = position;
        tag.store(paths, memory_order_release);
        return true;
      }
      while (found == kBusy) found = tag.load(memory_order_acquire);
      if (slots_.positions[slot] == position) {
        add_paths(tag, found, paths);
        return false;
      }
      if (++slot == slots_.slots) slot = 0;
    }
  }

 private:
  /// The upper half of hash * slots, a number below `slots`.
  PLYFORGE_HD std::uint64_t first_slot(std::uint64_t hash) const {
#if defined(__CUDA_ARCH__)
    return __umul64hi(hash, slots_.slots);
#else
    __extension__ using Product = unsigned __int128;
    return static_cast<std::uint64_t>(static_cast<Product>(hash) * slots_.slots >> 64);
#endif
  }

  PLYFORGE_HD void add_paths(AtomicRef<std::uint64_t>& tag, std::uint64_t found, std::uint64_t paths) const {
    do {
      if (paths > kMostPaths - found) {
        AtomicRef<std::uint64_t>(*overflow_).store(1, memory_order_relaxed);
        return;
      }
    } while (!tag.compare_exchange_weak(found, found + paths, memory_order_relaxed, memory_order_relaxed));
  }

  FrontierView slots_;
  std::uint64_t* overflow_;
};

}  // namespace plyforge
