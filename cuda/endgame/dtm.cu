#include "endgame/passes.h"
#include "endgame/slice_rules.h"

namespace plyforge {
namespace {

struct FindLegal {
  EndgameView endgame;
  EndgameSetView main;
  EndgameSetView legal;
  std::uint32_t* found = nullptr;

  PLYFORGE_HD void operator()(std::uint64_t i) const {
    const EndgamePlace place = endgame.place(i);
    const Bitboard word = word_rules(endgame.shape, place.pair, place.word, place.black, CalledSliders{}).legal;
    main.words[i] = word;
    legal.words[i] = word;
    if (word == 0) return;
    raise(endgame.flag(main.filled, place));
    raise(endgame.flag(legal.filled, place));
  }
};

/// Finds the mates, and the positions to decide: those with a move.
struct FindMates {
  EndgameView endgame;
  EndgameSetView main;
  EndgameSetView legal;  ///< conversions included
  EndgameSetView mated;
  EndgameSetView lost;
  EndgameSetView new_losses;
  Bitboard* undecided;
  EndgameValuesView values;
  std::uint32_t* found = nullptr;

  PLYFORGE_HD void operator()(std::uint64_t i) const {
    const EndgamePlace place = endgame.place(i);
    const Bitboard all = main.words[i];
    values.start(i, all);
    if (all == 0) return;
    const Bitboard without_moves = all & ~endgame.into(legal, place, {});
    undecided[i] = all & ~without_moves;
    if (without_moves == 0) return;
    const Bitboard mates =
        without_moves & word_rules(endgame.shape, place.pair, place.word, place.black, CalledSliders{}).in_check;
    if (mates == 0) return;
    values.set(i, mates, 0);
    const EndgameSetView sets[] = {mated, lost, new_losses};
    for (const EndgameSetView& set : sets) {
      set.words[i] = mates;
      raise(endgame.flag(set.filled, place));
    }
    raise(found);
  }
};

/// Wins at a distance: a move leads to a loss just found.
struct FindWins {
  EndgameView endgame;
  EndgameSetView new_losses;
  Bitboard* undecided;
  Bitboard* not_won;
  std::uint32_t* new_wins;  ///< flags of their slices
  EndgameValuesView values;
  int plies;
  std::uint32_t* found = nullptr;

  PLYFORGE_HD void operator()(std::uint64_t i) const {
    if (undecided[i] == 0) return;
    const EndgamePlace place = endgame.place(i);
    // Read again: keeping it in registers would make others spill.
    const Bitboard wins = endgame.into(new_losses, place, {}) & undecided[i];
    if (wins == 0) return;
    undecided[i] &= ~wins;
    not_won[i] &= ~wins;
    values.set(i, wins, plies);
    raise(endgame.flag(new_wins, place));
    raise(found);
  }
};

/// Losses at a distance: all moves lead to wins.
struct FindLosses {
  EndgameView endgame;
  EndgameSetView not_won;
  const std::uint32_t* new_wins;  ///< flags of their slices
  Bitboard* undecided;
  Bitboard* lost;
  EndgameSetView new_losses;
  EndgameValuesView values;
  int plies;
  std::uint32_t* found = nullptr;

  PLYFORGE_HD void operator()(std::uint64_t i) const {
    const Bitboard open = undecided[i];
    const EndgamePlace place = endgame.place(i);
    Bitboard losses = 0;
    if (open != 0 && endgame.touches(new_wins, place)) losses = open & ~endgame.into(not_won, place, {});
    new_losses.words[i] = losses;
    if (losses == 0) return;
    undecided[i] = open & ~losses;
    lost[i] |= losses;
    values.set(i, losses, plies);
    raise(endgame.flag(new_losses.filled, place));
    raise(found);
  }
};

}  // namespace

EndgameOutcome find_dtm(const EndgameSolve& solve, const ConversionStream& conversions, EndgameValues& values) {
  DeviceContext& context = solve.context;
  const EndgameView& endgame = solve.view;
  EndgameOutcome outcome{EndgameSet(context, endgame), EndgameSet(context, endgame), EndgameSet(context, endgame),
                         EndgameSet(context, endgame)};
  const EndgameSet& not_won = outcome.not_won;  // all legal positions at first
  const EndgameSet& lost = outcome.lost;
  EndgameSet new_losses(context, endgame);
  const Buffer<Bitboard> undecided_words(context.memory(), endgame.words());
  Bitboard* const undecided = undecided_words.data();
  Buffer<std::uint32_t> new_wins(context.memory(), 2 * endgame.pairs);
  device::zero(undecided, endgame.words() * sizeof(Bitboard), context.stream());

  solve.run(FindLegal{endgame, outcome.main.view(), not_won.view()});
  conversions.add_all(not_won);
  bool any_losses = solve.run(FindMates{endgame, outcome.main.view(), not_won.view(), outcome.mated.view(), lost.view(),
                                        new_losses.view(), undecided, values.view()});
  // A loss with mate on the board is stored as 1, and so on.
  any_losses = conversions.add(1, lost) || any_losses;
  conversions.add(1, new_losses);
  bool any_wins = false;
  for (int plies = 1;; ++plies) {
    solve.pause(Metric::dtm, plies);
    values.admit(plies);
    const auto stored = static_cast<StoredValue>(plies + 1);
    if (plies % 2 != 0) {
      new_wins.zero();
      any_wins = solve.run(
          FindWins{endgame, new_losses.view(), undecided, not_won.view().words, new_wins.data(), values.view(), plies});
      any_wins = conversions.remove(stored, not_won, new_wins.data()) || any_wins;
    } else {
      new_losses.forget_filled();
      any_losses = solve.run(FindLosses{endgame, not_won.view(), new_wins.data(), undecided, lost.view().words,
                                        new_losses.view(), values.view(), plies});
      any_losses = conversions.add(stored, lost) || any_losses;
      conversions.add(stored, new_losses);
    }
    if (!any_wins && !any_losses && stored >= conversions.farthest()) return outcome;
  }
}

}  // namespace plyforge
