#pragma once

#include <thrust/execution_policy.h>
#include <thrust/for_each.h>
#include <thrust/iterator/counting_iterator.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <new>

#include "device/failure.h"
#include "planning/planner.h"

namespace plyforge::device {

constexpr const char* kBackendName = "thrust-cpu";

/// Whether the last two plies are counted together by default.
constexpr bool kFusesTwoPlies = true;

/// Those of one core; only their proportions matter.
constexpr PlannerRates kRates{.merge_child = 60, .two_plies = 400, .last_ply = 100};

/// Work runs in program order, so there is nothing to own.
class Stream {
 public:
  explicit Stream(const BatchDevice&) {}
  void synchronize() const {}
  /// Threads that keep the device busy: how many partial sums a sum is cut into.
  std::uint64_t width() const { return 512; }
};

inline void* allocate(std::size_t bytes, const Stream&) {
  void* memory = ::operator new (bytes, std::align_val_t{64}, std::nothrow);
  if (memory != nullptr) return memory;
  throw OutOfDeviceMemory({BatchError::Kind::out_of_memory, "operator new", 0, "out of memory", ""});
}
inline void release(void* memory, const Stream&) noexcept { ::operator delete (memory, std::align_val_t{64}); }

/// Host memory; on a GPU it is pinned.
inline void* allocate_pinned(std::size_t bytes) { return ::operator new(bytes); }
inline void release_pinned(void* memory) noexcept { ::operator delete(memory); }

inline void copy_to_device(void* to, const void* from, std::size_t bytes, const Stream&) {
  std::memcpy(to, from, bytes);
}
inline void copy_to_host(void* to, const void* from, std::size_t bytes, const Stream&) { std::memcpy(to, from, bytes); }
inline void zero(void* memory, std::size_t bytes, const Stream&) { std::memset(memory, 0, bytes); }

template <class Allocator>
auto policy(Allocator& allocator, const Stream&) {
  return thrust::device(allocator);
}

/// Calls `function(i)` for each index below n, in any order and at the same time.
template <class Function>
void for_each_index(std::uint64_t n, const Function& function, const Stream&) {
  thrust::for_each_n(thrust::device, thrust::counting_iterator<std::uint64_t>(0), n, function);
}

}  // namespace plyforge::device
