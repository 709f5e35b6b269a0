#pragma once

#include <stop_token>

#include "board/position.h"
#include "leaf/wide.h"

namespace plyforge {

/// A number that perft(depth) is not below, found in milliseconds at any depth: the paths through a few thousand
/// positions of each ply, chosen among those with the most paths. Far below the truth in most positions, and above 0
/// wherever one of these paths goes on. Throws Interrupted.
Wide perft_lower_bound(const Position& position, int depth, const std::stop_token& stop = {});

}  // namespace plyforge
