#include "endgame/solve/values.h"

namespace plyforge {

std::vector<std::uint32_t> places_by_index(const EndgameIndex& index, const SliceShape& shape) {
  std::vector<std::uint32_t> places;
  places.reserve(index.men_size());
  index.for_each_arrangement([&](const auto& squares) {
    std::size_t place = 0;
    for (int d = 0; d < shape.men; ++d) {
      const auto s = static_cast<std::size_t>(squares[static_cast<std::size_t>(shape.man[d].man)]);
      place += s * shape.bit_stride(d);
    }
    places.push_back(static_cast<std::uint32_t>(place));
  });
  return places;
}

TableSection make_section(Metric metric, bool black_to_move, const std::vector<std::uint32_t>& places,
                          const SliceLayout& layout, const SliceValues& values, int width, const Crew& crew) {
  TableSection section{metric, black_to_move, width, {}};
  const auto bytes = static_cast<std::size_t>(width);
  section.bytes = decltype(section.bytes)(layout.pairs() * places.size() * bytes);
  crew.share_out(layout.pairs(), [&](const auto& next) {
    for (std::size_t pair; (pair = next()) != Crew::kDone;) {
      std::uint8_t* out = section.bytes.data() + pair * places.size() * bytes;
      const std::size_t first = pair * layout.shape().words * 64;
      if (width == 1) {
        const std::uint8_t* const narrow = values.narrow() + first;
        for (const std::uint32_t place : places) *out++ = narrow[place];
      } else {
        for (const std::uint32_t place : places) {
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
