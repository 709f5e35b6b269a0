#pragma once

#include <chrono>

namespace plyforge {

using Clock = std::chrono::steady_clock;

/// The time point `seconds` from now.
inline Clock::time_point deadline_after(double seconds) {
  return Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
}

inline double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

}  // namespace plyforge
