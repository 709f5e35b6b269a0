#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "device/device.h"
#include "device/memory.h"

namespace plyforge {

/// Where one count runs: a stream, the memory it may take, and room for single values, so that these never need an
/// allocation that could fail later.
class DeviceContext {
 public:
  DeviceContext(const BatchDevice& device, std::size_t memory_limit, AllocationGate gate)
      : stream_(device), memory_(stream_, memory_limit, std::move(gate)), words_(memory_, 4), page_(kPage) {}

  const device::Stream& stream() const { return stream_; }
  DeviceMemory& memory() { return memory_; }

  /// Calls `function(i)` for each index below n on the device.
  template <class Function>
  void for_each_index(std::uint64_t n, const Function& function) {
    device::for_each_index(n, function, stream_);
  }

  /// Numbers in device memory; each has one use at a time.
  std::uint64_t* counter() { return words_.data(); }
  std::uint64_t* overflow_flag() { return words_.data() + 1; }
  std::uint64_t* chunk_cut() { return words_.data() + 2; }  ///< two of them

  /// Sets such a number to 0 and returns it.
  std::uint64_t* zeroed(std::uint64_t* word) {
    device::zero(word, sizeof(*word), stream_);
    return word;
  }

  /// Reads a value from device memory, after all earlier work of the stream.
  template <class T>
  T read(const T* from) {
    static_assert(sizeof(T) <= kPage);
    device::copy_to_host(page_.data(), from, sizeof(T), stream_);
    stream_.synchronize();
    T value;
    std::memcpy(&value, page_.data(), sizeof(T));
    return value;
  }

 private:
  static constexpr std::size_t kPage = 4096;

  device::Stream stream_;
  DeviceMemory memory_;
  Buffer<std::uint64_t> words_;
  PinnedBuffer<std::byte> page_;
};

}  // namespace plyforge
