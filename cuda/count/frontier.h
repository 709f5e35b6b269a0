#pragma once

#include <cstdint>

#include "board/host_device.h"
#include "board/position.h"
#include "device/memory.h"

namespace plyforge {

/// Positions in device memory, each with a tag: its multiplicity, or in a batch of unrelated positions the number of
/// its item, from 1. A slot with tag 0 is empty.
struct FrontierView {
  Position* positions;
  std::uint64_t* tags;
  std::uint64_t slots;
};

/// The owner of a frontier's memory.
class Frontier {
 public:
  static constexpr std::uint64_t kSlotBytes = sizeof(Position) + sizeof(std::uint64_t);

  Frontier() = default;
  Frontier(DeviceMemory& memory, std::uint64_t slots) : positions_(memory, slots), tags_(memory, slots) {}

  FrontierView view() const { return {positions_.data(), tags_.data(), tags_.size()}; }
  std::uint64_t slots() const { return tags_.size(); }
  void clear_tags() { tags_.zero(); }
  void reset() { *this = Frontier(); }

 private:
  Buffer<Position> positions_;
  Buffer<std::uint64_t> tags_;
};

}  // namespace plyforge
