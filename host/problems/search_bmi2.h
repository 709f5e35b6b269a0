#pragma once

#include "problems/search.h"

namespace plyforge {

/// The search for processors with fast PEXT. Call only where has_fast_pext().
MateSearch bmi2_mate_search();

}  // namespace plyforge
