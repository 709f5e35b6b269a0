#pragma once

#include <thrust/detail/config.h>

// What the pipeline needs of a device: a stream, memory, copies, and a function run for each index. There are two
// implementations: one for GPUs, and one on Thrust's CPU systems, so that the same pipeline can be tested everywhere.
#if THRUST_DEVICE_SYSTEM == THRUST_DEVICE_SYSTEM_CUDA
#include "device/device_cuda.h"
#else
#include "device/device_thrust_cpu.h"
#endif
