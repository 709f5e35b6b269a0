#pragma once

#include "problems/search.h"

namespace plyforge {

/// The search that runs on every processor the program is built for.
MateSearch portable_mate_search();

}  // namespace plyforge
