#pragma once

#include "problems/search.h"

namespace plyforge {

/// The search for processors with fast PEXT; call it only if has_fast_pext().
MateSearch bmi2_mate_search();

}  // namespace plyforge
