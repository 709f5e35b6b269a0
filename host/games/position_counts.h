#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/memory_budget.h"
#include "count/position_table.h"
#include "notation/fen.h"

namespace plyforge {

/// Counts how often each position occurs. Stores whole positions, 40 bytes each with the count; positions are equal as
/// in `plyforge distinct`.
class PositionCounts {
 public:
  /// `memory_bytes`: the memory limit for all positions.
  explicit PositionCounts(std::size_t memory_bytes);

  /// Counts one occurrence of a position. Throws ResourceError if the memory limit is reached.
  void add(const Position& position, Colour mover);

  /// The number of distinct positions, and of all occurrences.
  std::size_t distinct() const { return tables_[0].size() + tables_[1].size(); }
  std::uint64_t total() const { return total_; }

  struct Entry {
    Position position;
    Colour mover = Colour::white;
    std::uint64_t count = 0;
  };

  /// At most `most` positions, most frequent first; ties are ordered by the position's bytes, so the order is always
  /// the same.
  std::vector<Entry> most_frequent(std::size_t most) const;

 private:
  MemoryBudget budget_;
  PositionTable tables_[2];  ///< by side to move, which a Position does not store
  std::uint64_t total_ = 0;
};

}  // namespace plyforge
