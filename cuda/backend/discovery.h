#pragma once

#include <cstddef>

#include "device/device.h"
#include "interface/batch_backend.h"

namespace plyforge::device {

/// What there is to run on. Throws BatchFailure: no driver, or one too old, or no device.
BatchDevices find_devices();

/// Memory that is free on a device. Throws BatchFailure.
std::size_t free_bytes(const BatchDevice& device);

}  // namespace plyforge::device
