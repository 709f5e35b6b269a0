#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "endgame/sets.h"

namespace plyforge {

/// Some exits, on the device, of one side to move.
struct ExitsView {
  const BatchExit* exits;
  std::uint64_t size;
  bool black;
};

/// Takes the exits of an ending to the device, a part at a time: a list of all of them would take more memory than the
/// sets.
class ExitStream {
 public:
  explicit ExitStream(const EndingSolve& solve);

  /// The stored DTM of the last exit, 0 where all are draws.
  StoredValue farthest() const;
  /// Adds all exits to a set.
  void add_all(const EndingSet& set) const;
  /// Adds those of one stored DTM to a set; true if there are any.
  bool add(StoredValue dtm, const EndingSet& set) const;
  /// Takes those of one stored DTM out of a set, and raises the flags of their slices; true if there are any.
  bool remove(StoredValue dtm, const EndingSet& set, std::uint32_t* filled) const;
  /// Adds those that are cursed wins and blessed losses to two sets.
  void add_cursed(const EndingSet& wins, const EndingSet& losses) const;
  bool any_cursed() const;

 private:
  using Use = std::function<void(const ExitsView& exits)>;
  void stream(std::span<const BatchExit> exits, bool black, const Use& use) const;
  std::span<const BatchExit> of(StoredValue dtm, bool black) const;
  void add(std::span<const BatchExit> exits, bool black, const EndingSet& set) const;

  const EndingSolve& solve_;
  PinnedBuffer<BatchExit> page_;
  Buffer<BatchExit> on_device_;
};

}  // namespace plyforge
