#pragma once

#include <chrono>
#include <string>

#include "count/counting.h"

namespace plyforge {

/// One line on stderr that is written over again and again: how much is done, how fast, how long it will still take.
/// Where stdout or stderr is no terminal, a line of its own on stderr once in a while instead, for a log.
class ProgressLine {
 public:
  /// `between_lines`: time before each line of a log.
  explicit ProgressLine(std::chrono::seconds between_lines = std::chrono::minutes(1));
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
  std::chrono::seconds between_lines_;
  bool visible_ = false;
  std::string label_;
  Clock::time_point started_ = Clock::now();
  Clock::time_point next_line_;
  double fraction_ = 0;
};

}  // namespace plyforge
