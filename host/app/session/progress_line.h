#pragma once

#include <chrono>
#include <string>

#include "count/counting.h"

namespace plyforge {

/// One line on stderr that is written over again and again: how much is done, how fast, how long it will still take.
/// Only where both stdout and stderr are a terminal; the line is gone when the work is.
class ProgressLine {
 public:
  ProgressLine();
  ~ProgressLine() { erase(); }
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  /// Starts the clock of a piece of work, named at the beginning of the line ("depth 9").
  void start(std::string label);

  void show(const Progress& progress);

  /// Takes the line off the screen.
  void erase();

  /// Part of the work that was done when last heard of, between 0 and 1.
  double fraction() const { return fraction_; }

 private:
  using Clock = std::chrono::steady_clock;

  bool on_terminal_;
  bool visible_ = false;
  std::string label_;
  Clock::time_point started_ = Clock::now();
  double fraction_ = 0;
};

}  // namespace plyforge
