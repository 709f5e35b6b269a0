#pragma once

#include <vector>

#include "app/work/backends.h"
#include "endgame/solve/table_builder.h"

namespace plyforge {

/// Chooses where endgames are solved: sets the solver of `options` to a device where `backends` has one and the
/// endgames are worth its start, with the CPU as its replacement. `backends` must outlive the options. Throws
/// ResourceError as Backends does.
void choose_solver(Backends& backends, const std::vector<Material>& wanted, BuildOptions& options);

}  // namespace plyforge
