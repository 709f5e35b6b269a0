#pragma once

#include "problems/search.h"

namespace plyforge {

/// The search for any processor that the program is built for.
MateSearch portable_mate_search();

}  // namespace plyforge
