#pragma once

#include <memory>
#include <utility>

#include "backend/backend.h"
#include "interface/batch_backend.h"

namespace plyforge::testing {

/// The pipeline on the first device of the system that this program is compiled for: a CPU by Thrust, or a GPU.
inline std::unique_ptr<BatchBackend> test_backend(AllocationGate gate = {}) {
  return make_batch_backend(find_batch_devices().value().devices.front(), std::move(gate));
}

}  // namespace plyforge::testing
