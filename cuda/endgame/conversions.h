#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "endgame/sets.h"

namespace plyforge {

/// Some conversions, on the device, of one side to move.
struct ConversionsView {
  const BatchConversion* conversions;
  std::uint64_t size;
  bool black;
};

/// Copies the conversions of an endgame to the device, a part at a time: a list of them all would take more memory than
/// the sets.
class ConversionStream {
 public:
  explicit ConversionStream(const EndgameSolve& solve);

  /// The stored DTM of the last conversion, 0 where all are draws.
  StoredValue farthest() const;
  /// Adds all conversions to a set.
  void add_all(const EndgameSet& set) const;
  /// Adds those of one stored DTM to a set; true if there are any.
  bool add(StoredValue dtm, const EndgameSet& set) const;
  /// Takes those of one stored DTM out of a set, and raises the flags of their slices; true if there are any.
  bool remove(StoredValue dtm, const EndgameSet& set, std::uint32_t* filled) const;
  /// Adds those that are cursed wins and blessed losses to two sets.
  void add_cursed(const EndgameSet& wins, const EndgameSet& losses) const;
  bool any_cursed() const;

 private:
  using Use = std::function<void(const ConversionsView& conversions)>;
  void stream(std::span<const BatchConversion> conversions, bool black, const Use& use) const;
  std::span<const BatchConversion> of(StoredValue dtm, bool black) const;
  void add(std::span<const BatchConversion> conversions, bool black, const EndgameSet& set) const;

  const EndgameSolve& solve_;
  PinnedBuffer<BatchConversion> page_;
  Buffer<BatchConversion> on_device_;
};

}  // namespace plyforge
