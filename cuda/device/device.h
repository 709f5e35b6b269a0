#pragma once

#include <thrust/detail/config.h>

// What the pipeline asks of a device: a stream, memory, copies, and a function run for each index. One twin runs on a
// GPU, the other, on Thrust's CPU systems, lets the same pipeline be tested everywhere.
#if THRUST_DEVICE_SYSTEM == THRUST_DEVICE_SYSTEM_CUDA
#include "device/device_cuda.h"
#else
#include "device/device_thrust_cpu.h"
#endif
