#pragma once

#include "count/kernels.h"

namespace plyforge {

/// Kernels that run on every processor the program is built for.
Kernels portable_kernels();

}  // namespace plyforge
