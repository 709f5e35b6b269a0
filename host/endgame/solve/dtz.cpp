#include <atomic>

#include "endgame/dtz_schedule.h"
#include "endgame/solve/position_sets.h"

namespace plyforge {
namespace {

/// Distances for given sets of cursed wins and blessed losses among what captures and pawn moves lead to. With empty
/// sets they are the distances without the 50-move rule.
class DtzSearch {
 public:
  DtzSearch(const EndgameSets& sets, const DtmResult& dtm, const Sides<SliceSet>& cursed_wins,
            const Sides<SliceSet>& blessed_losses)
      : sets_(sets),
        dtm_(dtm),
        converting_(zeroing(dtm.lost, &blessed_losses)),
        converting_late_(is_empty(blessed_losses) ? sets.sets() : zeroing(dtm.lost, nullptr)),
        holding_(zeroing(cursed_wins, nullptr)),
        wins_(sets.sets()),
        losses_(sets.sets()),
        slow_(sets.sets()),
        new_wins_(sets.sets()),
        new_losses_{sets.mated(0), sets.mated(1)},
        next_losses_(sets.sets()),
        values_(sets.values()) {}

  /// Finds the distances; `longest` becomes the longest of them.
  Sides<SliceValues> run(const PliesProgress& progress, int& longest) {
    progress_ = progress;
    longest = find_distances(*this);
    return std::move(values_);
  }

  // The passes of find_distances().

  bool begin() {
    sets_.for_each_slice([&](std::size_t black, std::size_t pair, Bitboard*) {
      for (std::size_t w = 0; w < sets_.words(); ++w) {
        const Bitboard main = sets_.main(black).slice(pair)[w];
        const Bitboard mated = sets_.mated(black).slice(pair)[w];
        wins_[black].slice(pair)[w] = main & ~dtm_.not_won[black].slice(pair)[w];
        losses_[black].slice(pair)[w] = main & dtm_.lost[black].slice(pair)[w] & ~mated;
        slow_[black].slice(pair)[w] = main;
        values_[black].set(pair * sets_.words() + w, mated, 0);
      }
      wins_[black].note(pair);
      losses_[black].note(pair);
      slow_[black].note(pair);
    });
    return !(is_empty(wins_) && is_empty(losses_));
  }

  /// All quiet moves lead to wins found before, and no other move holds out longer.
  bool find_losses(const DtzStep& step) {
    if (progress_) progress_(step.plies);
    for (SliceValues& side : values_) side.admit(step.plies);
    sets_.for_each_slice([&](std::size_t black, std::size_t pair, Bitboard* reached) {
      next_losses_[black].clear(pair);
      if (losses_[black].is_empty(pair)) return;
      if (step.zeroing == ZeroingMoves::none && !sets_.touches(black, pair, new_wins_[1 - black])) return;
      sets_.reach(black, pair, kPieceMoves, slow_[1 - black], reached);
      for (std::size_t w = 0; w < sets_.words(); ++w) {
        Bitboard found = losses_[black].slice(pair)[w] & ~reached[w];
        if (step.loser_may_hold) found &= ~holding_[black].slice(pair)[w];
        if (found == 0) continue;
        next_losses_[black].slice(pair)[w] = found;
        losses_[black].slice(pair)[w] &= ~found;
        values_[black].set(pair * sets_.words() + w, found, step.plies);
      }
      next_losses_[black].note(pair);
      losses_[black].note(pair);
    });
    return !is_empty(losses_);
  }

  /// A capture or pawn move keeps the win, or a quiet move leads to a loss found one ply before.
  bool find_wins(const DtzStep& step) {
    const bool zeroing = step.zeroing != ZeroingMoves::none;
    const Sides<SliceSet>& sources = step.zeroing == ZeroingMoves::cursed ? converting_late_ : converting_;
    sets_.for_each_slice([&](std::size_t black, std::size_t pair, Bitboard* reached) {
      new_wins_[black].clear(pair);
      if (wins_[black].is_empty(pair)) return;
      if (!zeroing && !sets_.touches(black, pair, new_losses_[1 - black])) return;
      sets_.reach(black, pair, kPieceMoves, new_losses_[1 - black], reached);
      for (std::size_t w = 0; w < sets_.words(); ++w) {
        Bitboard found = reached[w];
        if (zeroing) found |= sources[black].slice(pair)[w];
        found &= wins_[black].slice(pair)[w];
        if (found == 0) continue;
        new_wins_[black].slice(pair)[w] = found;
        wins_[black].slice(pair)[w] &= ~found;
        slow_[black].slice(pair)[w] &= ~found;
        values_[black].set(pair * sets_.words() + w, found, step.plies);
      }
      new_wins_[black].note(pair);
      wins_[black].note(pair);
      slow_[black].note(pair);
    });
    return !is_empty(wins_);
  }

  void next_ply() { std::swap(new_losses_, next_losses_); }

 private:
  /// A copy of a set, or only of its conversions, without `but`.
  SliceSet part(const SliceSet& set, std::size_t black, bool conversions_only, const SliceSet* but) const {
    SliceSet result(sets_.layout());
    for (std::size_t pair = 0; pair < sets_.layout().pairs(); ++pair) {
      if (set.is_empty(pair)) continue;
      for (std::size_t w = 0; w < sets_.words(); ++w) {
        Bitboard word = set.slice(pair)[w];
        if (conversions_only) word &= ~sets_.main(black).slice(pair)[w];
        if (but != nullptr) word &= ~but->slice(pair)[w];
        result.slice(pair)[w] = word;
      }
      result.note(pair);
    }
    return result;
  }

  /// Positions with a capture or a pawn move into a set, without the positions in `but` (null: all of it). Captures by
  /// pieces lead to conversions, pawn moves anywhere.
  Sides<SliceSet> zeroing(const Sides<SliceSet>& into, const Sides<SliceSet>* but) const {
    if (is_empty(into)) return sets_.sets();
    Sides<SliceSet> conversions;
    Sides<SliceSet> all;
    for (std::size_t side : {0, 1}) {
      const SliceSet* const without = but == nullptr ? nullptr : &(*but)[side];
      conversions[side] = part(into[side], side, true, without);
      all[side] = part(into[side], side, false, without);
    }
    Sides<SliceSet> result = sets_.sets();
    sets_.for_each_slice([&](std::size_t black, std::size_t pair, Bitboard* reached) {
      if (!sets_.touches(black, pair, all[1 - black])) return;
      Bitboard* const out = result[black].slice(pair);
      sets_.reach(black, pair, kPieceMoves, conversions[1 - black], out);
      sets_.reach(black, pair, kPawnMoves, all[1 - black], reached);
      for (std::size_t w = 0; w < sets_.words(); ++w) out[w] |= reached[w];
      result[black].note(pair);
    });
    return result;
  }

  const EndgameSets& sets_;
  const DtmResult& dtm_;
  const Sides<SliceSet> converting_;       ///< a capture or pawn move wins
  const Sides<SliceSet> converting_late_;  ///< it wins, but perhaps not under the 50-move rule; empty if it always does
  const Sides<SliceSet> holding_;          ///< the loser has a capture or pawn move into a cursed win
  Sides<SliceSet> wins_;                   ///< whose distance is not known yet
  Sides<SliceSet> losses_;                 ///< likewise
  Sides<SliceSet> slow_;                   ///< positions that are not won at the distances so far
  Sides<SliceSet> new_wins_;
  Sides<SliceSet> new_losses_;
  Sides<SliceSet> next_losses_;
  Sides<SliceValues> values_;
  PliesProgress progress_;
};

/// Cursed wins and blessed losses, conversions included.
class CursedSets {
 public:
  CursedSets(const EndgameSets& sets, const DtmResult& dtm)
      : sets_(sets), dtm_(dtm), wins_(sets.sets()), losses_(sets.sets()) {
    sets_.for_each_slice([&](std::size_t black, std::size_t pair, Bitboard*) {
      for (const Conversion& conversion : sets_.conversions(black, pair)) {
        if (conversion.wdl != Wdl::cursed_win && conversion.wdl != Wdl::blessed_loss) continue;
        SliceSet& set = (conversion.wdl == Wdl::cursed_win ? wins_ : losses_)[black];
        set.slice(pair)[conversion.place / 64] |= bit(static_cast<Square>(conversion.place % 64));
      }
      wins_[black].note(pair);
      losses_[black].note(pair);
    });
  }

  const Sides<SliceSet>& wins() const { return wins_; }
  const Sides<SliceSet>& losses() const { return losses_; }
  bool are_empty() const { return is_empty(wins_) && is_empty(losses_); }

  /// Updates which positions of the endgame itself are cursed; true if that changed anything.
  bool update(const Sides<SliceValues>& dtz50) {
    std::atomic<bool> changed = false;
    sets_.for_each_slice([&](std::size_t black, std::size_t pair, Bitboard*) {
      for (std::size_t w = 0; w < sets_.words(); ++w) {
        const Bitboard main = sets_.main(black).slice(pair)[w];
        Bitboard cursed = 0;
        for (Bitboard rest = main; rest != 0;) {
          const Square s = pop_lowest(rest);
          const std::size_t place = (pair * sets_.words() + w) * 64 + static_cast<std::size_t>(s);
          if (dtz50[black].at(place) - 1 > kFiftyMovePlies) cursed |= bit(s);
        }
        const Bitboard lost = dtm_.lost[black].slice(pair)[w];
        const auto replace = [&](Bitboard& word, Bitboard now) {
          if ((word & main) == now) return;
          word = (word & ~main) | now;
          changed = true;
        };
        replace(wins_[black].slice(pair)[w], cursed & ~lost);
        replace(losses_[black].slice(pair)[w], cursed & lost);
      }
      wins_[black].note(pair);
      losses_[black].note(pair);
    });
    return changed;
  }

 private:
  const EndgameSets& sets_;
  const DtmResult& dtm_;
  Sides<SliceSet> wins_;
  Sides<SliceSet> losses_;
};

/// The searches of find_dtz_and_dtz50(), and what they found.
class BothSearches {
 public:
  BothSearches(const EndgameSets& sets, const DtmResult& dtm, const PliesProgress& progress)
      : sets_(sets), dtm_(dtm), progress_(progress), cursed_(sets, dtm) {}

  int without_rule() {
    const Sides<SliceSet> none = sets_.sets();
    int longest = 0;
    result.dtz = DtzSearch(sets_, dtm_, none, none).run(progress_, longest);
    return longest;
  }
  void with_rule() {
    int longest = 0;
    result.dtz50 = DtzSearch(sets_, dtm_, cursed_.wins(), cursed_.losses()).run(progress_, longest);
  }
  bool any_cursed() const { return !cursed_.are_empty(); }
  bool update_cursed() { return cursed_.update(result.dtz50); }

  DtzResult result;

 private:
  const EndgameSets& sets_;
  const DtmResult& dtm_;
  const PliesProgress& progress_;
  CursedSets cursed_;
};

}  // namespace

DtzResult find_dtz(const EndgameSets& sets, const DtmResult& dtm, bool has_pawns, const PliesProgress& progress) {
  BothSearches searches(sets, dtm, progress);
  searches.result.same = find_dtz_and_dtz50(searches, has_pawns);
  return std::move(searches.result);
}

}  // namespace plyforge
