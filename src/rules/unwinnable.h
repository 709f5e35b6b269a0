#pragma once

#include "board/position.h"
#include "rules/reach.h"

namespace plyforge {

/// Whether it can be shown, without trying moves one by one, that a side will never mate. "Yes" is certain.
///
/// All positions between two captures or pawn moves are looked at together, as a setup: each man on any square that it
/// can get to. Of each setup it is asked whether the attacker could mate in it, and which captures and pawn moves lead
/// on. Every legal game is a way through these setups. Each capture or pawn move leaves fewer of them, so they come to
/// an end; `budget` counts down the setups looked at, and where it is used up nothing is shown.
bool is_unwinnable(const Position& position, Side attacker, int& budget);

}  // namespace plyforge
