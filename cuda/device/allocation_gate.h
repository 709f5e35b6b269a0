#pragma once

#include <cstddef>
#include <functional>

namespace plyforge {

/// Asked before each allocation; false makes it fail. For tests of what happens then.
using AllocationGate = std::function<bool(std::size_t bytes)>;

}  // namespace plyforge
