#include <algorithm>

#include "endgame/solve/position_sets.h"

namespace plyforge {
namespace {

/// Searches one distance after another. Even distances are losses: all moves lead to wins found before. Odd ones are
/// wins: a move leads to a loss just found.
class DtmSearch {
 public:
  explicit DtmSearch(const EndgameSets& sets)
      : sets_(sets),
        result_{sets.values(), {sets.legal(0), sets.legal(1)}, {sets.mated(0), sets.mated(1)}},
        undecided_(sets.sets()),
        new_wins_(sets.sets()),
        new_losses_(result_.lost) {}

  DtmResult run(const PliesProgress& progress) {
    begin();
    for (int plies = 1;; ++plies) {
      if (progress) progress(plies);
      for (SliceValues& side : result_.values) side.admit(plies);
      step(plies);
      if (is_empty(new_wins_) && is_empty(new_losses_) && plies >= farthest_conversion_) return std::move(result_);
    }
  }

 private:
  void begin() {
    sets_.for_each_slice([&](std::size_t black, std::size_t pair, Bitboard*) {
      for (std::size_t w = 0; w < sets_.words(); ++w) {
        undecided_[black].slice(pair)[w] =
            sets_.main(black).slice(pair)[w] & ~sets_.without_moves(black).slice(pair)[w];
        result_.values[black].set(pair * sets_.words() + w, sets_.mated(black).slice(pair)[w], 0);
      }
      undecided_[black].note(pair);
      take_conversions(black, pair, 0, new_losses_[black]);
      new_losses_[black].note(pair);
      result_.lost[black].note(pair);
    });
    for (std::size_t black : {0, 1}) {
      for (std::size_t pair = 0; pair < sets_.layout().pairs(); ++pair) {
        const std::vector<Conversion>& conversions = sets_.conversions(black, pair);
        if (!conversions.empty()) farthest_conversion_ = std::max(farthest_conversion_, conversions.back().dtm - 1);
      }
    }
  }

  void step(int plies) {
    const bool wins = plies % 2 != 0;
    Sides<SliceSet>& news = wins ? new_wins_ : new_losses_;
    const Sides<SliceSet>& old = wins ? new_losses_ : new_wins_;
    sets_.for_each_slice([&](std::size_t black, std::size_t pair, Bitboard* reached) {
      news[black].clear(pair);
      if (!undecided_[black].is_empty(pair) && sets_.touches(black, pair, old[1 - black])) {
        Bitboard* const fresh = news[black].slice(pair);
        Bitboard* const undecided = undecided_[black].slice(pair);
        Bitboard* const not_won = result_.not_won[black].slice(pair);
        Bitboard* const lost = result_.lost[black].slice(pair);
        sets_.reach(black, pair, {}, wins ? new_losses_[1 - black] : result_.not_won[1 - black], reached);
        for (std::size_t w = 0; w < sets_.words(); ++w) {
          const Bitboard found = undecided[w] & (wins ? reached[w] : ~reached[w]);
          if (found == 0) continue;
          fresh[w] = found;
          undecided[w] &= ~found;
          if (wins) {
            not_won[w] &= ~found;
          } else {
            lost[w] |= found;
          }
          result_.values[black].set(pair * sets_.words() + w, found, plies);
        }
        undecided_[black].note(pair);
      }
      take_conversions(black, pair, plies, news[black]);
      news[black].note(pair);
      (wins ? result_.not_won : result_.lost)[black].note(pair);
    });
  }

  /// Adds the conversions of one distance to `found`, and to what is known of wins and losses.
  void take_conversions(std::size_t black, std::size_t pair, int plies, SliceSet& found) {
    const std::vector<Conversion>& conversions = sets_.conversions(black, pair);
    const auto [first, last] = std::equal_range(conversions.begin(), conversions.end(),
                                                Conversion{0, static_cast<StoredValue>(plies + 1), Wdl::draw},
                                                [](const Conversion& a, const Conversion& b) { return a.dtm < b.dtm; });
    for (auto conversion = first; conversion != last; ++conversion) {
      const Bitboard position = bit(static_cast<Square>(conversion->place % 64));
      const std::size_t word = conversion->place / 64;
      found.slice(pair)[word] |= position;
      if (plies % 2 != 0) {
        result_.not_won[black].slice(pair)[word] &= ~position;
      } else {
        result_.lost[black].slice(pair)[word] |= position;
      }
    }
  }

  const EndgameSets& sets_;
  DtmResult result_;
  Sides<SliceSet> undecided_;
  Sides<SliceSet> new_wins_;
  Sides<SliceSet> new_losses_;
  int farthest_conversion_ = 0;  ///< its DTM in plies
};

}  // namespace

DtmResult find_dtm(const EndgameSets& sets, const PliesProgress& progress) { return DtmSearch(sets).run(progress); }

}  // namespace plyforge
