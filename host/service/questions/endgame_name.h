#pragma once

#include <string>

#include "endgame/material.h"

namespace plyforge {

/// The ending of a name such as KQvKR, of at most so many men. Throws Problem.
Material one_ending(const std::string& name, int most_men = kMaxEndgameMen);

}  // namespace plyforge
