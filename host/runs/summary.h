#pragma once

#include <map>
#include <string>
#include <vector>

#include "runs/store.h"

namespace plyforge {

/// The progress and the totals of a run, computed from its counts.
struct RunSummary {
  std::int64_t units = 0;
  std::int64_t done = 0;       ///< units with an accepted count
  std::int64_t recounted = 0;  ///< of those, units with several agreeing counts
  std::int64_t outvoted = 0;   ///< of those, units with a rejected count
  std::vector<CountedUnit> disputes;
  Totals totals;                                ///< of the units done, times multiplicity
  std::map<std::string, Totals> by_first_move;  ///< the same by UCI move; one empty move if the split is 0
  double seconds = 0;                           ///< spent on first counts

  std::int64_t open() const { return units - done - static_cast<std::int64_t>(disputes.size()); }
  /// Whether `totals` is the answer.
  bool complete() const { return done == units; }
};

/// Throws InputError if the store is damaged, std::overflow_error if a total exceeds 128 bits.
RunSummary summarize(Store& store);

}  // namespace plyforge
