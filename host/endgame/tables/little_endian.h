#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace plyforge {

/// The number in the `bytes` (at most 8) bytes at `data`, the lowest first.
inline std::uint64_t read_little_endian(const std::uint8_t* data, std::size_t bytes) {
  std::uint64_t value = 0;
  for (std::size_t i = bytes; i-- > 0;) value = value << 8 | data[i];
  return value;
}

inline void append_little_endian(std::string& text, std::uint64_t value, std::size_t bytes) {
  for (std::size_t i = 0; i < bytes; ++i) text += static_cast<char>(value >> (8 * i) & 0xFF);
}

}  // namespace plyforge
