#pragma once

#include <stdexcept>

#include "endgame/value.h"

namespace plyforge {

// The order of the passes that find DTZ. The CPU (host/endgame/solve) and devices (cuda/endgame) supply the
// passes.

/// Moves that zero the counter: captures and pawn moves that keep the win. They enter the search at two distances.
enum class ZeroingMoves {
  none,
  sound,   ///< at 1 ply: the win holds afterwards, under the 50-move rule where that is looked at
  cursed,  ///< at 101 plies: it holds without the 50-move rule at least
};

/// One step of the search, for one distance.
struct DtzStep {
  int plies;
  ZeroingMoves zeroing;
  bool loser_may_hold;  ///< the loser may still zero the counter into a cursed win and so hold out longer

  static DtzStep of(int plies) {
    return {plies,
            plies == 1              ? ZeroingMoves::sound
            : plies == kCursedPlies ? ZeroingMoves::cursed
                                    : ZeroingMoves::none,
            plies < kCursedPlies};
  }
};

/// Finds distances ply by ply. `passes` has
///   bool begin()                      mates have 0 plies; whether any position is left to be found
///   bool find_losses(const DtzStep&)  positions all of whose quiet moves lead to wins found before
///   bool find_wins(const DtzStep&)    positions with a zeroing move, or a quiet move to a loss found one ply before
///   void next_ply()                   the losses found become those of one ply before
/// where the finders return whether any position of theirs is left. Returns the longest distance, in plies. Throws
/// std::logic_error if the search does not end, and what the passes throw.
template <class Passes>
int find_distances(Passes& passes) {
  int plies = 0;
  for (bool left = passes.begin(); left;) {
    if (++plies > kIllegal / 2) throw std::logic_error("distances to captures and pawn moves do not end");
    const DtzStep step = DtzStep::of(plies);
    const bool losses = passes.find_losses(step);
    const bool wins = passes.find_wins(step);
    left = losses || wins;
    passes.next_ply();
  }
  return plies;
}

/// Finds DTZ and DTZ50. `search` has
///   int without_rule()      distances without the 50-move rule; returns the longest
///   void with_rule()        distances with it, from the cursed positions known so far
///   bool any_cursed()       whether a conversion is cursed
///   bool update_cursed()    updates which positions of this endgame are cursed; whether that changed anything
/// Returns whether DTZ50 is the same as DTZ, so that with_rule() was not called.
///
/// Without pawns, only a capture zeroes the counter. If none leads to a cursed position, a distance beyond 100 plies
/// consists of quiet moves and is the same with and without the 50-move rule. A pawn move leads to another position of
/// this endgame. Whether that one is cursed depends on positions with pawns further advanced, so the sets are right
/// after at most as many rounds as pawns can move; from then on nothing changes.
template <class Search>
bool find_dtz_and_dtz50(Search& search, bool has_pawns) {
  const int longest = search.without_rule();
  if (!search.any_cursed() && (longest <= kFiftyMovePlies || !has_pawns)) return true;
  do {
    search.with_rule();
  } while (has_pawns && search.update_cursed());
  return false;
}

}  // namespace plyforge
