#include "backend/discovery.h"

#if THRUST_DEVICE_SYSTEM == THRUST_DEVICE_SYSTEM_CUDA

namespace plyforge::device {

namespace {

std::string version_text(int version) {
  return std::to_string(version / 1000) + "." + std::to_string(version % 1000 / 10);
}

const char* advice_for(cudaError_t code) {
  switch (code) {
    case cudaErrorNoDevice:
      return "use --backend cpu, or check nvidia-smi and CUDA_VISIBLE_DEVICES";
    case cudaErrorInsufficientDriver:
      return "install or update the NVIDIA driver, or use --backend cpu";
    case cudaErrorMemoryAllocation:
      return "give less memory, or free the device";
    case cudaErrorNoKernelImageForDevice:
      return "build with the architecture of this device in CMAKE_CUDA_ARCHITECTURES";
    default:
      return "check nvidia-smi; if it repeats, run it under compute-sanitizer";
  }
}

BatchError::Kind kind_of(cudaError_t code) {
  switch (code) {
    case cudaErrorNoDevice:
    case cudaErrorInvalidDevice:
      return BatchError::Kind::no_device;
    case cudaErrorInsufficientDriver:
    case cudaErrorSystemDriverMismatch:
      return BatchError::Kind::driver;
    case cudaErrorMemoryAllocation:
      return BatchError::Kind::out_of_memory;
    default:
      return BatchError::Kind::device;
  }
}

BatchDevice describe(int index) {
  cudaDeviceProp properties{};
  PLYFORGE_CUDA_CHECK(cudaGetDeviceProperties(&properties, index));
  BatchDevice device;
  device.index = index;
  device.name = properties.name;
  device.architecture = "sm_" + std::to_string(properties.major * 10 + properties.minor);
  device.memory_bytes = properties.totalGlobalMem;
  device.multiprocessors = properties.multiProcessorCount;
  device.free_bytes = free_bytes(device);
  return device;
}

}  // namespace

BatchError cuda_error(cudaError_t code, const char* call) {
  return {kind_of(code), call, static_cast<int>(code), cudaGetErrorString(code), advice_for(code)};
}

void check(cudaError_t code, const char* call) {
  if (code == cudaSuccess) return;
  static_cast<void>(cudaGetLastError());  // clears it, or the next call would report it again
  if (code == cudaErrorMemoryAllocation) throw OutOfDeviceMemory(cuda_error(code, call));
  throw BatchFailure(cuda_error(code, call));
}

std::size_t free_bytes(const BatchDevice& device) {
  std::size_t free = 0;
  std::size_t total = 0;
  PLYFORGE_CUDA_CHECK(cudaSetDevice(device.index));
  PLYFORGE_CUDA_CHECK(cudaMemGetInfo(&free, &total));
  return free;
}

BatchDevices find_devices() {
  BatchDevices found;
  PLYFORGE_CUDA_CHECK(cudaDriverGetVersion(&found.driver_version));
  PLYFORGE_CUDA_CHECK(cudaRuntimeGetVersion(&found.runtime_version));
  if (found.driver_version == 0) {
    throw BatchFailure({BatchError::Kind::driver, "cudaDriverGetVersion", 0, "no NVIDIA driver found",
                        "install one for CUDA " + version_text(found.runtime_version) + ", or use --backend cpu"});
  }
  int count = 0;
  PLYFORGE_CUDA_CHECK(cudaGetDeviceCount(&count));
  for (int index = 0; index < count; ++index) found.devices.push_back(describe(index));
  return found;
}

}  // namespace plyforge::device

#else

#include <unistd.h>

namespace plyforge::device {

std::size_t free_bytes(const BatchDevice&) {
  return static_cast<std::size_t>(sysconf(_SC_AVPHYS_PAGES)) * static_cast<std::size_t>(sysconf(_SC_PAGESIZE)) / 2;
}

BatchDevices find_devices() {
  BatchDevice device;
  device.name = "this processor";
  device.architecture = "host";
  device.multiprocessors = static_cast<int>(sysconf(_SC_NPROCESSORS_ONLN));
  device.memory_bytes =
      static_cast<std::size_t>(sysconf(_SC_PHYS_PAGES)) * static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  device.free_bytes = free_bytes(device);
  BatchDevices found;
  found.devices.push_back(device);
  return found;
}

}  // namespace plyforge::device

#endif
