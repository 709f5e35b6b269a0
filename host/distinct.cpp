#include <memory>
#include <string>

#include "count_run.h"
#include "counting.h"
#include "layer.h"

namespace plyforge {

namespace {

/// The distinct positions among the children of `parents`, of one share of all positions after the other, so that no
/// share needs more memory than there is.
std::uint64_t count_in_shares(CountRun& run, const Layer& parents, std::uint64_t parts) {
  for (;; parts *= 2) {
    std::uint64_t found = 0;
    bool fits = true;
    for (std::uint64_t part = 0; fits && part < parts; ++part) {
      Layer children(run.budget, run.budget.left(), Payload::none());
      expand(parents, 0, children, run.crew, true, {part, parts});
      fits = children.strays().empty();
      found += children.size();
    }
    if (fits) return found;
    if (parts > 4096) throw ResourceError("the memory limit is too small to count this ply; give more with --memory");
  }
}

}  // namespace

std::vector<std::uint64_t> distinct(const Position& position, int depth, const CountOptions& options,
                                    const std::function<void(int, std::uint64_t, double)>& found) {
  CountRun run(depth, options);
  std::vector<std::uint64_t> counts;
  const auto tell = [&](std::uint64_t positions) {
    counts.push_back(positions);
    if (found) found(static_cast<int>(counts.size()) - 1, positions, seconds_since(run.start));
  };
  auto layer = std::make_unique<Layer>(run.budget, run.budget.limit(), Payload::none());
  layer->add(position);
  layer->cut();
  tell(layer->size());
  for (int ply = 1; ply <= depth; ++ply) {
    auto children = std::make_unique<Layer>(run.budget, run.budget.left(), Payload::none());
    expand(*layer, 0, *children, run.crew, true);
    if (children->strays().empty()) {
      tell(children->size());
      layer = std::move(children);
      continue;
    }
    if (ply < depth) {
      throw ResourceError("the distinct positions of ply " + std::to_string(ply) +
                          " do not fit the memory limit; give more with --memory, or count to ply " +
                          std::to_string(ply));
    }
    children.reset();
    tell(count_in_shares(run, *layer, 2));
  }
  return counts;
}

}  // namespace plyforge
