#include "count/position_table.h"

#include <algorithm>
#include <cstring>
#include <stdexcept>

#include "board/position_hash.h"

namespace plyforge {

namespace {

constexpr std::size_t kSmallest = 128;  // slots: one page of positions

// A probe that finds nothing looks at 5 slots at a load of 2/3, and at 13 at 4/5. Beyond that the table grows; only
// where the budget does not allow that is it filled up to 15/16.
constexpr std::size_t comfortable(std::size_t capacity) { return capacity / 4 * 3; }
constexpr std::size_t crammed(std::size_t capacity) { return capacity / 16 * 15; }

}  // namespace

bool PositionTable::rebuild(std::size_t least_capacity) {
  if (least_capacity < kSmallest) return false;
  Block block = Block::allocate(*budget_, least_capacity * slot_bytes());
  if (!block) return false;
  PositionTable bigger(*budget_, payload_);
  bigger.capacity_ = block.bytes() / slot_bytes();
  bigger.block_ = std::move(block);
  for (std::size_t slot = 0; slot < capacity_; ++slot) {
    if (holds(slot)) bigger.add(position(slot), hash(position(slot)), multiplicity(slot));
  }
  *this = std::move(bigger);
  return true;
}

void PositionTable::reserve(std::size_t wanted, std::size_t most_bytes) {
  const std::size_t bytes = Block::rounded_up((wanted / 3 * 4 + 4) * slot_bytes());
  rebuild(std::min(bytes, Block::rounded_down(most_bytes)) / slot_bytes());
}

bool PositionTable::add(const Position& position, std::uint64_t hash, std::uint64_t multiplicity) {
  if (size_ >= comfortable(capacity_)) {
    const bool grown = rebuild(std::max(kSmallest, capacity_ < 1 << 16 ? capacity_ * 2 : capacity_ / 2 * 3));
    if (!grown && size_ >= crammed(capacity_)) return false;
  }
  std::size_t slot = home(hash);
  while (holds(slot)) {
    if (this->position(slot) == position) {
      if (payload_.multiplicity && __builtin_add_overflow(count(slot), multiplicity, &count(slot))) {
        throw PathsOverflow();
      }
      return true;
    }
    if (++slot == capacity_) slot = 0;
  }
  std::memcpy(at(slot), &position, sizeof position);
  if (payload_.multiplicity) std::memcpy(payload(slot), &multiplicity, sizeof multiplicity);
  ++size_;
  return true;
}

void PositionTable::prefetch(std::uint64_t hash) const {
  if (capacity_ == 0) return;
  const std::byte* const slot = at(home(hash));
  __builtin_prefetch(slot, 1);
  __builtin_prefetch(slot + sizeof(Position), 1);
}

std::size_t PositionTable::find(const Position& position, std::uint64_t hash) const {
  if (capacity_ == 0) return kNoSlot;
  std::size_t slot = home(hash);
  while (holds(slot)) {
    if (this->position(slot) == position) return slot;
    if (++slot == capacity_) slot = 0;
  }
  return kNoSlot;
}

}  // namespace plyforge
