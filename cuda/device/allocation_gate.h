#pragma once

#include <cstddef>
#include <functional>

namespace plyforge {

/// Called before each allocation; returning false makes it fail. For tests of what happens then.
using AllocationGate = std::function<bool(std::size_t bytes)>;

}  // namespace plyforge
