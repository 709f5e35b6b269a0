#include <memory>
#include <stdexcept>
#include <string>

#include "count/count_run.h"
#include "count/counting.h"
#include "count/layer.h"

namespace plyforge {
namespace {

[[noreturn]] void no_room() {
  throw ResourceError("the memory limit leaves no room for the positions of a frontier; raise --memory");
}

}  // namespace

std::vector<FrontierPosition> frontier(const Position& position, int plies, std::size_t most,
                                       const CountOptions& options) {
  CountOptions merging = options;
  merging.merge = true;  // distinct positions are found by merging, however the plies below them are counted
  CountRun run(plies, merging);
  auto layer = std::make_unique<Layer>(run.budget, run.budget.limit(), Payload::multiplicities(), 1);
  layer->add(position);
  if (!layer->strays().empty()) no_room();
  layer->cut();
  for (int ply = 1; ply <= plies; ++ply) {
    auto children = std::make_unique<Layer>(run.budget, run.budget.left(), Payload::multiplicities(),
                                            run.planner.expected_children(static_cast<double>(layer->size())));
    const Expansion done = expand(*layer, 0, *children, run.pool, true, [](double) {});
    if (!children->strays().empty()) no_room();
    run.planner.learn(done.parents, done.children, children->size());
    layer = std::move(children);
    if (layer->size() > most) {
      throw std::length_error("there are more than " + std::to_string(most) + " positions after " +
                              std::to_string(ply) + " plies");
    }
  }
  std::vector<FrontierPosition> found;
  found.reserve(layer->size());
  for (const auto& [table, first, last] : layer->chunks()) {
    for (std::size_t slot = first; slot < last; ++slot) {
      if (table->holds(slot)) found.push_back({table->position(slot), table->multiplicity(slot)});
    }
  }
  return found;
}

}  // namespace plyforge
