#pragma once

#include <chrono>
#include <functional>
#include <mutex>
#include <stdexcept>

#include "leaf/wide.h"
#include "planning/range.h"

namespace plyforge {

/// How far a count has come. `done` and `total` are in the same unit, an estimate of work, not of positions.
struct Progress {
  double done = 0;  ///< between 0 and total
  double total = 1;
  Wide nodes = 0;  ///< leaves counted so far (0 while they are not known yet)
  int ply = 0;     ///< ply being worked on
};

/// Thrown out of a count that has found more leaves than it was to look for.
struct EnoughCounted : std::runtime_error {
  explicit EnoughCounted(Wide so_far)
      : std::runtime_error("the count has passed what it was to look for"), nodes(so_far) {}
  Wide nodes;  ///< found so far
};

/// Tells the user's progress function how far a count has come, a few times a second. Safe to use from many threads.
class ProgressReporter {
 public:
  /// `enough`: see CountOptions.
  explicit ProgressReporter(std::function<void(const Progress&)> tell, Wide enough = ~Wide{0})
      : tell_(std::move(tell)), enough_(enough) {}

  /// `share` (0..1) of the range is done. Cheap if nobody listens.
  void reached(const Range& range, double share, int ply) {
    if (!tell_) return;
    const std::unique_lock lock(mutex_, std::try_to_lock);
    const auto now = std::chrono::steady_clock::now();
    if (!lock || now < next_) return;
    next_ = now + std::chrono::milliseconds(100);
    tell_({.done = range.at(share), .total = 1, .nodes = nodes_, .ply = ply});
  }

  /// Adds leaves to what is known to be counted. Throws EnoughCounted.
  void count(Wide nodes) {
    const std::lock_guard lock(mutex_);
    nodes_ += nodes;
    if (nodes_ > enough_) throw EnoughCounted(nodes_);
  }

 private:
  std::function<void(const Progress&)> tell_;
  std::mutex mutex_;
  std::chrono::steady_clock::time_point next_;
  Wide nodes_ = 0;
  Wide enough_;
};

}  // namespace plyforge
