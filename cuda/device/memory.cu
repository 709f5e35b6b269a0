#include <string>

#include "device/memory.h"

namespace plyforge {

void* DeviceMemory::allocate(std::size_t bytes) {
  if (bytes > left()) {
    throw OutOfDeviceMemory(
        {BatchError::Kind::out_of_memory, "", 0,
         "the memory budget has " + std::to_string(left()) + " bytes left, " + std::to_string(bytes) + " are needed",
         "give more memory"});
  }
  if (gate_ && !gate_(bytes)) {
    throw OutOfDeviceMemory({BatchError::Kind::out_of_memory, "test", 0, "refused by a test", ""});
  }
  void* memory = device::allocate(bytes, stream_);
  used_ += bytes;
  peak_ = std::max(peak_, used_);
  return memory;
}

}  // namespace plyforge
