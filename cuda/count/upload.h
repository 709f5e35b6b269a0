#pragma once

#include <span>
#include <utility>

#include "count/frontier.h"
#include "device/context.h"
#include "interface/batch_backend.h"

namespace plyforge {

/// A frontier on its way to the device, copied while other streams work.
class Upload {
 public:
  /// Starts to copy. Throws OutOfDeviceMemory.
  Upload(DeviceContext& context, std::span<const WeightedPosition> positions)
      : context_(context),
        frontier_(context.memory(), positions.size()),
        positions_(positions.size()),
        tags_(positions.size()) {
    for (std::size_t i = 0; i < positions.size(); ++i) {
      positions_[i] = positions[i].position;
      tags_[i] = positions[i].multiplicity;
    }
    const FrontierView view = frontier_.view();
    device::copy_to_device(view.positions, positions_.data(), view.slots * sizeof(Position), context.stream());
    device::copy_to_device(view.tags, tags_.data(), view.slots * sizeof(std::uint64_t), context.stream());
  }

  /// Waits for the copy and returns the frontier.
  Frontier finish() && {
    context_.stream().synchronize();
    return std::move(frontier_);
  }

 private:
  DeviceContext& context_;
  Frontier frontier_;
  PinnedBuffer<Position> positions_;
  PinnedBuffer<std::uint64_t> tags_;
};

}  // namespace plyforge
