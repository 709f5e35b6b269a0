#pragma once

#include "suites/random_games.h"

namespace plyforge {

/// Men scattered over the board so that moves of the theme are likely. Nobody is in check.
FenRecord strewn_men(RandomNumbers& random, Variant variant, Theme theme);

}  // namespace plyforge
