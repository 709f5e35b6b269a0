#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

#include "device/allocation_gate.h"
#include "device/device.h"
#include "device/failure.h"

namespace plyforge {

/// Device memory within a budget.
class DeviceMemory {
 public:
  DeviceMemory(const device::Stream& stream, std::size_t limit, AllocationGate gate)
      : stream_(stream), limit_(limit), gate_(std::move(gate)) {}
  DeviceMemory(const DeviceMemory&) = delete;
  DeviceMemory& operator=(const DeviceMemory&) = delete;

  const device::Stream& stream() const { return stream_; }
  std::size_t left() const { return limit_ - used_; }
  std::size_t peak() const { return peak_; }

  /// Throws OutOfDeviceMemory.
  void* allocate(std::size_t bytes);
  void release(void* memory, std::size_t bytes) noexcept {
    used_ -= bytes;
    device::release(memory, stream_);
  }

 private:
  const device::Stream& stream_;
  const std::size_t limit_;
  const AllocationGate gate_;
  std::size_t used_ = 0;
  std::size_t peak_ = 0;
};

/// An array in device memory, not initialised.
template <class T>
class Buffer {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  Buffer() = default;
  Buffer(DeviceMemory& memory, std::uint64_t size)
      : memory_(&memory),
        data_(static_cast<T*>(memory.allocate(std::max<std::uint64_t>(size, 1) * sizeof(T)))),
        size_(size) {}
  ~Buffer() { reset(); }
  Buffer(Buffer&& other) noexcept { swap(other); }
  Buffer& operator=(Buffer&& other) noexcept {
    Buffer(std::move(other)).swap(*this);
    return *this;
  }

  T* data() const { return data_; }
  std::uint64_t size() const { return size_; }
  void zero() { device::zero(data_, size_ * sizeof(T), memory_->stream()); }
  void reset() noexcept {
    if (data_ != nullptr) memory_->release(data_, std::max<std::uint64_t>(size_, 1) * sizeof(T));
    data_ = nullptr;
    size_ = 0;
  }

 private:
  void swap(Buffer& other) noexcept {
    std::swap(memory_, other.memory_);
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
  }

  DeviceMemory* memory_ = nullptr;
  T* data_ = nullptr;
  std::uint64_t size_ = 0;
};

/// An array in host memory, for copies to and from the device at full speed.
template <class T>
class PinnedBuffer {
 public:
  explicit PinnedBuffer(std::uint64_t size)
      : data_(static_cast<T*>(device::allocate_pinned(std::max<std::uint64_t>(size, 1) * sizeof(T)))), size_(size) {}
  ~PinnedBuffer() { device::release_pinned(data_); }
  PinnedBuffer(const PinnedBuffer&) = delete;
  PinnedBuffer& operator=(const PinnedBuffer&) = delete;

  T* data() const { return data_; }
  std::uint64_t size() const { return size_; }
  T& operator[](std::uint64_t i) const { return data_[i]; }

 private:
  T* data_;
  std::uint64_t size_;
};

/// Calls `make(size)`, halving the size each time memory runs out, down to `least`.
template <class Make>
auto make_up_to(std::uint64_t size, std::uint64_t least, const Make& make) {
  for (;; size = std::max(size / 2, least)) {
    try {
      return make(size);
    } catch (const OutOfDeviceMemory&) {
      if (size <= least) throw;
    }
  }
}

/// The allocator of Thrust's temporary storage.
class ScratchAllocator {
 public:
  using value_type = char;
  explicit ScratchAllocator(DeviceMemory& memory) : memory_(&memory) {}
  char* allocate(std::ptrdiff_t bytes) {
    return static_cast<char*>(memory_->allocate(static_cast<std::size_t>(bytes)));
  }
  void deallocate(char* memory, std::size_t bytes) { memory_->release(memory, bytes); }

 private:
  DeviceMemory* memory_;
};

}  // namespace plyforge
