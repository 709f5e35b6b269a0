#pragma once

#include <cstdint>
#include <vector>

#include "crew.h"
#include "endgame_table.h"
#include "slice_set.h"

namespace plyforge {

/// The values found so far, by slice: one byte each as long as that is enough.
class SliceValues {
 public:
  SliceValues() = default;
  explicit SliceValues(const SliceLayout& layout) : narrow_(layout.words() * 64) {}

  /// Makes room for a distance. Not while others write.
  void admit(int plies) {
    if (plies + 1 < 0xFF || !wide_.empty()) return;
    wide_.assign(narrow_.begin(), narrow_.end());
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
  StoredValue at(std::size_t place) const { return wide_.empty() ? narrow_[place] : wide_[place]; }
  int width() const { return wide_.empty() ? 1 : 2; }

 private:
  std::vector<std::uint8_t> narrow_;
  std::vector<StoredValue> wide_;
};

/// The values in the order of the ending's index; what is not in `legal` becomes kIllegal.
TableSection make_section(Metric metric, bool black_to_move, const EndgameIndex& index, const SliceLayout& layout,
                          const SliceSet& legal, const SliceValues& values, int width, const Crew& crew);

}  // namespace plyforge
