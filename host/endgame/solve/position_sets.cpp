#include "endgame/solve/position_sets.h"

#include <algorithm>

#include "endgame/slice_rules.h"

namespace plyforge {

EndingSets::EndingSets(const Material& material, const FindTable& find, const Crew& crew)
    : layout_(material),
      crew_(crew),
      expand_(expand_kernel()),
      main_(sets()),
      legal_(sets()),
      mated_(sets()),
      stuck_(sets()) {
  find_positions(Exits(material, layout_.shape(), find));
  find_stuck();
}

Sides<SliceValues> EndingSets::values() const {
  Sides<SliceValues> values = {SliceValues(layout_), SliceValues(layout_)};
  for_each_slice([&](std::size_t black, std::size_t pair, Bitboard*) {
    for (std::size_t w = 0; w < words(); ++w) values[black].start(pair * words() + w, main_[black].slice(pair)[w]);
  });
  return values;
}

bool EndingSets::touches(std::size_t black, std::size_t pair, const SliceSet& set) const {
  if (!set.is_empty(pair)) return true;
  const KingSteps& steps = layout_.shape().steps[black][pair];
  return std::any_of(steps.step, steps.step + steps.size,
                     [&](KingStep step) { return !set.is_empty(static_cast<std::size_t>(step.pair)); });
}

void EndingSets::find_positions(const Exits& all_exits) {
  for (auto& exits : decided_exits_) exits.resize(layout_.pairs());
  for_each_slice([&](std::size_t black, std::size_t pair, Bitboard*) {
    Bitboard* const main = main_[black].slice(pair);
    Bitboard* const legal = legal_[black].slice(pair);
    for (std::size_t w = 0; w < words(); ++w) {
      legal[w] = main[w] = word_rules(layout_.shape(), static_cast<int>(pair), w, black != 0, LineSliders{}).legal;
    }
    std::vector<Exit>& exits = decided_exits_[black][pair];
    all_exits.find(static_cast<int>(pair), black != 0, exits);
    for (const Exit& exit : exits) legal[exit.place / 64] |= bit(static_cast<Square>(exit.place % 64));
    std::erase_if(exits, [](const Exit& exit) { return exit.dtm == kStoredDraw; });
    exits.shrink_to_fit();
    std::sort(exits.begin(), exits.end(), [](const Exit& a, const Exit& b) { return a.dtm < b.dtm; });
    main_[black].note(pair);
    legal_[black].note(pair);
  });
}

void EndingSets::find_stuck() {
  for_each_slice([&](std::size_t black, std::size_t pair, Bitboard* movable) {
    reach(black, pair, {}, legal_[1 - black], movable);
    for (std::size_t w = 0; w < words(); ++w) {
      const Bitboard stuck = main_[black].slice(pair)[w] & ~movable[w];
      if (stuck == 0) continue;
      stuck_[black].slice(pair)[w] = stuck;
      mated_[black].slice(pair)[w] =
          stuck & word_rules(layout_.shape(), static_cast<int>(pair), w, black != 0, LineSliders{}).in_check;
    }
    stuck_[black].note(pair);
    mated_[black].note(pair);
  });
}

}  // namespace plyforge
