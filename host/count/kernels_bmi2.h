#pragma once

#include "count/kernels.h"

namespace plyforge {

/// Whether this processor has AVX2 and BMI2 and executes PEXT as one fast instruction. Never true off x86-64.
bool has_fast_pext();

/// Kernels for such a processor. To be called only if has_fast_pext().
Kernels bmi2_kernels();

}  // namespace plyforge
