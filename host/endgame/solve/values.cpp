#include "endgame/solve/values.h"

namespace plyforge {

std::vector<std::uint32_t> slots_by_index(const EndgameIndex& index, const SliceShape& shape) {
  std::vector<std::uint32_t> slots;
  slots.reserve(index.men_size());
  index.for_each_arrangement([&](const auto& squares) {
    std::size_t place = 0;
    for (int d = 0; d < shape.men; ++d) {
      const auto s = static_cast<std::size_t>(squares[static_cast<std::size_t>(shape.man[d].man)]);
      place += s * shape.bit_stride(d);
    }
    slots.push_back(static_cast<std::uint32_t>(place));
  });
  return slots;
}

TableSection make_section(Metric metric, bool black_to_move, const std::vector<std::uint32_t>& slots,
                          const SliceLayout& layout, const SliceValues& values, int width, const WorkerPool& pool) {
  TableSection section{metric, black_to_move, width, {}};
  const auto bytes = static_cast<std::size_t>(width);
  section.bytes = decltype(section.bytes)(layout.pairs() * slots.size() * bytes);
  pool.share_out(layout.pairs(), [&](const auto& next) {
    for (std::size_t pair; (pair = next()) != WorkerPool::kDone;) {
      std::uint8_t* out = section.bytes.data() + pair * slots.size() * bytes;
      const std::size_t first = pair * layout.shape().words * 64;
      if (width == 1) {
        const std::uint8_t* const narrow = values.narrow() + first;
        for (const std::uint32_t place : slots) *out++ = narrow[place];
      } else {
        for (const std::uint32_t place : slots) {
          const StoredValue value = values.at(first + place);
          *out++ = static_cast<std::uint8_t>(value);
          *out++ = static_cast<std::uint8_t>(value >> 8);
        }
      }
    }
  });
  return section;
}

}  // namespace plyforge
