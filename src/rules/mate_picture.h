#pragma once

#include "rules/reach.h"

namespace plyforge {

/// Whether the men of `attacker` could stand so that the enemy king is mated, each man on a square that it can get to.
/// The men need not get there all at once, and what could be played against the check is not looked at: "no" is
/// certain, "yes" is not.
bool mate_is_conceivable(const Reach& reach, Side attacker);

}  // namespace plyforge
