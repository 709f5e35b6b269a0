#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/memory_budget.h"
#include "count/position_table.h"
#include "notation/fen.h"

namespace plyforge {

/// How often each position was met. Positions are kept whole, in 40 bytes with their count; equal are those that
/// `plyforge distinct` takes for the same.
class PositionCounts {
 public:
  /// `memory_bytes`: what the positions may take in all.
  explicit PositionCounts(std::size_t memory_bytes);

  /// Counts a position once more. Throws ResourceError when there is no room for another one.
  void add(const Position& position, Colour mover);

  /// Distinct positions, and all that were added.
  std::size_t distinct() const { return tables_[0].size() + tables_[1].size(); }
  std::uint64_t total() const { return total_; }

  struct Entry {
    Position position;
    Colour mover = Colour::white;
    std::uint64_t count = 0;
  };

  /// The positions by count, the most frequent first; equal counts by their bytes, so that the order is always the
  /// same. At most `most`.
  std::vector<Entry> most_frequent(std::size_t most) const;

 private:
  MemoryBudget budget_;
  PositionTable tables_[2];  ///< by mover: a Position does not know the colours
  std::uint64_t total_ = 0;
};

}  // namespace plyforge
