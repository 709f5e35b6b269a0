#include <optional>
#include <utility>

#include "endgame/dtz_schedule.h"
#include "endgame/passes.h"

namespace plyforge {
namespace {

/// The positions of a set that are in none of the others.
struct Without {
  EndgameView endgame;
  const Bitboard* set;
  const Bitboard* others[2];  ///< null: none
  EndgameSetView out;
  std::uint32_t* found = nullptr;

  PLYFORGE_HD void operator()(std::uint64_t i) const {
    Bitboard word = set[i];
    for (const Bitboard* const other : others) {
      if (other != nullptr) word &= ~other[i];
    }
    out.words[i] = word;
    if (word != 0) raise(endgame.flag(out.filled, endgame.place(i)));
  }
};

/// Adds the positions of the endgame with certain moves into a set.
struct AddMovesInto {
  EndgameView endgame;
  const Bitboard* main;
  EndgameSetView set;
  Movers movers;
  Bitboard* out;
  std::uint32_t* found = nullptr;

  PLYFORGE_HD void operator()(std::uint64_t i) const {
    const EndgamePlace place = endgame.place(i);
    if (main[i] != 0 && endgame.touches(set.filled, place)) out[i] |= endgame.into(set, place, movers);
  }
};

struct BeginDtz {
  EndgameView endgame;
  const Bitboard* main;
  const Bitboard* mated;
  const Bitboard* not_won;
  const Bitboard* lost;
  Bitboard* wins;
  Bitboard* losses;
  EndgameSetView slow;
  EndgameSetView new_losses;
  EndgameValuesView values;
  std::uint32_t* found = nullptr;  ///< whether there is anything to be found

  PLYFORGE_HD void operator()(std::uint64_t i) const {
    const EndgamePlace place = endgame.place(i);
    const Bitboard all = main[i];
    const Bitboard mates = mated[i];
    wins[i] = all & ~not_won[i];
    losses[i] = all & lost[i] & ~mates;
    slow.words[i] = all;
    new_losses.words[i] = mates;
    values.start(i, all);
    values.set(i, mates, 0);
    if (all != 0) raise(endgame.flag(slow.filled, place));
    if (mates != 0) raise(endgame.flag(new_losses.filled, place));
    if ((wins[i] | losses[i]) != 0) raise(found);
  }
};

/// All quiet moves lead to wins found before, and no other move holds out longer.
struct FindDtzLosses {
  EndgameView endgame;
  EndgameSetView slow;
  const std::uint32_t* new_wins;  ///< flags of their slices
  const Bitboard* holding;        ///< null: none, or no more
  Bitboard* losses;
  EndgameSetView new_losses;
  EndgameValuesView values;
  int plies;
  bool is_turn;
  std::uint32_t* found = nullptr;  ///< whether there is anything left to be found

  PLYFORGE_HD void operator()(std::uint64_t i) const {
    const Bitboard open = losses[i];
    const EndgamePlace place = endgame.place(i);
    Bitboard news = 0;
    if (open != 0 && (is_turn || endgame.touches(new_wins, place))) {
      news = open & ~endgame.into(slow, place, kPieceMoves);
      if (holding != nullptr) news &= ~holding[i];
    }
    new_losses.words[i] = news;
    if (open != news) raise(found);
    if (news == 0) return;
    losses[i] = open & ~news;
    values.set(i, news, plies);
    raise(endgame.flag(new_losses.filled, place));
  }
};

/// A capture or pawn move keeps the win, or a quiet move leads to a loss found one ply before.
struct FindDtzWins {
  EndgameView endgame;
  EndgameSetView new_losses;
  const Bitboard* converting;  ///< null: not at this distance
  Bitboard* wins;
  Bitboard* slow;
  std::uint32_t* new_wins;  ///< flags of their slices
  EndgameValuesView values;
  int plies;
  std::uint32_t* found = nullptr;  ///< whether there is anything left to be found

  PLYFORGE_HD void operator()(std::uint64_t i) const {
    const Bitboard open = wins[i];
    if (open == 0) return;
    const EndgamePlace place = endgame.place(i);
    Bitboard news = endgame.into(new_losses, place, kPieceMoves);
    if (converting != nullptr) news |= converting[i];
    news &= open;
    if (open != news) raise(found);
    if (news == 0) return;
    wins[i] = open & ~news;
    slow[i] &= ~news;
    values.set(i, news, plies);
    raise(endgame.flag(new_wins, place));
  }
};

/// Updates which positions of the endgame itself are cursed.
struct UpdateCursed {
  EndgameView endgame;
  const Bitboard* main;
  const Bitboard* lost;
  EndgameValuesView dtz50;
  EndgameSetView wins;
  EndgameSetView losses;
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
  PLYFORGE_HD void replace(const EndgameSetView& set, std::uint64_t i, Bitboard all, Bitboard now) const {
    const Bitboard before = set.words[i];
    if ((before & all) == now) return;
    set.words[i] = (before & ~all) | now;
    raise(endgame.flag(set.filled, endgame.place(i)));
    raise(found);
  }
};

/// Distances with given cursed wins and blessed losses among what captures and pawn moves lead to.
class DtzSearch {
 public:
  DtzSearch(const EndgameSolve& solve, const EndgameOutcome& outcome, EndgameValues& values)
      : solve_(solve),
        outcome_(outcome),
        values_(values),
        wins_(solve.context.memory(), solve.view.words()),
        losses_(solve.context.memory(), solve.view.words()),
        converting_(solve.context.memory(), solve.view.words()),
        slow_(solve.context, solve.view),
        new_losses_(solve.context, solve.view),
        next_losses_(solve.context, solve.view),
        new_wins_(solve.context.memory(), 2 * solve.view.pairs) {}

  /// Without the 50-move rule. Returns the longest distance in plies; values are left in `values`.
  int run() {
    find_zeroing(outcome_.lost, nullptr, converting_);
    uses_rule_ = false;
    return find_distances(*this);
  }
  /// With it.
  void run(const EndgameSet& cursed_wins, const EndgameSet& blessed_losses) {
    if (late_.size() == 0) {
      late_ = Buffer<Bitboard>(solve_.context.memory(), solve_.view.words());
      holding_ = Buffer<Bitboard>(solve_.context.memory(), solve_.view.words());
      find_zeroing(outcome_.lost, nullptr, late_);
    }
    find_zeroing(outcome_.lost, blessed_losses.view().words, converting_);
    find_zeroing(cursed_wins, nullptr, holding_);
    uses_rule_ = true;
    find_distances(*this);
  }

  // The passes of find_distances().

  bool begin() {
    values_.restart();
    slow_.forget_filled();
    new_losses_.forget_filled();
    new_wins_.zero();
    return solve_.run(BeginDtz{solve_.view, outcome_.main.view().words, outcome_.mated.view().words,
                               outcome_.not_won.view().words, outcome_.lost.view().words, wins_.data(), losses_.data(),
                               slow_.view(), new_losses_.view(), values_.view()});
  }
  bool find_losses(const DtzStep& step) {
    solve_.pause(Metric::dtz, step.plies);
    values_.admit(step.plies);
    next_losses_.forget_filled();
    const Bitboard* const holding = uses_rule_ && step.loser_may_hold ? holding_.data() : nullptr;
    return solve_.run(FindDtzLosses{solve_.view, slow_.view(), new_wins_.data(), holding, losses_.data(),
                                    next_losses_.view(), values_.view(), step.plies,
                                    step.zeroing != ZeroingMoves::none});
  }
  bool find_wins(const DtzStep& step) {
    new_wins_.zero();
    const Bitboard* converting = nullptr;
    if (step.zeroing == ZeroingMoves::sound) converting = converting_.data();
    if (step.zeroing == ZeroingMoves::cursed && uses_rule_) converting = late_.data();
    return solve_.run(FindDtzWins{solve_.view, new_losses_.view(), converting, wins_.data(), slow_.view().words,
                                  new_wins_.data(), values_.view(), step.plies});
  }
  void next_ply() { std::swap(new_losses_, next_losses_); }

 private:
  /// Positions with a capture or a pawn move into a set, without the positions in `but`. Captures by pieces lead to
  /// conversions, pawn moves anywhere. Uses slow_, which begin() fills anew.
  void find_zeroing(const EndgameSet& into, const Bitboard* but, Buffer<Bitboard>& out) {
    const EndgameView& endgame = solve_.view;
    const Bitboard* const main = outcome_.main.view().words;
    out.zero();
    slow_.forget_filled();
    solve_.run(Without{endgame, into.view().words, {main, but}, slow_.view()});
    solve_.run(AddMovesInto{endgame, main, slow_.view(), kPieceMoves, out.data()});
    if (!solve_.endgame.material.has_pawns()) return;
    slow_.forget_filled();
    solve_.run(Without{endgame, into.view().words, {but, nullptr}, slow_.view()});
    solve_.run(AddMovesInto{endgame, main, slow_.view(), kPawnMoves, out.data()});
  }

  const EndgameSolve& solve_;
  const EndgameOutcome& outcome_;
  EndgameValues& values_;
  Buffer<Bitboard> wins_;        ///< whose distance is not known yet
  Buffer<Bitboard> losses_;      ///< likewise
  Buffer<Bitboard> converting_;  ///< a capture or pawn move wins
  Buffer<Bitboard> late_;        ///< it wins, but perhaps not under the 50-move rule
  Buffer<Bitboard> holding_;     ///< the loser has a capture or pawn move into a cursed win
  EndgameSet slow_;              ///< positions that are not won at the distances so far
  EndgameSet new_losses_;
  EndgameSet next_losses_;
  Buffer<std::uint32_t> new_wins_;  ///< flags of their slices
  bool uses_rule_ = false;          ///< the 50-move rule; then late_ and holding_ are there
};

/// The searches of find_dtz_and_dtz50().
class BothSearches {
 public:
  BothSearches(const EndgameSolve& solve, const ConversionStream& conversions, const EndgameOutcome& outcome,
               EndgameValues& values)
      : solve_(solve), conversions_(conversions), outcome_(outcome), values_(values), search_(solve, outcome, values) {}

  int without_rule() { return search_.run(); }
  void with_rule() {
    if (!cursed_) {
      values_.store(Metric::dtz);
      cursed_.emplace(Cursed{EndgameSet(solve_.context, solve_.view), EndgameSet(solve_.context, solve_.view)});
      conversions_.add_cursed(cursed_->wins, cursed_->losses);
    }
    search_.run(cursed_->wins, cursed_->losses);
  }
  bool any_cursed() const { return conversions_.any_cursed(); }
  bool update_cursed() {
    return solve_.run(UpdateCursed{solve_.view, outcome_.main.view().words, outcome_.lost.view().words, values_.view(),
                                   cursed_->wins.view(), cursed_->losses.view()});
  }

 private:
  struct Cursed {
    EndgameSet wins;
    EndgameSet losses;
  };

  const EndgameSolve& solve_;
  const ConversionStream& conversions_;
  const EndgameOutcome& outcome_;
  EndgameValues& values_;
  DtzSearch search_;
  std::optional<Cursed> cursed_;
};

}  // namespace

std::size_t endgame_bytes(const Material& material) {
  constexpr std::size_t kSets = 10;  // four of the outcome, six of DtzSearch, and for DTM fewer
  constexpr std::size_t kSmallThings = std::size_t{1} << 20;
  const SliceLayout layout(material);
  return 2 * layout.words() * (kSets * sizeof(Bitboard) + 64) + layout.shape().words * 64 * sizeof(std::uint32_t) +
         kSmallThings;
}

void find_dtz(const EndgameSolve& solve, const ConversionStream& conversions, const EndgameOutcome& outcome,
              EndgameValues& values) {
  BothSearches searches(solve, conversions, outcome, values);
  find_dtz_and_dtz50(searches, solve.endgame.material.has_pawns());
  values.store(Metric::dtz50);
}

}  // namespace plyforge
