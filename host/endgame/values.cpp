#include "values.h"

namespace plyforge {

TableSection make_section(Metric metric, bool black_to_move, const EndgameIndex& index, const SliceLayout& layout,
                          const SliceSet& legal, const SliceValues& values, int width, const Crew& crew) {
  TableSection section{metric, black_to_move, width, {}};
  section.bytes.resize(index.size() * static_cast<std::size_t>(width));
  const SliceShape& shape = layout.shape();
  crew.share_out(layout.pairs(), [&](const auto& next) {
    for (std::size_t pair; (pair = next()) != Crew::kDone;) {
      std::size_t written = pair * index.men_size() * static_cast<std::size_t>(width);
      const Bitboard* const positions = legal.slice(pair);
      const std::size_t first = pair * shape.words * 64;
      index.for_each_arrangement([&](const auto& squares) {
        std::size_t place = 0;
        for (int d = 0; d < shape.men; ++d) {
          const auto s = static_cast<std::size_t>(squares[static_cast<std::size_t>(shape.man[d].man)]);
          place += s * (shape.is_inner(d) ? 1 : shape.stride[d] * 64);
        }
        const bool is_legal = (positions[place / 64] >> (place % 64) & 1) != 0;
        const StoredValue value = is_legal ? values.at(first + place) : kIllegal;
        section.bytes[written++] = static_cast<std::uint8_t>(value);
        if (width == 2) section.bytes[written++] = static_cast<std::uint8_t>(value >> 8);
      });
    }
  });
  return section;
}

}  // namespace plyforge
