#include <utility>

#include "endgame/passes.h"

namespace plyforge {
namespace {

/// The positions of a set, but for those of others.
struct Without {
  EndingView ending;
  const Bitboard* set;
  const Bitboard* others[2];  ///< null: none
  EndingSetView out;
  std::uint32_t* found = nullptr;

  PLYFORGE_HD void operator()(std::uint64_t i) const {
    Bitboard word = set[i];
    for (const Bitboard* const other : others) {
      if (other != nullptr) word &= ~other[i];
    }
    out.words[i] = word;
    if (word != 0) raise(ending.flag(out.filled, ending.place(i)));
  }
};

/// Adds the positions of the ending with certain moves into a set.
struct AddMovesInto {
  EndingView ending;
  const Bitboard* main;
  EndingSetView set;
  Movers movers;
  Bitboard* out;
  std::uint32_t* found = nullptr;

  PLYFORGE_HD void operator()(std::uint64_t i) const {
    const EndingPlace place = ending.place(i);
    if (main[i] != 0 && ending.touches(set.filled, place)) out[i] |= ending.into(set, place, movers);
  }
};

struct BeginDtz {
  EndingView ending;
  const Bitboard* main;
  const Bitboard* mated;
  const Bitboard* not_won;
  const Bitboard* lost;
  Bitboard* wins;
  Bitboard* losses;
  EndingSetView slow;
  EndingSetView new_losses;
  EndingValuesView values;
  std::uint32_t* found = nullptr;  ///< whether there is anything to be found

  PLYFORGE_HD void operator()(std::uint64_t i) const {
    const EndingPlace place = ending.place(i);
    const Bitboard all = main[i];
    const Bitboard mates = mated[i];
    wins[i] = all & ~not_won[i];
    losses[i] = all & lost[i] & ~mates;
    slow.words[i] = all;
    new_losses.words[i] = mates;
    values.start(i, all);
    values.set(i, mates, 0);
    if (all != 0) raise(ending.flag(slow.filled, place));
    if (mates != 0) raise(ending.flag(new_losses.filled, place));
    if ((wins[i] | losses[i]) != 0) raise(found);
  }
};

/// All quiet moves lead to wins found before, and no other move holds out longer.
struct FindDtzLosses {
  EndingView ending;
  EndingSetView slow;
  const std::uint32_t* new_wins;  ///< flags of their slices
  const Bitboard* holding;        ///< null: none, or no more
  Bitboard* losses;
  EndingSetView new_losses;
  EndingValuesView values;
  int plies;
  bool is_turn;
  std::uint32_t* found = nullptr;  ///< whether there is anything left to be found

  PLYFORGE_HD void operator()(std::uint64_t i) const {
    const Bitboard open = losses[i];
    const EndingPlace place = ending.place(i);
    Bitboard news = 0;
    if (open != 0 && (is_turn || ending.touches(new_wins, place))) {
      news = open & ~ending.into(slow, place, kPieceMoves);
      if (holding != nullptr) news &= ~holding[i];
    }
    new_losses.words[i] = news;
    if (open != news) raise(found);
    if (news == 0) return;
    losses[i] = open & ~news;
    values.set(i, news, plies);
    raise(ending.flag(new_losses.filled, place));
  }
};

/// A capture or pawn move keeps the win, or a quiet move leads to a loss found one ply before.
struct FindDtzWins {
  EndingView ending;
  EndingSetView new_losses;
  const Bitboard* converting;  ///< null: not at this distance
  Bitboard* wins;
  Bitboard* slow;
  std::uint32_t* new_wins;  ///< flags of their slices
  EndingValuesView values;
  int plies;
  std::uint32_t* found = nullptr;  ///< whether there is anything left to be found

  PLYFORGE_HD void operator()(std::uint64_t i) const {
    const Bitboard open = wins[i];
    if (open == 0) return;
    const EndingPlace place = ending.place(i);
    Bitboard news = ending.into(new_losses, place, kPieceMoves);
    if (converting != nullptr) news |= converting[i];
    news &= open;
    if (open != news) raise(found);
    if (news == 0) return;
    wins[i] = open & ~news;
    slow[i] &= ~news;
    values.set(i, news, plies);
    raise(ending.flag(new_wins, place));
  }
};

/// Takes over which positions of the ending itself are cursed.
struct UpdateCursed {
  EndingView ending;
  const Bitboard* main;
  const Bitboard* lost;
  EndingValuesView dtz50;
  EndingSetView wins;
  EndingSetView losses;
  std::uint32_t* found = nullptr;  ///< whether that is news

  PLYFORGE_HD void operator()(std::uint64_t i) const {
    const Bitboard all = main[i];
    Bitboard cursed = 0;
    for (Bitboard rest = all; rest != 0;) {
      const Square s = pop_lowest(rest);
      if (dtz50.at(i * 64 + static_cast<unsigned>(s)) - 1 > kFiftyMovePlies) cursed |= bit(s);
    }
    replace(wins, i, all, cursed & ~lost[i]);
    replace(losses, i, all, cursed & lost[i]);
  }

 private:
  PLYFORGE_HD void replace(const EndingSetView& set, std::uint64_t i, Bitboard all, Bitboard now) const {
    const Bitboard before = set.words[i];
    if ((before & all) == now) return;
    set.words[i] = (before & ~all) | now;
    raise(ending.flag(set.filled, ending.place(i)));
    raise(found);
  }
};

/// Distances with given cursed wins and blessed losses among what captures and pawn moves lead to.
class DtzSearch {
 public:
  DtzSearch(const EndingSolve& solve, const EndingOutcome& outcome, EndingValues& values)
      : solve_(solve),
        outcome_(outcome),
        values_(values),
        wins_(solve.lane.memory(), solve.view.words()),
        losses_(solve.lane.memory(), solve.view.words()),
        converting_(solve.lane.memory(), solve.view.words()),
        slow_(solve.lane, solve.view),
        new_losses_(solve.lane, solve.view),
        next_losses_(solve.lane, solve.view),
        new_wins_(solve.lane.memory(), 2 * solve.view.pairs) {}

  /// Without the 50-move rule. Returns the longest distance in plies; values are left in `values`.
  int run() {
    find_zeroing(outcome_.lost, nullptr, converting_);
    return search(nullptr, nullptr);
  }
  /// With it.
  void run(const EndingSet& cursed_wins, const EndingSet& blessed_losses) {
    if (late_.size() == 0) {
      late_ = Buffer<Bitboard>(solve_.lane.memory(), solve_.view.words());
      holding_ = Buffer<Bitboard>(solve_.lane.memory(), solve_.view.words());
      find_zeroing(outcome_.lost, nullptr, late_);
    }
    find_zeroing(outcome_.lost, blessed_losses.view().words, converting_);
    find_zeroing(cursed_wins, nullptr, holding_);
    search(late_.data(), holding_.data());
  }

 private:
  /// Positions with a capture or a pawn move into a set, without the positions in `but`. Captures by pieces lead to
  /// exits, pawn moves anywhere. Uses slow_, which search() fills anew.
  void find_zeroing(const EndingSet& into, const Bitboard* but, Buffer<Bitboard>& out) {
    const EndingView& ending = solve_.view;
    const Bitboard* const main = outcome_.main.view().words;
    out.zero();
    slow_.forget_filled();
    solve_.run(Without{ending, into.view().words, {main, but}, slow_.view()});
    solve_.run(AddMovesInto{ending, main, slow_.view(), kPieceMoves, out.data()});
    if (!solve_.ending.material.has_pawns()) return;
    slow_.forget_filled();
    solve_.run(Without{ending, into.view().words, {but, nullptr}, slow_.view()});
    solve_.run(AddMovesInto{ending, main, slow_.view(), kPawnMoves, out.data()});
  }

  int search(const Bitboard* late, const Bitboard* holding) {
    const EndingView& ending = solve_.view;
    values_.restart();
    slow_.forget_filled();
    new_losses_.forget_filled();
    new_wins_.zero();
    bool left = solve_.run(BeginDtz{ending, outcome_.main.view().words, outcome_.mated.view().words,
                                    outcome_.not_won.view().words, outcome_.lost.view().words, wins_.data(),
                                    losses_.data(), slow_.view(), new_losses_.view(), values_.view()});
    int plies = 0;
    while (left) {
      if (++plies > kIllegal / 2) {
        throw BatchFailure({BatchError::Kind::device, "", 0, "distances to captures and pawn moves do not end", ""});
      }
      solve_.pause(Metric::dtz, plies);
      values_.admit(plies);
      const bool is_turn = plies == 1 || plies == kCursedPlies;
      next_losses_.forget_filled();
      left = solve_.run(FindDtzLosses{ending, slow_.view(), new_wins_.data(), plies < kCursedPlies ? holding : nullptr,
                                      losses_.data(), next_losses_.view(), values_.view(), plies, is_turn});
      new_wins_.zero();
      const Bitboard* const converting = plies == 1 ? converting_.data() : plies == kCursedPlies ? late : nullptr;
      left = solve_.run(FindDtzWins{ending, new_losses_.view(), converting, wins_.data(), slow_.view().words,
                                    new_wins_.data(), values_.view(), plies}) ||
             left;
      std::swap(new_losses_, next_losses_);
    }
    return plies;
  }

  const EndingSolve& solve_;
  const EndingOutcome& outcome_;
  EndingValues& values_;
  Buffer<Bitboard> wins_;        ///< whose distance is not known yet
  Buffer<Bitboard> losses_;      ///< likewise
  Buffer<Bitboard> converting_;  ///< a capture or pawn move wins
  Buffer<Bitboard> late_;        ///< it wins, but perhaps not under the 50-move rule
  Buffer<Bitboard> holding_;     ///< the loser has a capture or pawn move into a cursed win
  EndingSet slow_;               ///< positions that are not won at the distances so far
  EndingSet new_losses_;
  EndingSet next_losses_;
  Buffer<std::uint32_t> new_wins_;  ///< flags of their slices
};

}  // namespace

std::size_t ending_bytes(const Material& material) {
  constexpr std::size_t kSets = 10;  // four of the outcome, six of DtzSearch, and for DTM fewer
  constexpr std::size_t kSmallThings = std::size_t{1} << 20;
  const SliceLayout layout(material);
  return 2 * layout.words() * (kSets * sizeof(Bitboard) + 64) + layout.shape().words * 64 * sizeof(std::uint32_t) +
         kSmallThings;
}

void find_dtz(const EndingSolve& solve, const ExitStream& exits, const EndingOutcome& outcome, EndingValues& values) {
  const bool has_pawns = solve.ending.material.has_pawns();
  DtzSearch search(solve, outcome, values);
  const int longest = search.run();
  if (!exits.any_cursed() && (longest <= kFiftyMovePlies || !has_pawns)) {
    values.store(Metric::dtz50);
    return;
  }
  values.store(Metric::dtz);
  const EndingSet cursed_wins(solve.lane, solve.view);
  const EndingSet blessed_losses(solve.lane, solve.view);
  exits.add_cursed(cursed_wins, blessed_losses);
  do {
    search.run(cursed_wins, blessed_losses);
  } while (has_pawns && solve.run(UpdateCursed{solve.view, outcome.main.view().words, outcome.lost.view().words,
                                               values.view(), cursed_wins.view(), blessed_losses.view()}));
  values.store(Metric::dtz50);
}

}  // namespace plyforge
