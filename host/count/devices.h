#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "count/counting.h"
#include "interface/batch_backend.h"

namespace plyforge {

/// GPUs that are open for counting, one or several. One call at a time.
///
/// Calls throw as perft() does, and DeviceError where a device fails.
class Devices {
 public:
  /// `backends`: at least one. `memory_bytes`: upper bound for what a count takes on each; 0: 90% of what is free.
  explicit Devices(std::vector<std::unique_ptr<BatchBackend>> backends, std::size_t memory_bytes = 0);

  /// "cuda", the name in results.
  std::string_view backend() const { return backends_.front()->name(); }
  /// The names of the devices.
  std::vector<std::string> names() const;

  /// perft of one position. Several devices share the positions near the leaves.
  CountReport perft(const Position& position, int depth, const CountOptions& options);

  /// perft of many unrelated positions, each to its own depth, in shared launches and without merging. The results have
  /// the order of the items.
  std::vector<Totals> perft_each(std::span<const BatchItem> items, const CountOptions& options);

  /// Solves an endgame on the first device. Returns when all its values have been handed over.
  BatchEndgameReport solve_endgame(const BatchEndgame& endgame, const std::stop_token& stop);

 private:
  BatchOptions batch_options(const CountOptions& options) const;
  CountReport perft_shared(const Position& position, int depth, const CountOptions& options);

  std::vector<std::unique_ptr<BatchBackend>> backends_;
  std::size_t memory_bytes_;
};

}  // namespace plyforge
