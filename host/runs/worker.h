#pragma once

#include <functional>

#include "count/counting.h"
#include "runs/store.h"

namespace plyforge {

/// Counts below one unit; all units of runs are counted here. Throws what perft() throws.
UnitCount count_unit(const Unit& unit, int depth, const CountOptions& options);

/// `options` adapted to units of that depth: shallow ones are counted by one thread and without merging, which would
/// cost more than it saves.
CountOptions suited_to_units(CountOptions options, int depth);

/// How a unit is recounted if there is no other backend.
enum class Recount {
  walked,  ///< without merging if it was merged before, and the other way round
  merged,  ///< merged again, with half the memory and other threads: for units too large to count every path
};

/// The options for recounting a unit, counted before as in `first`, in a different way: on another backend if there is
/// one (GPU counts on the CPU, CPU counts on the devices of `options`), else as in `how`.
CountOptions another_way(const UnitCount& first, Recount how, CountOptions options);

/// Counts units until all are counted. Several processes may do so at once; each claims batches of units, sized to
/// store results about once a second, and calls `stored` after each. When stopped or on failure, stores the counts made
/// so far and throws (Interrupted, ResourceError, ...).
void work_through(Store& store, const CountOptions& options, const std::function<void()>& stored = {});

/// Counts every disputed unit twice more, by `options` and in a different way, so that a single wrong count is
/// outvoted. If the two ways keep differing, the unit stays disputed.
void settle_disputes(Store& store, Recount how, const CountOptions& options);

}  // namespace plyforge
