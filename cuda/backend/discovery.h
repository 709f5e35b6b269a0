#pragma once

#include <cstddef>

#include "device/device.h"
#include "interface/batch_backend.h"

namespace plyforge::device {

/// The devices of this machine. Throws BatchFailure where there is no driver, an outdated one, or no device.
BatchDevices find_devices();

/// The free memory of a device, in bytes. Throws BatchFailure.
std::size_t free_bytes(const BatchDevice& device);

}  // namespace plyforge::device
