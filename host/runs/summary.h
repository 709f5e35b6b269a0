#pragma once

#include <map>
#include <string>
#include <vector>

#include "runs/store.h"

namespace plyforge {

/// How far a run has come and what it adds up to, worked out from its counts.
struct RunSummary {
  std::int64_t units = 0;
  std::int64_t done = 0;       ///< units of which one count stands
  std::int64_t recounted = 0;  ///< of those, the ones that several counts agree on
  std::int64_t outvoted = 0;   ///< of those, the ones of which some count does not stand
  std::vector<CountedUnit> disputes;
  Totals totals;                                ///< of the units that are done, times multiplicity
  std::map<std::string, Totals> by_first_move;  ///< the same by UCI move; where the split is 0, one empty move
  double seconds = 0;                           ///< that first counts took

  std::int64_t open() const { return units - done - static_cast<std::int64_t>(disputes.size()); }
  /// Whether `totals` is the answer.
  bool complete() const { return done == units; }
};

/// Throws InputError where the store is damaged, std::overflow_error where a total passes 128 bits.
RunSummary summarize(Store& store);

}  // namespace plyforge
