#pragma once

#include <cstdint>

#include "board/move.h"
#include "board/position.h"
#include "leaf/leaf.h"

namespace plyforge {

/// What Leaf::stats says of one legal move, found by making it. For single moves; counts use leaf_stats.h.
LeafSums<std::uint64_t> stats_of_move(const Position& position, Move move);

}  // namespace plyforge
