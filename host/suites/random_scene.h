#pragma once

#include "suites/random_games.h"

namespace plyforge {

/// Men strewn over the board so that what the theme is about is near at hand. Nobody is in check.
FenRecord strewn_men(RandomNumbers& random, Variant variant, Theme theme);

}  // namespace plyforge
