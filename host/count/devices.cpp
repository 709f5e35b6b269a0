#include "count/devices.h"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <stdexcept>
#include <thread>

#include "base/clock.h"
#include "base/memory.h"
#include "count/position_table.h"

namespace plyforge {

namespace {

/// The value; an error is thrown as the exception that callers of perft() expect.
template <class T>
T value_of(Result<T> result) {
  if (result.ok()) return std::move(result.value());
  const BatchError& error = result.error();
  switch (error.kind) {
    case BatchError::Kind::stopped:
      throw Interrupted();
    case BatchError::Kind::overflow:
      throw PathsOverflow();
    case BatchError::Kind::bad_request:
      throw std::invalid_argument(error.message());
    default:
      throw DeviceError(error.message());
  }
}

/// Hands out the numbers 0..items - 1 to one thread per device, which calls `work(device, item, stop)`. The first
/// exception stops the others and is thrown.
template <class Work>
void share_among_devices(std::size_t devices, std::size_t items, const std::stop_token& stop, const Work& work) {
  std::stop_source source;
  const std::stop_callback stop_with_caller(stop, [&source] { source.request_stop(); });
  std::atomic<std::size_t> next{0};
  std::mutex mutex;
  std::exception_ptr failure;
  const auto run = [&](std::size_t device) {
    try {
      for (std::size_t item; (item = next.fetch_add(1)) < items;) work(device, item, source.get_token());
    } catch (...) {
      const std::lock_guard lock(mutex);
      if (failure == nullptr) failure = std::current_exception();
      source.request_stop();
    }
  };
  {
    std::vector<std::jthread> threads;
    for (std::size_t device = 1; device < devices; ++device) threads.emplace_back(run, device);
    run(0);
  }
  if (failure != nullptr) std::rethrow_exception(failure);
}

/// The progress of several slices of a count, reported as one share.
class SharedProgress {
 public:
  SharedProgress(std::size_t slices, const CountOptions& options) : shares_(slices, 0.0), options_(&options) {}

  void reached(std::size_t slice, const BatchProgress& news, int ply) {
    const std::lock_guard lock(mutex_);
    done_ += (news.share - shares_[slice]) / static_cast<double>(shares_.size());
    shares_[slice] = news.share;
    if (options_->progress) options_->progress({.done = std::min(done_, 1.0), .ply = ply});
  }

 private:
  std::mutex mutex_;
  std::vector<double> shares_;
  double done_ = 0;
  const CountOptions* options_;
};

/// Adds what a device has counted. All devices count the plies above `shared`, and each its part of the others.
void add_share(CountReport& report, const BatchReport& share, int shared) {
  report.totals.add(share.totals);
  report.leaf_seconds = std::max(report.leaf_seconds, share.leaf_seconds);
  report.peak_device_bytes = std::max(report.peak_device_bytes, share.peak_bytes);
  for (const BatchLayer& layer : share.layers) {
    const auto ply = static_cast<std::size_t>(layer.ply);
    while (report.layers.size() < ply) report.layers.push_back({.ply = static_cast<int>(report.layers.size()) + 1});
    LayerReport& sum = report.layers[ply - 1];
    sum.positions = layer.ply < shared ? layer.positions : sum.positions + layer.positions;
    sum.seconds = std::max(sum.seconds, layer.seconds);
  }
  report.merged_plies = static_cast<int>(report.layers.size());
}

}  // namespace

Devices::Devices(std::vector<std::unique_ptr<BatchBackend>> backends, std::size_t memory_bytes)
    : backends_(std::move(backends)), memory_bytes_(memory_bytes) {
  if (backends_.empty()) throw std::invalid_argument("no device is open; at least one must be");
}

std::vector<std::string> Devices::names() const {
  std::vector<std::string> names;
  for (const auto& backend : backends_) names.push_back(backend->device().name);
  return names;
}

BatchOptions Devices::batch_options(const CountOptions& options) const {
  BatchOptions batch;
  batch.leaf = options.leaf;
  batch.merge = options.merge;
  batch.memory_bytes = memory_bytes_;
  batch.stop = options.stop;
  return batch;
}

CountReport Devices::perft(const Position& position, int depth, const CountOptions& options) {
  const Clock::time_point begun = Clock::now();
  CountReport report;
  constexpr int kShallow = 3;  // not enough plies to share, or nothing to gain
  if (backends_.size() > 1 && depth > kShallow) {
    report = perft_shared(position, depth, options);
  } else {
    SharedProgress progress(1, options);
    BatchOptions batch = batch_options(options);
    batch.progress = [&](const BatchProgress& news) { progress.reached(0, news, news.ply); };
    add_share(report, value_of(backends_.front()->count(position, depth, batch)), 0);
  }
  report.seconds = seconds_since(begun);
  report.backend = backend();
  report.devices = names();
  report.peak_memory_bytes = peak_memory_bytes();
  return report;
}

// Every device counts a share of the positions two plies above the leaves, and expands everything above them itself.
// For the last merged ply, by far the largest, one device also works in parts like that. Nothing is exchanged, and no
// path is counted twice.
CountReport Devices::perft_shared(const Position& position, int depth, const CountOptions& options) {
  constexpr int kSharedPlies = 2;
  const std::size_t shares = backends_.size();
  SharedProgress progress(shares, options);
  std::mutex mutex;
  CountReport report;
  share_among_devices(shares, shares, options.stop,
                      [&](std::size_t device, std::size_t share, const std::stop_token& stop) {
                        BatchOptions mine = batch_options(options);
                        mine.stop = stop;
                        mine.share = {.of_positions = {.part = share, .parts = shares}, .remaining = kSharedPlies};
                        mine.progress = [&](const BatchProgress& news) { progress.reached(share, news, news.ply); };
                        const BatchReport part = value_of(backends_[device]->count(position, depth, mine));
                        const std::lock_guard lock(mutex);
                        add_share(report, part, depth - kSharedPlies);
                      });
  return report;
}

std::vector<Totals> Devices::perft_each(std::span<const BatchItem> items, const CountOptions& options) {
  constexpr std::size_t kSlicesADevice = 4;
  const std::size_t slices = backends_.size() == 1 ? 1 : backends_.size() * kSlicesADevice;
  std::vector<std::vector<Totals>> parts(slices);
  const auto first_of = [&](std::size_t slice) { return items.size() * slice / slices; };
  share_among_devices(backends_.size(), slices, options.stop,
                      [&](std::size_t device, std::size_t slice, const std::stop_token& stop) {
                        BatchOptions mine = batch_options(options);
                        mine.stop = stop;
                        const auto part = items.subspan(first_of(slice), first_of(slice + 1) - first_of(slice));
                        parts[slice] = value_of(backends_[device]->count_each(part, mine));
                      });
  std::vector<Totals> totals;
  totals.reserve(items.size());
  for (const std::vector<Totals>& part : parts) totals.insert(totals.end(), part.begin(), part.end());
  return totals;
}

BatchEndgameReport Devices::solve_endgame(const BatchEndgame& endgame, const std::stop_token& stop) {
  BatchOptions batch;
  batch.memory_bytes = memory_bytes_;
  batch.stop = stop;
  return value_of(backends_.front()->solve_endgame(endgame, batch));
}

}  // namespace plyforge
