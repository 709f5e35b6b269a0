#pragma once

#include <functional>

#include "runs/worker.h"

namespace plyforge {

struct AuditRequest {
  double share = 0.05;     ///< of the units that are done, above 0, at most 1
  std::uint64_t seed = 0;  ///< of the choice: the same units for the same seed and the same units done
  Recount how = Recount::walked;
};

/// What an audit came to.
struct AuditReport {
  std::int64_t units = 0;      ///< that were done, and among which those to audit were chosen
  std::int64_t audited = 0;    ///< counted again
  std::int64_t differing = 0;  ///< of which so many came out otherwise
};

/// Counts a random share of the units that are done another way, and stores the counts; one that differs makes its unit
/// disputed. `differs` is told of each such unit. Throws InputError when no unit is done, and what counting throws.
AuditReport audit(Store& store, const AuditRequest& request, const CountOptions& options,
                  const std::function<void(const Unit&, const UnitCount& stored, const UnitCount& again)>& differs);

/// What an audit without a difference says: with that confidence (0..1), fewer units than returned are wrong. Of a
/// number of units, `audited` chosen by chance are right: the exact bound for drawing without replacement. Returns 1
/// (that is, no unit is wrong) when all are audited.
std::int64_t wrong_units_bound(std::int64_t units, std::int64_t audited, double confidence);

}  // namespace plyforge
