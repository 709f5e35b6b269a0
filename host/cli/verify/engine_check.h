#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "app/work/suite_check.h"
#include "engines/bisect.h"

namespace plyforge {

/// What became of a count in which an engine differs from a suite.
struct EngineVerdict {
  std::optional<Finding> finding{};  ///< nothing: the engine agrees with our count, so the suite is wrong
  std::optional<Finding> smallest{};
};

/// Checks suites against several processes of an engine at once.
class EngineCheck {
 public:
  /// `processes`: 0 for one a core. The request must outlive it.
  EngineCheck(const EngineRequest& request, int processes);

  /// Reads a batch of entries and asks for their counts, the depths of an entry up to its first mismatch. When stopped
  /// it returns early, with what is done marked so. Throws ResourceError where the engine cannot be run.
  void check_batch(std::span<CheckedEntry> batch, const FenOptions& rules, const CheckLimits& limits,
                   const std::stop_token& stop);

  /// Follows a mismatch of an entry to its cause. Throws Interrupted.
  EngineVerdict bisect(const CheckedEntry& item, int depth, const CountOptions& options);

 private:
  const EngineRequest& request_;
  std::vector<std::unique_ptr<Engine>> engines_;
};

}  // namespace plyforge
