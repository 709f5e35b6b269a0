#include "games/position_counts.h"

#include <algorithm>
#include <tuple>

#include "board/position_hash.h"
#include "count/counting.h"

namespace plyforge {

PositionCounts::PositionCounts(std::size_t memory_bytes)
    : budget_(memory_bytes),
      tables_{PositionTable(budget_, Payload::multiplicities()), PositionTable(budget_, Payload::multiplicities())} {}

void PositionCounts::add(const Position& position, Colour mover) {
  if (!tables_[static_cast<std::size_t>(mover)].add(position, hash(position), 1)) {
    throw ResourceError("the memory limit is reached at " + std::to_string(distinct()) +
                        " distinct positions; raise --memory, or count fewer plies with --up-to");
  }
  ++total_;
}

std::vector<PositionCounts::Entry> PositionCounts::most_frequent(std::size_t most) const {
  std::vector<Entry> entries;
  const auto before = [](const Entry& a, const Entry& b) {
    const auto key = [](const Entry& e) {
      const Position& p = e.position;
      return std::tuple(~e.count, e.mover, p.opponent, p.code0, p.code1, p.code2);
    };
    return key(a) < key(b);
  };
  // A heap of the best entries so far; the worst of them is at the front.
  for (const Colour mover : {Colour::white, Colour::black}) {
    const PositionTable& table = tables_[static_cast<std::size_t>(mover)];
    for (std::size_t slot = 0; slot < table.capacity(); ++slot) {
      if (!table.holds(slot)) continue;
      entries.push_back({table.position(slot), mover, table.multiplicity(slot)});
      std::ranges::push_heap(entries, before);
      if (entries.size() <= most) continue;
      std::ranges::pop_heap(entries, before);
      entries.pop_back();
    }
  }
  std::ranges::sort_heap(entries, before);
  return entries;
}

}  // namespace plyforge
