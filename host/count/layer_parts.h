#pragma once

#include "count/count_run.h"

namespace plyforge {

/// Whether to expand and merge the next ply of a layer that has `remaining` plies to go. Where not, its positions are
/// counted one by one.
inline bool merges_next_ply(const CountRun& run, int remaining) {
  return run.planner.layer_limit(remaining, run.budget.left()) != 0 &&
         run.planner.merges(run.ply(remaining - 1), remaining - 1);
}

/// Expands a layer, in parts where its children do not fit in memory. Calls `use(children, first, last, range)` for
/// each part: the merged children of the chunks from `first` to before `last`, and the range of the count's progress
/// that the part takes once it is expanded. `payload`: what the children carry; `keep_strays` as in expand().
template <class Use>
void for_each_part(CountRun& run, const Layer& layer, int remaining, Range range, Payload payload, bool keep_strays,
                   const Use& use) {
  const std::size_t limit = run.planner.layer_limit(remaining, run.budget.left());
  const auto chunks = static_cast<double>(layer.chunks().size());
  for (std::size_t done = 0; done < layer.chunks().size();) {
    const auto begun = Clock::now();
    const double from = static_cast<double>(done) / chunks;
    Layer children(run.budget, limit, payload,
                   run.planner.expected_children(static_cast<double>(layer.size()) * (1 - from)));
    const Expansion expansion =
        expand(layer, done, children, run.pool, keep_strays, run.expansion_progress(range, from, remaining));
    run.expanded(run.ply(remaining - 1), expansion, children, begun);
    use(children, done, expansion.next_chunk,
        range.between(from, static_cast<double>(expansion.next_chunk) / chunks)
            .between(run.planner.expansion_share(remaining), 1));
    done = expansion.next_chunk;
  }
}

}  // namespace plyforge
