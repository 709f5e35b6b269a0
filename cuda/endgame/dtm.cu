#include "endgame/passes.h"
#include "endgame/slice_rules.h"

namespace plyforge {
namespace {

struct FindLegal {
  EndingView ending;
  EndingSetView main;
  EndingSetView legal;
  std::uint32_t* found = nullptr;

  PLYFORGE_HD void operator()(std::uint64_t i) const {
    const EndingPlace place = ending.place(i);
    const Bitboard word = word_rules(ending.shape, place.pair, place.word, place.black, CalledSliders{}).legal;
    main.words[i] = word;
    legal.words[i] = word;
    if (word == 0) return;
    raise(ending.flag(main.filled, place));
    raise(ending.flag(legal.filled, place));
  }
};

/// Finds the mates, and what is to be decided: positions with a move.
struct FindMates {
  EndingView ending;
  EndingSetView main;
  EndingSetView legal;  ///< exits included
  EndingSetView mated;
  EndingSetView lost;
  EndingSetView new_losses;
  Bitboard* undecided;
  EndingValuesView values;
  std::uint32_t* found = nullptr;

  PLYFORGE_HD void operator()(std::uint64_t i) const {
    const EndingPlace place = ending.place(i);
    const Bitboard all = main.words[i];
    values.start(i, all);
    if (all == 0) return;
    const Bitboard stuck = all & ~ending.into(legal, place, {});
    undecided[i] = all & ~stuck;
    if (stuck == 0) return;
    const Bitboard mates =
        stuck & word_rules(ending.shape, place.pair, place.word, place.black, CalledSliders{}).in_check;
    if (mates == 0) return;
    values.set(i, mates, 0);
    const EndingSetView sets[] = {mated, lost, new_losses};
    for (const EndingSetView& set : sets) {
      set.words[i] = mates;
      raise(ending.flag(set.filled, place));
    }
    raise(found);
  }
};

/// Wins at a distance: a move leads to a loss just found.
struct FindWins {
  EndingView ending;
  EndingSetView new_losses;
  Bitboard* undecided;
  Bitboard* not_won;
  std::uint32_t* new_wins;  ///< flags of their slices
  EndingValuesView values;
  int plies;
  std::uint32_t* found = nullptr;

  PLYFORGE_HD void operator()(std::uint64_t i) const {
    if (undecided[i] == 0) return;
    const EndingPlace place = ending.place(i);
    // Read once more: kept in registers meanwhile, others would spill.
    const Bitboard wins = ending.into(new_losses, place, {}) & undecided[i];
    if (wins == 0) return;
    undecided[i] &= ~wins;
    not_won[i] &= ~wins;
    values.set(i, wins, plies);
    raise(ending.flag(new_wins, place));
    raise(found);
  }
};

/// Losses at a distance: all moves lead to wins.
struct FindLosses {
  EndingView ending;
  EndingSetView not_won;
  const std::uint32_t* new_wins;  ///< flags of their slices
  Bitboard* undecided;
  Bitboard* lost;
  EndingSetView new_losses;
  EndingValuesView values;
  int plies;
  std::uint32_t* found = nullptr;

  PLYFORGE_HD void operator()(std::uint64_t i) const {
    const Bitboard open = undecided[i];
    const EndingPlace place = ending.place(i);
    Bitboard losses = 0;
    if (open != 0 && ending.touches(new_wins, place)) losses = open & ~ending.into(not_won, place, {});
    new_losses.words[i] = losses;
    if (losses == 0) return;
    undecided[i] = open & ~losses;
    lost[i] |= losses;
    values.set(i, losses, plies);
    raise(ending.flag(new_losses.filled, place));
    raise(found);
  }
};

}  // namespace

EndingOutcome find_dtm(const EndingSolve& solve, const ExitStream& exits, EndingValues& values) {
  Lane& lane = solve.lane;
  const EndingView& ending = solve.view;
  EndingOutcome outcome{EndingSet(lane, ending), EndingSet(lane, ending), EndingSet(lane, ending),
                        EndingSet(lane, ending)};
  const EndingSet& not_won = outcome.not_won;  // all legal positions at first
  const EndingSet& lost = outcome.lost;
  EndingSet new_losses(lane, ending);
  const Buffer<Bitboard> undecided_words(lane.memory(), ending.words());
  Bitboard* const undecided = undecided_words.data();
  Buffer<std::uint32_t> new_wins(lane.memory(), 2 * ending.pairs);
  device::zero(undecided, ending.words() * sizeof(Bitboard), lane.stream());

  solve.run(FindLegal{ending, outcome.main.view(), not_won.view()});
  exits.add_all(not_won);
  bool any_losses = solve.run(FindMates{ending, outcome.main.view(), not_won.view(), outcome.mated.view(), lost.view(),
                                        new_losses.view(), undecided, values.view()});
  // A loss with mate on the board is stored as 1, and so on.
  any_losses = exits.add(1, lost) || any_losses;
  exits.add(1, new_losses);
  bool any_wins = false;
  for (int plies = 1;; ++plies) {
    solve.pause(Metric::dtm, plies);
    values.admit(plies);
    const auto stored = static_cast<StoredValue>(plies + 1);
    if (plies % 2 != 0) {
      new_wins.zero();
      any_wins = solve.run(
          FindWins{ending, new_losses.view(), undecided, not_won.view().words, new_wins.data(), values.view(), plies});
      any_wins = exits.remove(stored, not_won, new_wins.data()) || any_wins;
    } else {
      new_losses.forget_filled();
      any_losses = solve.run(FindLosses{ending, not_won.view(), new_wins.data(), undecided, lost.view().words,
                                        new_losses.view(), values.view(), plies});
      any_losses = exits.add(stored, lost) || any_losses;
      exits.add(stored, new_losses);
    }
    if (!any_wins && !any_losses && stored >= exits.farthest()) return outcome;
  }
}

}  // namespace plyforge
