#pragma once

#include <chrono>
#include <functional>
#include <mutex>

#include "leaf/wide.h"

namespace plyforge {

/// How far a count has come. `done` and `total` are in the same unit, an estimate of work, not of positions.
struct Progress {
  double done = 0;  ///< between 0 and total
  double total = 1;
  Wide nodes = 0;  ///< leaves counted so far (0 while they are not known yet)
  int ply = 0;     ///< ply being worked on
};

/// A range of a count, as shares of the whole: a layer worked in parts gives each part a range of its own.
struct Range {
  double from = 0;
  double length = 1;

  /// The range between two shares (0..1) of this one.
  Range between(double a, double b) const { return {from + length * a, length * (b - a)}; }
};

/// Tells the user's progress function how far a count has come, a few times a second. Safe to use from many threads.
class ProgressReporter {
 public:
  explicit ProgressReporter(std::function<void(const Progress&)> tell) : tell_(std::move(tell)) {}

  /// `share` (0..1) of the range is done. Cheap if nobody listens.
  void reached(const Range& range, double share, int ply) {
    if (!tell_) return;
    const std::unique_lock lock(mutex_, std::try_to_lock);
    const auto now = std::chrono::steady_clock::now();
    if (!lock || now < next_) return;
    next_ = now + std::chrono::milliseconds(100);
    tell_({.done = range.from + range.length * share, .total = 1, .nodes = nodes_, .ply = ply});
  }

  /// Adds leaves to what is known to be counted.
  void count(Wide nodes) {
    const std::lock_guard lock(mutex_);
    nodes_ += nodes;
  }

 private:
  std::function<void(const Progress&)> tell_;
  std::mutex mutex_;
  std::chrono::steady_clock::time_point next_;
  Wide nodes_ = 0;
};

}  // namespace plyforge
