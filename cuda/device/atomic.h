#pragma once

// Atomic access to plain memory, with the same names on device and host.
#if defined(__CUDACC__)
#include <cuda/atomic>

namespace plyforge {
template <class T>
using AtomicRef = cuda::atomic_ref<T, cuda::thread_scope_device>;
using cuda::memory_order_acquire;
using cuda::memory_order_relaxed;
using cuda::memory_order_release;
}  // namespace plyforge
#else
#include <atomic>

namespace plyforge {
template <class T>
using AtomicRef = std::atomic_ref<T>;
using std::memory_order_acquire;
using std::memory_order_relaxed;
using std::memory_order_release;
}  // namespace plyforge
#endif
