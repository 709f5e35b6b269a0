#pragma once

#include <cstdint>
#include <cstring>
#include <vector>

#include "base/worker_pool.h"
#include "endgame/solve/slice_set.h"
#include "endgame/tables/endgame_table.h"
#include "endgame/tables/zero_pages.h"

namespace plyforge {

/// The values found so far, as stored in tables, by slice: one byte each while that is enough.
class SliceValues {
 public:
  SliceValues() = default;
  explicit SliceValues(const SliceLayout& layout) : narrow_(layout.words() * 64) {}

  /// Sets the positions of a word to draws, and its other places to illegal. To be called before any distance is set.
  void start(std::size_t word, Bitboard positions) {
    for (std::size_t i = 0; i < 8; ++i) {
      const std::uint64_t values = draws_else_illegal(positions >> (8 * i));
      std::memcpy(narrow_.data() + word * 64 + 8 * i, &values, sizeof values);
    }
  }
  /// Makes room for a distance. Must not run while others write.
  void admit(int plies) {
    if (plies + 1 < 0xFF || !wide_.empty()) return;
    LargeArray<StoredValue> wide(narrow_.size());
    for (std::size_t i = 0; i < wide.size(); ++i) wide[i] = stored_value(&narrow_[i], 1);
    wide_ = std::move(wide);
    narrow_ = {};
  }
  /// Sets the positions of a word to a distance.
  void set(std::size_t word, Bitboard positions, int plies) {
    const auto value = static_cast<StoredValue>(plies + 1);
    while (positions != 0) {
      const std::size_t at = word * 64 + static_cast<std::size_t>(pop_lowest(positions));
      if (wide_.empty()) {
        narrow_[at] = static_cast<std::uint8_t>(value);
      } else {
        wide_[at] = value;
      }
    }
  }
  StoredValue at(std::size_t place) const { return wide_.empty() ? stored_value(&narrow_[place], 1) : wide_[place]; }
  int width() const { return wide_.empty() ? 1 : 2; }
  /// The values where one byte each is enough.
  const std::uint8_t* narrow() const { return narrow_.data(); }

 private:
  LargeArray<std::uint8_t> narrow_;
  LargeArray<StoredValue> wide_;
};

/// The place in a slice of each arrangement of an endgame's men, in the order of its index.
std::vector<std::uint32_t> slots_by_index(const EndgameIndex& index, const SliceShape& shape);

/// The values in the order of the endgame's index, from slots_by_index().
TableSection make_section(Metric metric, bool black_to_move, const std::vector<std::uint32_t>& slots,
                          const SliceLayout& layout, const SliceValues& values, int width, const WorkerPool& pool);

}  // namespace plyforge
