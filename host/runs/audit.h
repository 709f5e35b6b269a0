#pragma once

#include <functional>

#include "runs/worker.h"

namespace plyforge {

struct AuditRequest {
  double share = 0.05;     ///< of the counted units, above 0, at most 1
  std::uint64_t seed = 0;  ///< of the random choice; the same seed chooses the same units of the same run
  Recount how = Recount::walked;
};

/// The result of an audit.
struct AuditReport {
  std::int64_t units = 0;      ///< counted units, from which the sample was drawn
  std::int64_t audited = 0;    ///< counted again
  std::int64_t differing = 0;  ///< recounts that differ from the accepted count
};

/// Recounts a random share of the counted units in a different way, and stores the counts; a count that differs makes
/// its unit disputed. Calls `differs` for each such unit. Throws InputError if no unit is counted, and what counting
/// throws.
AuditReport audit(Store& store, const AuditRequest& request, const CountOptions& options,
                  const std::function<void(const Unit&, const UnitCount& stored, const UnitCount& again)>& differs);

/// What an audit without differences proves: with the given confidence (0..1), fewer units than returned are wrong.
/// `audited` units, drawn at random without replacement, were right; the bound is exact. Returns 1 (no unit is wrong)
/// if all units were audited.
std::int64_t wrong_units_bound(std::int64_t units, std::int64_t audited, double confidence);

}  // namespace plyforge
