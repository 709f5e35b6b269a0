#pragma once

#include <cstddef>

namespace plyforge {

/// Half of the memory that the system says is available, in bytes.
std::size_t default_memory_bytes();

/// Resident size of this process now, in bytes.
std::size_t resident_memory_bytes();

/// Largest resident size this process has had, in bytes.
std::size_t peak_memory_bytes();

}  // namespace plyforge
