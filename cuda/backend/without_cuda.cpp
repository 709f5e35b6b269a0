// A build without a CUDA compiler has no devices, and says so.

#include "interface/batch_backend.h"

namespace plyforge {

namespace {

BatchError not_built() {
  return {BatchError::Kind::not_built, "", 0, "this program was built without CUDA",
          "build it where nvcc is found, or use --backend cpu"};
}

}  // namespace

Result<BatchDevices> find_batch_devices() { return not_built(); }

Result<std::unique_ptr<BatchBackend>> open_batch_device(int) { return not_built(); }

}  // namespace plyforge
