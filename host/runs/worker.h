#pragma once

#include <functional>

#include "count/counting.h"
#include "runs/store.h"

namespace plyforge {

/// Counts below one unit: the one place where the units of runs are counted. Throws what perft() throws.
UnitCount count_unit(const Unit& unit, int depth, const CountOptions& options);

/// `options` as suits units of that depth: shallow ones are counted by one thread and without merging, which would cost
/// more than it saves.
CountOptions suited_to_units(CountOptions options, int depth);

/// How a unit is counted once more where there is no other backend.
enum class Recount {
  walked,  ///< without merging; what was counted without merging is merged
  merged,  ///< merged again, in half the memory and by other threads: for units too large to walk every path
};

/// The options by which a unit, once counted as `first` says, is counted another way: on another backend where there is
/// one (what a GPU has counted on the CPU, and on the devices of `options` what the CPU has), else as `how` says.
CountOptions another_way(const UnitCount& first, Recount how, CountOptions options);

/// Counts units until every one has been counted. Several processes may do so at once; each takes a batch of units,
/// small enough that its results are stored about once a second; `stored` is called when they are. When stopped or when
/// something fails, stores what is counted and throws (Interrupted, ResourceError, ...).
void work_through(Store& store, const CountOptions& options, const std::function<void()>& stored = {});

/// Counts every disputed unit twice more, as `options` say and another way, so that a single wrong count is outvoted.
/// Where the two ways differ for good the unit stays disputed.
void settle_disputes(Store& store, Recount how, const CountOptions& options);

}  // namespace plyforge
