#include "app/work/endgame_solver.h"

#include <algorithm>
#include <limits>

#include "endgame/solve/device_solver.h"

namespace plyforge {
namespace {

/// In leaves, as Backends weighs it: five men and more are worth a GPU where there is one. Smaller endgames take a CPU
/// less time than a GPU its start.
double amount_of_work(const std::vector<Material>& wanted) {
  const bool large = std::ranges::any_of(wanted, [](const Material& material) { return material.size() >= 5; });
  return large ? std::numeric_limits<double>::infinity() : 0;
}

}  // namespace

void choose_solver(Backends& backends, const std::vector<Material>& wanted, BuildOptions& options) {
  Devices* const devices = backends.for_leaves(amount_of_work(wanted));
  if (devices == nullptr) return;
  options.solver = device_solver(*devices);
  options.replacement = [&backends](const DeviceError& error) {
    backends.give_up(error);
    return cpu_solver();
  };
}

}  // namespace plyforge
