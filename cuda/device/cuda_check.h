#pragma once

#include <cuda_runtime.h>

#include "device/failure.h"

namespace plyforge::device {

/// An error of the CUDA runtime with what would help.
BatchError cuda_error(cudaError_t code, const char* call);

/// Throws BatchFailure, or OutOfDeviceMemory, unless the call went well.
void check(cudaError_t code, const char* call);

}  // namespace plyforge::device

/// The call's own text is what an error names it by.
#define PLYFORGE_CUDA_CHECK(call) ::plyforge::device::check((call), #call)
/// For destructors. There is nobody to tell: an error that matters comes back from the next call that is checked.
#define PLYFORGE_CUDA_CHECK_NO_THROW(call) static_cast<void>(call)
