#pragma once

#include <cuda_runtime.h>

#include "device/failure.h"

namespace plyforge::device {

/// An error of the CUDA runtime, with advice.
BatchError cuda_error(cudaError_t code, const char* call);

/// Throws BatchFailure, or OutOfDeviceMemory, unless the call succeeded.
void check(cudaError_t code, const char* call);

}  // namespace plyforge::device

/// An error names the call by its source text.
#define PLYFORGE_CUDA_CHECK(call) ::plyforge::device::check((call), #call)
/// For destructors, which cannot throw. An error that matters comes back from the next checked call.
#define PLYFORGE_CUDA_CHECK_NO_THROW(call) static_cast<void>(call)
