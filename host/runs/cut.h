#pragma once

#include <algorithm>
#include <vector>

#include "count/counting.h"
#include "runs/unit.h"

namespace plyforge {

/// More units than these are refused: they would be better cut after fewer plies.
constexpr std::size_t kMostUnits = 1'000'000;

/// The distinct positions after the plies of the split, sorted by FEN and numbered from 1, each with its paths. Throws
/// InputError when there are more than kMostUnits, and what perft() throws.
std::vector<Unit> cut_into_units(const RunQuestion& question, const CountOptions& options);

/// The split of a count of `depth` plies that was not told another: as small as may be, because units cannot share what
/// lies below them, but units of no more than 9 plies, which take a minute or so.
constexpr int default_split(int depth) { return std::min(depth - 1, std::max(1, depth - 9)); }

}  // namespace plyforge
