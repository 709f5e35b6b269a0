#include "app/work/backends.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/session/session.h"

namespace plyforge {

namespace {

/// Below this (several seconds of two cores without merging), the CPU is done before a GPU has started.
constexpr double kWorthADevice = 2e10;

/// No device. `silent`: not worth a message where the choice was left to the program and no device was named.
class NoDevice : public ResourceError {
 public:
  explicit NoDevice(const BatchError& error)
      : ResourceError(error.message()), silent(error.kind == BatchError::Kind::not_built) {}
  bool silent;
};

template <class T>
T found(Result<T> result) {
  if (!result.ok()) throw NoDevice(result.error());
  return std::move(result.value());
}

}  // namespace

Backends::Backends(const BackendRequest& request, std::size_t memory_bytes,
                   std::function<void(const std::string&)> notice)
    : request_(request),
      memory_bytes_(memory_bytes),
      notice_(std::move(notice)),
      only_cpu_(request.choice == BackendChoice::cpu) {
  if (only_cpu_ && !request.devices.empty()) {
    throw InputError("--device names GPUs, but --backend is cpu; give --backend cuda or drop --device");
  }
  std::ranges::sort(request_.devices);
  if (std::ranges::adjacent_find(request_.devices) != request_.devices.end()) {
    throw InputError("--device names a GPU twice; give each number once");
  }
  if (request.choice == BackendChoice::cuda) devices_ = open();
}

Devices* Backends::for_leaves(double leaves) {
  if (only_cpu_) return nullptr;
  if (request_.choice == BackendChoice::automatic && leaves < kWorthADevice) return nullptr;
  if (devices_ == nullptr) {
    try {
      devices_ = open();
    } catch (const NoDevice& error) {
      only_cpu_ = true;
      if (!error.silent || !request_.devices.empty()) fall_back(error.what());
    }
  }
  return devices_.get();
}

void Backends::give_up(const DeviceError& error) {
  if (request_.choice == BackendChoice::cuda) throw DeviceError(error);
  fall_back(error.what());
}

std::unique_ptr<Devices> Backends::open() const {
  std::vector<int> indices = request_.devices;
  if (indices.empty()) {
    for (const BatchDevice& device : found(find_batch_devices()).devices) indices.push_back(device.index);
  }
  if (indices.empty()) {
    throw NoDevice({BatchError::Kind::no_device, "", 0, "no GPU found", "use --backend cpu, or check nvidia-smi"});
  }
  std::vector<std::unique_ptr<BatchBackend>> backends;
  backends.reserve(indices.size());
  for (const int index : indices) backends.push_back(found(open_batch_device(index)));
  return std::make_unique<Devices>(std::move(backends), memory_bytes_);
}

void Backends::fall_back(const std::string& reason) {
  only_cpu_ = true;
  devices_.reset();
  notice_("no GPU is used: " + reason + "; counting on the CPU");
}

double leaves_by_growth(const Position& position, int depth) {
  return std::pow(to_double(perft_unmerged(position, 2, Leaf::moves).nodes), depth / 2.0);
}

double expected_leaves(const Position& position, int depth) {
  constexpr int kShallow = 4;
  return depth <= kShallow ? 0 : leaves_by_growth(position, depth);
}

}  // namespace plyforge
