#include "endgame/sets.h"

namespace plyforge {

EndgameLayout::EndgameLayout(DeviceContext& context, const Material& material)
    : layout_(material), pairs_(context.memory(), 1), steps_(context.memory(), 2 * layout_.pairs()) {
  const SliceShape& shape = layout_.shape();
  view_.shape = shape;
  view_.side_words = layout_.words();
  view_.pairs = layout_.pairs();
  device::copy_to_device(pairs_.data(), shape.pairs, sizeof(KingPairs), context.stream());
  view_.shape.pairs = pairs_.data();
  for (const int black : {0, 1}) {
    KingSteps* const steps = steps_.data() + (black != 0 ? layout_.pairs() : 0);
    device::copy_to_device(steps, shape.steps[black], layout_.pairs() * sizeof(KingSteps), context.stream());
    view_.shape.steps[black] = steps;
  }
  context.stream().synchronize();
}

}  // namespace plyforge
