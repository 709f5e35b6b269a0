#pragma once

#include <algorithm>
#include <vector>

#include "count/counting.h"
#include "runs/unit.h"

namespace plyforge {

/// The largest number of units; more call for a smaller split.
constexpr std::size_t kMostUnits = 1'000'000;

/// The distinct positions after `split` plies, sorted by FEN and numbered from 1, each with its paths. Throws
/// InputError if there are more than kMostUnits, and what perft() throws.
std::vector<Unit> cut_into_units(const RunQuestion& question, const CountOptions& options);

/// The default split for a count of `depth` plies: as small as possible, because units do not share merged positions,
/// but large enough that units have at most 9 plies, which take about a minute.
constexpr int default_split(int depth) { return std::min(depth - 1, std::max(1, depth - 9)); }

}  // namespace plyforge
