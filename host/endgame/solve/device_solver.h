#pragma once

#include <cstddef>
#include <functional>
#include <stop_token>

#include "count/devices.h"
#include "endgame/solve/solver.h"

namespace plyforge {

/// Solves an endgame as solve_endgame() does, with the same table, on the first of `devices`. The values of moves that
/// leave the endgame are found on the CPU. Throws Interrupted, and DeviceError where the device fails.
EndgameTable solve_endgame_on(Devices& devices, const Material& material, const FindTable& find, const WorkerPool& pool,
                              const std::function<void(const SolveProgress&)>& progress);

/// solve_endgame_on(), and the memory that it takes on the host.
EndgameSolver device_solver(Devices& devices);

}  // namespace plyforge
