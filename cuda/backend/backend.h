#pragma once

#include <memory>

#include "device/allocation_gate.h"
#include "interface/batch_backend.h"

namespace plyforge {

/// A backend on a device that discovery has found. The gate, if any, is asked before each allocation.
std::unique_ptr<BatchBackend> make_batch_backend(const BatchDevice& device, AllocationGate gate = {});

}  // namespace plyforge
