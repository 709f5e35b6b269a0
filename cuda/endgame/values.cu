#include <algorithm>

#include "endgame/values.h"

namespace plyforge {
namespace {

struct Widen {
  const std::uint8_t* narrow;
  StoredValue* wide;

  PLYFORGE_HD void operator()(std::uint64_t i) const { wide[i] = narrow[i] == 0xFF ? kIllegal : narrow[i]; }
};

/// Writes the value of each index of a table, from `first` on.
struct OrderValues {
  EndgameValuesView values;
  const std::uint32_t* slots;
  std::uint64_t men_size;  ///< slots of a slice that the table has
  std::uint64_t slice;     ///< all its slots
  std::uint64_t side;      ///< where the values of the side start
  std::uint64_t first;
  int width;
  std::uint8_t* out;

  PLYFORGE_HD void operator()(std::uint64_t i) const {
    const std::uint64_t index = first + i;
    const StoredValue value = values.at(side + index / men_size * slice + slots[index % men_size]);
    out[i * static_cast<unsigned>(width)] = static_cast<std::uint8_t>(value);
    if (width == 2) out[i * 2 + 1] = static_cast<std::uint8_t>(value >> 8);
  }
};

}  // namespace

void EndgameValues::restart() {
  wide_.reset();
  if (narrow_.size() == 0) narrow_ = Buffer<std::uint8_t>(solve_.context.memory(), solve_.view.words() * 64);
}

void EndgameValues::admit(int plies) {
  if (plies + 1 < 0xFF || wide_.size() != 0) return;
  Buffer<StoredValue> wide(solve_.context.memory(), narrow_.size());
  solve_.context.for_each_index(narrow_.size(), Widen{narrow_.data(), wide.data()});
  wide_ = std::move(wide);
  narrow_.reset();
}

void EndgameValues::store(Metric metric) const {
  DeviceContext& context = solve_.context;
  const std::span<const std::uint32_t> slots = solve_.endgame.slots;
  const Buffer<std::uint32_t> on_device(context.memory(), slots.size());
  device::copy_to_device(on_device.data(), slots.data(), slots.size_bytes(), context.stream());
  const int width = wide_.size() == 0 ? 1 : 2;
  const auto bytes = static_cast<std::uint64_t>(width);
  const std::uint64_t size = solve_.view.pairs * slots.size();
  constexpr std::uint64_t kMost = std::uint64_t{1} << 28;
  const Buffer<std::uint8_t> out = make_up_to(std::min(size * bytes, kMost), 4096, [&](std::uint64_t chunk) {
    return Buffer<std::uint8_t>(context.memory(), chunk);
  });
  const std::uint64_t most = out.size() / bytes;
  for (const bool black : {false, true}) {
    if (black && solve_.endgame.material.is_symmetric()) break;
    std::uint8_t* const section = solve_.endgame.section(metric, black, width);
    OrderValues order{view(), on_device.data(), slots.size(), solve_.view.shape.words * 64, 0, 0, width, out.data()};
    order.side = black ? solve_.view.side_words * 64 : 0;
    for (; order.first < size; order.first += most) {
      const std::uint64_t chunk = std::min(most, size - order.first);
      context.for_each_index(chunk, order);
      device::copy_to_host(section + order.first * bytes, out.data(), chunk * bytes, context.stream());
      context.stream().synchronize();
    }
  }
}

}  // namespace plyforge
