#include "endgame/slices.h"

#include <algorithm>

namespace plyforge {
namespace {

std::vector<KingSteps> all_steps(const KingPairs& pairs, bool black) {
  std::vector<KingSteps> all;
  for (int pair = 0; pair < pairs.size(); ++pair) {
    const Square white_king = pairs.white(pair);
    const Square black_king = pairs.black(pair);
    KingSteps steps{};
    for (Bitboard targets = king_fill(bit(black ? black_king : white_king)); targets != 0;) {
      const Square to = pop_lowest(targets);
      const Square w = black ? white_king : to;
      const Square b = black ? to : black_king;
      const int reached = pairs.pair(w, b);
      if (reached == KingPairs::kNone) continue;
      steps.step[steps.size++] = {static_cast<std::int16_t>(reached), static_cast<std::uint8_t>(pairs.symmetry(w, b))};
    }
    all.push_back(steps);
  }
  return all;
}

}  // namespace

SliceLayout::SliceLayout(const Material& material) {
  const std::vector<EndgameMan>& men = material.men();
  std::vector<SliceMan> dimensions;
  for (std::size_t i = 0; i < men.size(); ++i) {
    const bool has_ep_target = men[i].piece == Piece::pawn && material.has_pawns(!men[i].black);
    dimensions.push_back({men[i].piece, men[i].black, has_ep_target, static_cast<int>(i)});
  }
  // The last man should be one whose moves are cheap inside a word: a pawn or a knight rather than a queen.
  std::stable_sort(dimensions.begin(), dimensions.end(),
                   [](const SliceMan& a, const SliceMan& b) { return a.piece > b.piece; });
  shape_.men = static_cast<int>(dimensions.size());
  shape_.words = 1;
  for (int d = shape_.men - 1; d >= 0; --d) {
    shape_.man[d] = dimensions[static_cast<std::size_t>(d)];
    shape_.stride[d] = d == shape_.men - 1 ? 0 : shape_.words;
    if (d != shape_.men - 1) shape_.words *= 64;
  }
  shape_.pairs = &king_pairs(material.has_pawns());
  for (const bool black : {false, true}) {
    steps_[black] = all_steps(*shape_.pairs, black);
    shape_.steps[black] = steps_[black].data();
  }
}

}  // namespace plyforge
