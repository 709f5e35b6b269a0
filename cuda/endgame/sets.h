#pragma once

#include <cstddef>
#include <cstdint>

#include "device/atomic.h"
#include "device/called_sliders.h"
#include "device/context.h"
#include "endgame/slice_moves.h"
#include "interface/batch_backend.h"

namespace plyforge {

// The sets of retrograde analysis in device memory. Both sides share one array, White to move first; one thread works
// on one word of it. A pass does not read the sets that it writes, except for the thread's own word.

/// What a word stands for.
struct EndgamePlace {
  bool black;  ///< to move
  int pair;
  std::size_t word;  ///< of the slice
};

/// A set of positions, for both sides to move.
struct EndgameSetView {
  Bitboard* words = nullptr;
  std::uint32_t* filled = nullptr;  ///< of each slice: 0 if it holds nothing
};

/// The layout of an endgame on a device.
struct EndgameView {
  SliceShape shape;          ///< its tables are in device memory
  std::uint64_t side_words;  ///< for one side to move
  std::uint64_t pairs;

  PLYFORGE_HD std::uint64_t words() const { return 2 * side_words; }
  PLYFORGE_HD EndgamePlace place(std::uint64_t i) const {
    const bool black = i >= side_words;
    const std::uint64_t of_side = black ? i - side_words : i;
    return {black, static_cast<int>(of_side >> (6 * (shape.men - 1))), of_side & (shape.words - 1)};
  }
  /// The flag of a place's slice.
  PLYFORGE_HD std::uint32_t* flag(std::uint32_t* filled, const EndgamePlace& place) const {
    return filled + (place.black ? pairs : 0) + static_cast<std::uint64_t>(place.pair);
  }
  PLYFORGE_HD const std::uint32_t* flags(const std::uint32_t* filled, bool black) const {
    return filled + (black ? pairs : 0);
  }
  /// The positions of a place's word that have a move into a set.
  PLYFORGE_HD Bitboard into(const EndgameSetView& set, const EndgamePlace& place, Movers movers) const {
    const SliceSetView replies{set.words + (place.black ? 0 : side_words), flags(set.filled, !place.black)};
    return word_into(shape, place.pair, place.word, place.black, movers, replies, CalledSliders{});
  }
  /// Whether a move leads from a place's slice into a slice whose flag is set.
  PLYFORGE_HD bool touches(const std::uint32_t* filled, const EndgamePlace& place) const {
    return plyforge::touches(shape, place.pair, place.black, flags(filled, !place.black));
  }
};

/// Sets a flag that other threads may set at the same time.
PLYFORGE_HD void raise(std::uint32_t* flag) {
  const AtomicRef<std::uint32_t> shared(*flag);
  if (shared.load(memory_order_relaxed) == 0) shared.store(1, memory_order_relaxed);
}

/// The owner of an endgame's layout on a device.
class EndgameLayout {
 public:
  EndgameLayout(DeviceContext& context, const Material& material);

  const EndgameView& view() const { return view_; }

 private:
  SliceLayout layout_;
  Buffer<KingPairs> pairs_;
  Buffer<KingSteps> steps_;
  EndgameView view_{};
};

/// The owner of a set, empty at first.
class EndgameSet {
 public:
  EndgameSet() = default;
  EndgameSet(DeviceContext& context, const EndgameView& endgame)
      : words_(context.memory(), endgame.words()), filled_(context.memory(), 2 * endgame.pairs) {
    words_.zero();
    filled_.zero();
  }

  EndgameSetView view() const { return {words_.data(), filled_.data()}; }
  /// Marks all slices as empty; the pass that refills the set writes all words.
  void forget_filled() { filled_.zero(); }

 private:
  Buffer<Bitboard> words_;
  Buffer<std::uint32_t> filled_;
};

/// What the passes share: the context, the layout and when to stop.
struct EndgameSolve {
  DeviceContext& context;
  const BatchEndgame& endgame;
  const BatchOptions& options;
  const EndgameView& view;

  /// To be called before each distance. Throws when a stop is requested.
  void pause(Metric metric, int plies) const {
    if (options.stop.stop_requested()) throw BatchFailure({BatchError::Kind::stopped, "", 0, "stopped on request", ""});
    if (endgame.progress) endgame.progress(metric, plies);
  }
  /// Runs a pass over all words. Returns its `found`, a flag in device memory: whether it found anything.
  template <class Pass>
  bool run(Pass pass) const {
    auto* const found = reinterpret_cast<std::uint32_t*>(context.zeroed(context.counter()));
    pass.found = found;
    context.for_each_index(view.words(), pass);
    return context.read(found) != 0;
  }
};

}  // namespace plyforge
