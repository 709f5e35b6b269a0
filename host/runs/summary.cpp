#include "runs/summary.h"

#include <algorithm>

namespace plyforge {

RunSummary summarize(Store& store) {
  RunSummary summary;
  summary.units = store.units();
  store.for_each_unit([&](const CountedUnit& item) {
    if (!item.counts.empty()) summary.seconds += item.counts.front().seconds;
    if (is_disputed(item.counts)) summary.disputes.push_back(item);
    const UnitCount* const count = accepted(item.counts);
    if (count == nullptr) return;
    ++summary.done;
    const auto agreeing = std::ranges::count(item.counts, count->totals, &UnitCount::totals);
    if (agreeing > 1) ++summary.recounted;
    if (agreeing < std::ssize(item.counts)) ++summary.outvoted;
    for (const UnitPaths& paths : item.unit.paths) {
      summary.totals.add(count->totals, paths.multiplicity);
      summary.by_first_move[paths.first_move].add(count->totals, paths.multiplicity);
    }
  });
  return summary;
}

}  // namespace plyforge
