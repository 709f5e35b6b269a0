#pragma once

#include <string>

#include "endgame/material.h"

namespace plyforge {

/// The endgame of a name such as KQvKR, of at most so many men. Throws Problem.
Material one_endgame(const std::string& name, int most_men = kMaxEndgameMen);

}  // namespace plyforge
