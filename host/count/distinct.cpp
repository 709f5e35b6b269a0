#include <cmath>
#include <memory>
#include <string>

#include "count/count_run.h"
#include "count/counting.h"
#include "count/layer.h"

namespace plyforge {

namespace {

/// The range of a ply in a count of `depth` plies, each of which takes about ten times as long as the one before.
Range range_of(int ply, int depth) {
  const double end = std::pow(10, ply - depth);
  return Range{}.between(ply == 1 ? 0 : end / 10, end);
}

/// The distinct positions among the children of `parents`, of one share of all positions after the other, so that no
/// share needs more memory than there is.
std::uint64_t count_in_shares(CountRun& run, const Layer& parents, Range range) {
  const std::uint64_t expected = run.planner.expected_children(static_cast<double>(parents.size()));
  for (std::uint64_t parts = 2;; parts *= 2) {
    std::uint64_t found = 0;
    bool fits = true;
    for (std::uint64_t part = 0; fits && part < parts; ++part) {
      Layer children(run.budget, run.budget.left(), Payload::none(), expected / parts);
      const auto before = static_cast<double>(part);
      const auto reached = [&](double share) {
        run.reporter.reached(range, (before + share) / static_cast<double>(parts), run.depth());
      };
      expand(parents, 0, children, run.pool, true, reached, {part, parts});
      fits = children.strays().empty();
      found += children.size();
    }
    if (fits) return found;
    if (parts > 4096) throw ResourceError("the memory limit is too small to count this ply; raise --memory");
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
  auto layer = std::make_unique<Layer>(run.budget, run.budget.limit(), Payload::none(), 1);
  layer->add(position);
  if (!layer->strays().empty()) {
    throw ResourceError("the memory limit leaves no room to count in; raise --memory");
  }
  layer->cut();
  tell(layer->size());
  for (int ply = 1; ply <= depth; ++ply) {
    auto children = std::make_unique<Layer>(run.budget, run.budget.left(), Payload::none(),
                                            run.planner.expected_children(static_cast<double>(layer->size())));
    const Range range = range_of(ply, depth);
    const Expansion done =
        expand(*layer, 0, *children, run.pool, true, [&](double share) { run.reporter.reached(range, share, ply); });
    if (children->strays().empty()) {
      tell(children->size());
      run.planner.learn(done.parents, done.children, children->size());
      layer = std::move(children);
      continue;
    }
    if (ply < depth) {
      throw ResourceError("the distinct positions of ply " + std::to_string(ply) +
                          " do not fit the memory limit; raise --memory, or count to ply " + std::to_string(ply));
    }
    children.reset();
    tell(count_in_shares(run, *layer, range));
  }
  return counts;
}

}  // namespace plyforge
