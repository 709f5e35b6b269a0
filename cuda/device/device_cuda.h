#pragma once

#include <cuda_runtime.h>
#include <thrust/execution_policy.h>
#include <thrust/system/cuda/execution_policy.h>

#include <cstddef>
#include <cstdint>

#include "device/cuda_check.h"
#include "planning/planner.h"

namespace plyforge::device {

constexpr const char* kBackendName = "cuda";

/// Whether the last two plies are counted together by default. See bench/gpu.md: the code is several times as large as
/// the instruction cache, and its threads diverge.
constexpr bool kFusesTwoPlies = false;

/// Estimates from instructions and bytes (bench/gpu.md), until a count has measured them.
constexpr PlannerRates kRates{.merge_child = 0.08, .two_plies = 2.3, .last_ply = 0.2};

/// A CUDA stream of one device, which it makes current.
class Stream {
 public:
  explicit Stream(const BatchDevice& device) : multiprocessors_(device.multiprocessors) {
    PLYFORGE_CUDA_CHECK(cudaSetDevice(device.index));
    // While a stream lives, released memory stays in the pool: giving it back at each synchronization would take
    // longer than many kernels do.
    PLYFORGE_CUDA_CHECK(cudaDeviceGetDefaultMemPool(&pool_, device.index));
    std::uint64_t kept = ~std::uint64_t{0};
    PLYFORGE_CUDA_CHECK(cudaMemPoolSetAttribute(pool_, cudaMemPoolAttrReleaseThreshold, &kept));
    PLYFORGE_CUDA_CHECK(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking));
  }
  ~Stream() {
    PLYFORGE_CUDA_CHECK_NO_THROW(cudaStreamSynchronize(stream_));
    PLYFORGE_CUDA_CHECK_NO_THROW(cudaStreamDestroy(stream_));
    PLYFORGE_CUDA_CHECK_NO_THROW(cudaMemPoolTrimTo(pool_, 0));
  }
  Stream(const Stream&) = delete;
  Stream& operator=(const Stream&) = delete;

  cudaStream_t get() const { return stream_; }
  void synchronize() const { PLYFORGE_CUDA_CHECK(cudaStreamSynchronize(stream_)); }
  /// Threads that keep the device busy: how many partial sums a sum is cut into.
  std::uint64_t width() const { return static_cast<std::uint64_t>(multiprocessors_) * 2048; }

 private:
  int multiprocessors_;
  cudaMemPool_t pool_ = nullptr;
  cudaStream_t stream_ = nullptr;
};

/// Memory in the order of the stream, from the device's pool.
inline void* allocate(std::size_t bytes, const Stream& stream) {
  void* memory = nullptr;
  PLYFORGE_CUDA_CHECK(cudaMallocAsync(&memory, bytes, stream.get()));
  return memory;
}
inline void release(void* memory, const Stream& stream) noexcept {
  PLYFORGE_CUDA_CHECK_NO_THROW(cudaFreeAsync(memory, stream.get()));
}

/// Pinned host memory, which a device copies from and to directly.
inline void* allocate_pinned(std::size_t bytes) {
  void* memory = nullptr;
  PLYFORGE_CUDA_CHECK(cudaMallocHost(&memory, bytes));
  return memory;
}
inline void release_pinned(void* memory) noexcept { PLYFORGE_CUDA_CHECK_NO_THROW(cudaFreeHost(memory)); }

inline void copy_to_device(void* to, const void* from, std::size_t bytes, const Stream& stream) {
  PLYFORGE_CUDA_CHECK(cudaMemcpyAsync(to, from, bytes, cudaMemcpyHostToDevice, stream.get()));
}
inline void copy_to_host(void* to, const void* from, std::size_t bytes, const Stream& stream) {
  PLYFORGE_CUDA_CHECK(cudaMemcpyAsync(to, from, bytes, cudaMemcpyDeviceToHost, stream.get()));
}
inline void zero(void* memory, std::size_t bytes, const Stream& stream) {
  PLYFORGE_CUDA_CHECK(cudaMemsetAsync(memory, 0, bytes, stream.get()));
}

template <class Allocator>
auto policy(Allocator& allocator, const Stream& stream) {
  return thrust::cuda::par_nosync(allocator).on(stream.get());
}

constexpr unsigned kThreads = 128;

/// Thrust's own loop handles two indices per thread, unrolled: twice the code, and these functions are large.
template <class Function>
__global__ void __launch_bounds__(kThreads) index_kernel(std::uint64_t n, const Function function) {
  const std::uint64_t i = static_cast<std::uint64_t>(blockIdx.x) * kThreads + threadIdx.x;
  if (i < n) function(i);
}

/// Calls `function(i)` for each index below n, in any order and at the same time.
template <class Function>
void for_each_index(std::uint64_t n, const Function& function, const Stream& stream) {
  if (n == 0) return;
  const auto blocks = static_cast<unsigned>((n + kThreads - 1) / kThreads);
  index_kernel<<<blocks, kThreads, 0, stream.get()>>>(n, function);
  PLYFORGE_CUDA_CHECK(cudaGetLastError());
}

}  // namespace plyforge::device
