#pragma once

#include <cstddef>
#include <functional>
#include <stop_token>

#include "base/progress.h"
#include "leaf/leaf.h"

namespace plyforge {

class Devices;

/// How to count.
struct CountOptions {
  Leaf leaf = Leaf::moves;
  bool merge = true;             ///< merge equal positions; if false, every path is walked (elsewhere: "no hash")
  std::size_t memory_bytes = 0;  ///< upper bound on what counting allocates; 0: half of the free memory
  int threads = 0;               ///< 0: one per core
  Devices* devices = nullptr;    ///< GPUs to count on (devices.h); null: the CPU
  /// perft() on the CPU ends early once it has found more leaves than this; its count is then a lower bound.
  Wide enough = ~Wide{0};
  std::stop_token stop;                           ///< checked often; a stopped count throws Interrupted
  std::function<void(const Progress&)> progress;  ///< called a few times a second, by one thread at a time
};

}  // namespace plyforge
