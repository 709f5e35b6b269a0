#include "endgame/solve/position_sets.h"

#include <algorithm>

#include "endgame/slice_rules.h"

namespace plyforge {

EndgameSets::EndgameSets(const Material& material, const FindTable& find, const WorkerPool& pool)
    : layout_(material),
      pool_(pool),
      expand_(expand_kernel()),
      main_(sets()),
      legal_(sets()),
      mated_(sets()),
      without_moves_(sets()) {
  find_positions(Conversions(material, layout_.shape(), find));
  find_without_moves();
}

Sides<SliceValues> EndgameSets::values() const {
  Sides<SliceValues> values = {SliceValues(layout_), SliceValues(layout_)};
  for_each_slice([&](std::size_t black, std::size_t pair, Bitboard*) {
    for (std::size_t w = 0; w < words(); ++w) values[black].start(pair * words() + w, main_[black].slice(pair)[w]);
  });
  return values;
}

bool EndgameSets::touches(std::size_t black, std::size_t pair, const SliceSet& set) const {
  if (!set.is_empty(pair)) return true;
  const KingSteps& steps = layout_.shape().steps[black][pair];
  return std::any_of(steps.step, steps.step + steps.size,
                     [&](KingStep step) { return !set.is_empty(static_cast<std::size_t>(step.pair)); });
}

void EndgameSets::find_positions(const Conversions& all_conversions) {
  for (auto& conversions : decided_conversions_) conversions.resize(layout_.pairs());
  for_each_slice([&](std::size_t black, std::size_t pair, Bitboard*) {
    Bitboard* const main = main_[black].slice(pair);
    Bitboard* const legal = legal_[black].slice(pair);
    for (std::size_t w = 0; w < words(); ++w) {
      legal[w] = main[w] = word_rules(layout_.shape(), static_cast<int>(pair), w, black != 0, LineSliders{}).legal;
    }
    std::vector<Conversion>& conversions = decided_conversions_[black][pair];
    all_conversions.find(static_cast<int>(pair), black != 0, conversions);
    for (const Conversion& conversion : conversions)
      legal[conversion.place / 64] |= bit(static_cast<Square>(conversion.place % 64));
    std::erase_if(conversions, [](const Conversion& conversion) { return conversion.dtm == kStoredDraw; });
    conversions.shrink_to_fit();
    std::sort(conversions.begin(), conversions.end(),
              [](const Conversion& a, const Conversion& b) { return a.dtm < b.dtm; });
    main_[black].note(pair);
    legal_[black].note(pair);
  });
}

void EndgameSets::find_without_moves() {
  for_each_slice([&](std::size_t black, std::size_t pair, Bitboard* movable) {
    reach(black, pair, {}, legal_[1 - black], movable);
    for (std::size_t w = 0; w < words(); ++w) {
      const Bitboard without_moves = main_[black].slice(pair)[w] & ~movable[w];
      if (without_moves == 0) continue;
      without_moves_[black].slice(pair)[w] = without_moves;
      mated_[black].slice(pair)[w] =
          without_moves & word_rules(layout_.shape(), static_cast<int>(pair), w, black != 0, LineSliders{}).in_check;
    }
    without_moves_[black].note(pair);
    mated_[black].note(pair);
  });
}

}  // namespace plyforge
