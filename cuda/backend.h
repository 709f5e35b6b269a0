#pragma once

#include <memory>

#include "allocation_gate.h"
#include "batch_backend.h"

namespace plyforge {

/// A backend on a device that discovery has found. The gate, if any, is asked before each allocation.
std::unique_ptr<BatchBackend> make_batch_backend(const BatchDevice& device, AllocationGate gate = {});

}  // namespace plyforge
