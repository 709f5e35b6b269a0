#pragma once

#include <cstdint>

#include "endgame/sets.h"

namespace plyforge {

/// The values found so far, as stored in tables, for each position of both sides' sets: one byte each, or two.
struct EndgameValuesView {
  std::uint8_t* narrow;
  StoredValue* wide;  ///< null while one byte is enough

  /// Sets the positions of a word to draws, and its other slots to illegal.
  PLYFORGE_HD void start(std::uint64_t word, Bitboard positions) const {
    auto* const rows = reinterpret_cast<std::uint64_t*>(narrow + word * 64);
    for (int row = 0; row < 8; ++row) rows[row] = draws_else_illegal(positions >> (8 * row));
  }
  /// Sets the positions of a word to a distance.
  PLYFORGE_HD void set(std::uint64_t word, Bitboard positions, int plies) const {
    const auto value = static_cast<StoredValue>(plies + 1);
    while (positions != 0) {
      const std::uint64_t at = word * 64 + static_cast<unsigned>(pop_lowest(positions));
      if (wide == nullptr) {
        narrow[at] = static_cast<std::uint8_t>(value);
      } else {
        wide[at] = value;
      }
    }
  }
  PLYFORGE_HD StoredValue at(std::uint64_t place) const {
    if (wide != nullptr) return wide[place];
    return narrow[place] == 0xFF ? kIllegal : narrow[place];
  }
};

/// Their owner.
class EndgameValues {
 public:
  explicit EndgameValues(const EndgameSolve& solve) : solve_(solve) { restart(); }

  /// Returns to one byte each; all values must then be started again.
  void restart();
  /// Makes room for a distance.
  void admit(int plies);
  EndgameValuesView view() const { return {narrow_.data(), wide_.size() == 0 ? nullptr : wide_.data()}; }

  /// Hands the values over as those of a metric, in the order of the endgame's index.
  void store(Metric metric) const;

 private:
  const EndgameSolve& solve_;
  Buffer<std::uint8_t> narrow_;
  Buffer<StoredValue> wide_;
};

}  // namespace plyforge
