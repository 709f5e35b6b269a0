#pragma once

#include <functional>
#include <memory>
#include <string>

#include "app/session/requests.h"
#include "count/devices.h"

namespace plyforge {

/// Chooses where counts run, as the user asked. GPUs are opened when the first count needs them.
class Backends {
 public:
  /// `notice` is told why the CPU counts instead of a GPU. With `cuda`, devices are opened at once; throws
  /// ResourceError where there are none. Throws InputError for devices that contradict the backend.
  Backends(const BackendRequest& request, std::size_t memory_bytes, std::function<void(const std::string&)> notice);

  /// The devices for a count of about so many leaves, or null for the CPU. With `auto`, devices are used where the
  /// count is large enough to pay for their start.
  Devices* for_leaves(double leaves);

  /// To be called after a device has failed: with `auto`, says so and gives up all devices, so that the CPU can start
  /// again; with `cuda`, throws the error.
  void give_up(const DeviceError& error);

 private:
  std::unique_ptr<Devices> open() const;
  void fall_back(const std::string& reason);

  BackendRequest request_;
  std::size_t memory_bytes_;
  std::function<void(const std::string&)> notice_;
  std::unique_ptr<Devices> devices_;
  bool only_cpu_;
};

/// An estimate of the leaves of a count of `depth` plies from the growth of its first two.
double leaves_by_growth(const Position& position, int depth);

/// The same where it matters: 0 for shallow counts, which are quick.
double expected_leaves(const Position& position, int depth);

/// Calls `work()` with `options` set to the devices for about so many leaves, and once more without them if one fails.
/// Backends says when devices are used.
template <class Work>
auto on_backend(Backends& backends, double leaves, CountOptions& options, const Work& work) {
  options.devices = backends.for_leaves(leaves);
  try {
    return work();
  } catch (const DeviceError& error) {
    backends.give_up(error);
    options.devices = nullptr;
    return work();
  }
}

}  // namespace plyforge
