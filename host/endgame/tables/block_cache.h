#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include "base/memory_budget.h"

namespace plyforge {

/// The unpacked blocks of a table. As many as the budget has room for are kept for good and found without a lock; the
/// others share a few slots. Safe to use from many threads.
class BlockCache {
 public:
  /// `room`: for blocks that are kept; null where none is. It must outlive this.
  BlockCache(std::size_t blocks, MemoryBudget* room) : kept_(blocks), room_(room) {}
  ~BlockCache();
  BlockCache(const BlockCache&) = delete;
  BlockCache& operator=(const BlockCache&) = delete;

  /// Returns `use(data)` for a block of `bytes` bytes. If the block is not cached, `unpack(data)` fills it in.
  template <class Unpack, class Use>
  auto read(std::size_t block, std::size_t bytes, Unpack&& unpack, Use&& use) {
    const std::uint8_t* data = kept_[block].load(std::memory_order_acquire);
    if (data != nullptr) return use(data);
    Slot& slot = (*slots_)[block % kSlots];
    const std::lock_guard lock(slot.mutex);
    if (slot.block == block) return use(slot.bytes.data());
    data = kept_[block].load(std::memory_order_relaxed);  // by a thread that held the lock before
    if (data != nullptr) return use(data);
    slot.block = kNone;
    slot.bytes.resize(bytes);
    unpack(slot.bytes.data());
    if (room_ != nullptr && room_->take(bytes)) return use(keep(block, slot.bytes));
    slot.block = block;
    return use(slot.bytes.data());
  }

 private:
  struct Slot {
    std::mutex mutex;
    std::size_t block = kNone;
    std::vector<std::uint8_t> bytes;
  };

  const std::uint8_t* keep(std::size_t block, std::vector<std::uint8_t>& bytes);

  static constexpr std::size_t kNone = ~std::size_t{0};
  static constexpr std::size_t kSlots = 256;
  std::vector<std::atomic<const std::uint8_t*>> kept_;
  MemoryBudget* const room_;
  std::mutex mutex_;
  std::vector<std::vector<std::uint8_t>> owned_;  ///< what kept_ points to
  std::unique_ptr<std::array<Slot, kSlots>> slots_ = std::make_unique<std::array<Slot, kSlots>>();
};

}  // namespace plyforge
