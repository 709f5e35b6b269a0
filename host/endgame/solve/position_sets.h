#pragma once

#include <array>
#include <cstddef>
#include <functional>
#include <vector>

#include "base/worker_pool.h"
#include "endgame/solve/conversions.h"
#include "endgame/solve/expand.h"
#include "endgame/solve/slice_set.h"
#include "endgame/solve/values.h"

namespace plyforge {

/// One thing for each side to move: 0 White, 1 Black.
template <class T>
using Sides = std::array<T, 2>;

inline bool is_empty(const Sides<SliceSet>& both) { return both[0].is_empty() && both[1].is_empty(); }

/// The positions of an endgame as the solver sees them, and the way to go over them.
class EndgameSets {
 public:
  /// Finds the legal positions, the mates and the conversions.
  EndgameSets(const Material& material, const FindTable& find, const WorkerPool& pool);
  EndgameSets(const EndgameSets&) = delete;
  EndgameSets& operator=(const EndgameSets&) = delete;

  const SliceLayout& layout() const { return layout_; }
  std::size_t words() const { return layout_.shape().words; }
  const WorkerPool& pool() const { return pool_; }

  /// Legal positions of this endgame.
  const SliceSet& main(std::size_t black) const { return main_[black]; }
  /// The legal positions and the conversions.
  const SliceSet& legal(std::size_t black) const { return legal_[black]; }
  const SliceSet& mated(std::size_t black) const { return mated_[black]; }
  /// Positions without a legal move, mates among them.
  const SliceSet& without_moves(std::size_t black) const { return without_moves_[black]; }
  /// The conversions of a slice that are not draws, nearest mates first.
  const std::vector<Conversion>& conversions(std::size_t black, std::size_t pair) const {
    return decided_conversions_[black][pair];
  }

  /// Empty sets.
  Sides<SliceSet> sets() const { return {SliceSet(layout_), SliceSet(layout_)}; }
  /// Values with all positions of the endgame drawn.
  Sides<SliceValues> values() const;

  /// Calls `work(black, pair, scratch)` for each slice of either side, on all threads; `scratch` holds a slice.
  template <class Work>
  void for_each_slice(Work&& work) const {
    const std::size_t pairs = layout_.pairs();
    pool_.share_out(2 * pairs, [&](const auto& next) {
      std::vector<Bitboard> scratch(words());
      for (std::size_t item; (item = next()) != WorkerPool::kDone;) {
        work(static_cast<std::size_t>(item >= pairs), item % pairs, scratch.data());
      }
    });
  }

  /// The positions of a slice from which the mover can reach `into`, in `out`.
  void reach(std::size_t black, std::size_t pair, Movers movers, const SliceSet& into, Bitboard* out) const {
    expand_(layout_.shape(), static_cast<int>(pair), black != 0, movers, into.data(), into.empty_slices(), out);
  }
  /// Whether any move from this slice can lead into a set.
  bool touches(std::size_t black, std::size_t pair, const SliceSet& set) const;

 private:
  void find_positions(const Conversions& conversions);
  void find_without_moves();

  const SliceLayout layout_;
  const WorkerPool& pool_;
  const Expand expand_;
  Sides<SliceSet> main_;
  Sides<SliceSet> legal_;
  Sides<SliceSet> mated_;
  Sides<SliceSet> without_moves_;
  Sides<std::vector<std::vector<Conversion>>> decided_conversions_;
};

/// What solving for DTM finds.
struct DtmResult {
  Sides<SliceValues> values;
  Sides<SliceSet> not_won;  ///< of the legal positions, conversions included
  Sides<SliceSet> lost;     ///< likewise
};

/// Called at the start of each distance, with its plies.
using PliesProgress = std::function<void(int plies)>;

/// Distances to mate of an endgame's positions. Throws Interrupted.
DtmResult find_dtm(const EndgameSets& sets, const PliesProgress& progress);

/// What solving for DTZ finds.
struct DtzResult {
  Sides<SliceValues> dtz;
  Sides<SliceValues> dtz50;
  bool same = false;  ///< `dtz50` is left out: it is `dtz`
};

/// Distances to a capture, pawn move or mate, without and with the 50-move rule. Throws Interrupted.
DtzResult find_dtz(const EndgameSets& sets, const DtmResult& dtm, bool has_pawns, const PliesProgress& progress);

}  // namespace plyforge
