#pragma once

#include <cstddef>

namespace plyforge {

/// Half of the memory that the system reports as available, in bytes.
std::size_t default_memory_bytes();

/// Resident size of this process now, in bytes.
std::size_t resident_memory_bytes();

/// Peak resident size of this process, in bytes.
std::size_t peak_memory_bytes();

}  // namespace plyforge
