// The solver's step for one word, as devices take it, against that for a slice: two ways to the same sets.

#include "endgame/slice_moves.h"

#include <gtest/gtest.h>

#include <random>
#include <string_view>
#include <vector>

#include "endgame/slice_rules.h"
#include "endgame/solve/expand.h"
#include "endgame/tables/zero_pages.h"

namespace plyforge {
namespace {

/// Compares some of the king pairs, `step` apart, on a random set that has none in every `gap`th slice.
void expect_agreement(const char* name, Movers movers, std::uint64_t seed, std::size_t step, std::size_t gap = 5) {
  const SliceLayout layout(parse_materials(name).front());
  const SliceShape& shape = layout.shape();
  LargeArray<Bitboard> into(layout.words());
  std::mt19937_64 random(seed);
  std::vector<std::uint8_t> is_empty(layout.pairs(), 1);
  std::vector<std::uint32_t> filled(layout.pairs());
  const auto fill = [&](std::size_t pair) {
    if (filled[pair] != 0 || pair % gap == gap - 1) return;
    is_empty[pair] = 0;
    filled[pair] = 1;
    for (std::size_t w = 0; w < shape.words; ++w) into[pair * shape.words + w] = random();
  };
  std::vector<Bitboard> slice(shape.words);
  for (std::size_t pair = 0; pair < layout.pairs(); pair += step) {
    for (const bool black : {false, true}) {
      fill(pair);
      const KingSteps& steps = shape.steps[black][pair];
      for (int i = 0; i < steps.size; ++i) fill(static_cast<std::size_t>(steps.step[i].pair));
      const int p = static_cast<int>(pair);
      portable_expand()(shape, p, black, movers, into.data(), is_empty.data(), slice.data());
      for (std::size_t w = 0; w < shape.words; ++w) {
        const Bitboard legal = word_rules(shape, p, w, black, LineSliders{}).legal;
        const Bitboard word = word_into(shape, p, w, black, movers, {into.data(), filled.data()}, LineSliders{});
        ASSERT_EQ(word & legal, slice[w] & legal) << name << " pair " << pair << " word " << w << " black " << black;
      }
    }
  }
}

TEST(SliceMoves, AWordIsAsInItsSlice) {
  std::uint64_t seed = 1;
  for (const char* name : {"KQvK", "KPvK", "KRvKB", "KNvKN", "KQQvK", "KPvKP", "KPPvK", "KRvKP", "KQRvKB", "KNNvKN",
                           "KRPvKP", "KPPvKP", "KBPvKN"}) {
    for (const Movers movers : {Movers{}, Movers{true, false}, Movers{false, true}}) {
      expect_agreement(name, movers, ++seed, std::string_view(name).size() < 6 ? 3 : 61);
    }
  }
}

// With men between an outer one and the last, two of them.
TEST(SliceMoves, SixMen) {
  expect_agreement("KQPvKPP", {}, 77, 1201);
  expect_agreement("KRBNvKR", {}, 78, 301);
}

}  // namespace
}  // namespace plyforge
