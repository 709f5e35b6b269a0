#include <thrust/system_error.h>

#include <algorithm>
#include <chrono>
#include <new>
#include <numeric>
#include <optional>
#include <stdexcept>
#include <utility>

#include "backend/backend.h"
#include "backend/discovery.h"
#include "count/pipeline.h"
#include "count/upload.h"
#include "device/called_sliders.h"
#include "endgame/passes.h"
#include "leaf/outcome.h"

namespace plyforge {

namespace {

constexpr int kMostPlies = 64;
constexpr std::size_t kLeastMemory = std::size_t{8} << 20;

BatchError bad_request(std::string text, std::string advice) {
  return {BatchError::Kind::bad_request, "", 0, std::move(text), std::move(advice)};
}

/// Runs what may throw, and returns its value or its error.
template <class T, class Run>
Result<T> guarded(const Run& run) {
  try {
    return run();
  } catch (const BatchFailure& failure) {
    return failure.error();
  } catch (const thrust::system_error& error) {
    return BatchError{BatchError::Kind::device, "thrust", error.code().value(), error.what(),
                      "run compute-sanitizer on it if it repeats"};
  } catch (const std::logic_error& error) {
    return BatchError{BatchError::Kind::device, "", 0, error.what(), ""};
  } catch (const std::overflow_error& error) {
    return BatchError{BatchError::Kind::overflow, "", 0, error.what(), ""};
  } catch (const std::bad_alloc&) {
    return BatchError{BatchError::Kind::out_of_memory, "operator new", 0, "out of host memory",
                      "count in smaller parts"};
  }
}

/// The only node of a count of no plies.
Totals count_root(const Position& position, Leaf leaf) {
  Totals totals;
  totals.nodes = 1;
  if (leaf == Leaf::outcome) ++totals[outcome_of(unpack(position), LineSliders{})];
  return totals;
}

void check_share(const std::optional<WorkShare>& share, int depth) {
  if (!share || (share->remaining >= 2 && share->remaining < depth)) return;
  throw BatchFailure(bad_request("a count of " + std::to_string(depth) + " plies cannot be shared out " +
                                     std::to_string(share->remaining) + " plies above its leaves",
                                 "it must be at least 2 and less than the depth"));
}

void check_depth(int depth) {
  if (depth >= 0 && depth <= kMostPlies) return;
  throw BatchFailure(bad_request("the depth is " + std::to_string(depth), "it must be 0 to 64 plies"));
}

void check_endgame(const Material& material, std::size_t memory_limit) {
  const std::size_t needed = endgame_bytes(material);
  if (needed <= memory_limit) return;
  const auto mebibytes = [](std::size_t bytes) { return std::to_string((bytes + (1 << 20) - 1) >> 20) + " MiB"; };
  throw OutOfDeviceMemory({BatchError::Kind::out_of_memory, "", 0,
                           "solving " + material.name() + " takes " + mebibytes(needed) +
                               " of device memory, the budget is " + mebibytes(memory_limit),
                           "give more memory, or solve it on the CPU"});
}

/// Items of one depth, with a context of their own.
class ItemGroup {
 public:
  /// Starts to copy the items order[first..last) to the device.
  ItemGroup(std::span<const BatchItem> items, std::span<const std::size_t> order, std::size_t first, std::size_t last,
            std::unique_ptr<DeviceContext> context)
      : items_(items), group_(order.subspan(first, last - first)), end_(last), context_(std::move(context)) {
    std::vector<WeightedPosition> numbered;
    numbered.reserve(group_.size());
    for (const std::size_t i : group_) numbered.push_back({items[i].position, numbered.size() + 1});
    upload_.emplace(*context_, numbered);
  }

  /// Where the next group starts.
  std::size_t end() const { return end_; }

  /// Counts the items into their places of `totals`.
  void count(const BatchOptions& options, const PlannerRates& rates, std::vector<Totals>& totals) && {
    const int depth = items_[group_.front()].depth;
    if (depth == 0) {
      for (const std::size_t i : group_) totals[i] = count_root(items_[i].position, options.leaf);
      return;
    }
    const Frontier positions = std::move(*upload_).finish();
    upload_.reset();
    Pipeline pipeline(*context_, options, depth, rates);
    const ItemSums sums(*context_, group_.size(), options.leaf);
    pipeline.count_items(positions, depth, sums);
    const std::vector<Totals> fetched = sums.fetch(*context_);
    for (std::size_t i = 0; i < group_.size(); ++i) totals[group_[i]] = fetched[i];
  }

 private:
  std::span<const BatchItem> items_;
  std::span<const std::size_t> group_;  ///< indices of items
  std::size_t end_;
  std::unique_ptr<DeviceContext> context_;
  std::optional<Upload> upload_;
};

class Backend : public BatchBackend {
 public:
  Backend(BatchDevice device, AllocationGate gate) : device_(std::move(device)), gate_(std::move(gate)) {}

  std::string_view name() const override { return device::kBackendName; }
  const BatchDevice& device() const override { return device_; }

  Result<BatchReport> count(const Position& position, int depth, const BatchOptions& options) override {
    return count_frontier({{WeightedPosition{position, 1}}}, depth, options);
  }

  Result<BatchReport> count_frontier(std::span<const WeightedPosition> frontier, int remaining,
                                     const BatchOptions& options) override {
    return guarded<BatchReport>([&] {
      const auto begun = std::chrono::steady_clock::now();
      check_depth(remaining);
      check_share(options.share, remaining);
      BatchReport report;
      if (remaining == 0) {
        for (const auto& [position, paths] : frontier) report.totals.add(count_root(position, options.leaf), paths);
      } else if (!frontier.empty()) {
        DeviceContext context(device_, memory_limit(options), gate_);
        Pipeline pipeline(context, options, remaining, rates_);
        report.totals = pipeline.count(frontier, remaining);
        rates_ = pipeline.rates();
        report.layers = pipeline.layers();
        report.leaf_seconds = pipeline.leaf_seconds();
        report.peak_bytes = context.memory().peak();
      }
      report.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count();
      return report;
    });
  }

  Result<std::vector<WeightedPosition>> expand(std::span<const WeightedPosition> frontier,
                                               const BatchOptions& options) override {
    return guarded<std::vector<WeightedPosition>>([&] {
      if (frontier.empty()) return std::vector<WeightedPosition>();
      DeviceContext context(device_, memory_limit(options), gate_);
      return Pipeline(context, options, 1, rates_).expand(frontier);
    });
  }

  Result<std::vector<Totals>> count_each(std::span<const BatchItem> items, const BatchOptions& options) override {
    return guarded<std::vector<Totals>>([&] { return count_items(items, options); });
  }

  Result<BatchEndgameReport> solve_endgame(const BatchEndgame& endgame, const BatchOptions& options) override {
    return guarded<BatchEndgameReport>([&] {
      const auto begun = std::chrono::steady_clock::now();
      const std::size_t limit = memory_limit(options);
      check_endgame(endgame.material, limit);
      DeviceContext context(device_, limit, gate_);
      const EndgameLayout layout(context, endgame.material);
      const EndgameSolve solve{context, endgame, options, layout.view()};
      const ConversionStream conversions(solve);
      EndgameValues values(solve);
      const EndgameOutcome outcome = find_dtm(solve, conversions, values);
      values.store(Metric::dtm);
      find_dtz(solve, conversions, outcome, values);
      return BatchEndgameReport{std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count(),
                                context.memory().peak()};
    });
  }

 private:
  std::size_t memory_limit(const BatchOptions& options) const {
    if (options.memory_bytes == 0) return std::max(device::free_bytes(device_) / 10 * 9, kLeastMemory);
    if (options.memory_bytes >= kLeastMemory) return options.memory_bytes;
    throw BatchFailure(bad_request("the memory budget is " + std::to_string(options.memory_bytes) + " bytes",
                                   "it must be at least 8 MiB"));
  }

  /// Items of one depth share their launches, as many at a time as fit in an eighth of the memory. While one group is
  /// counted, the next is copied to the device.
  std::vector<Totals> count_items(std::span<const BatchItem> items, const BatchOptions& options) {
    const std::size_t memory = memory_limit(options) / 2;
    std::vector<Totals> totals(items.size());
    std::vector<std::size_t> order(items.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return items[a].depth < items[b].depth; });
    std::unique_ptr<ItemGroup> group = next_group(items, order, 0, memory, options.leaf);
    while (group != nullptr) {
      std::unique_ptr<ItemGroup> next;
      bool fits = true;
      try {
        next = next_group(items, order, group->end(), memory, options.leaf);
      } catch (const OutOfDeviceMemory&) {
        fits = false;
      }
      const std::size_t end = group->end();
      std::move(*group).count(options, rates_, totals);
      group.reset();
      group = fits ? std::move(next) : next_group(items, order, end, memory, options.leaf);
    }
    return totals;
  }

  /// The group of items that starts at `first`; null after the last.
  std::unique_ptr<ItemGroup> next_group(std::span<const BatchItem> items, std::span<const std::size_t> order,
                                        std::size_t first, std::size_t memory, Leaf leaf) const {
    if (first == order.size()) return nullptr;
    const int depth = items[order[first]].depth;
    check_depth(depth);
    const std::size_t most = memory / 4 / (ItemSums::item_bytes(leaf) + Frontier::kSlotBytes);
    std::size_t last = first;
    while (last < order.size() && last - first < most && items[order[last]].depth == depth) ++last;
    return std::make_unique<ItemGroup>(items, order, first, last,
                                       std::make_unique<DeviceContext>(device_, memory, gate_));
  }

  BatchDevice device_;
  AllocationGate gate_;
  PlannerRates rates_ = device::kRates;
};

}  // namespace

std::unique_ptr<BatchBackend> make_batch_backend(const BatchDevice& device, AllocationGate gate) {
  return std::make_unique<Backend>(device, std::move(gate));
}

Result<BatchDevices> find_batch_devices() {
  return guarded<BatchDevices>([] { return device::find_devices(); });
}

Result<std::unique_ptr<BatchBackend>> open_batch_device(int index) {
  return guarded<std::unique_ptr<BatchBackend>>([&] {
    const BatchDevices found = device::find_devices();
    for (const BatchDevice& device : found.devices) {
      if (device.index == index) return make_batch_backend(device);
    }
    throw BatchFailure({BatchError::Kind::no_device, "", 0, "no such device: " + std::to_string(index),
                        "there are " + std::to_string(found.devices.size()) + ", numbered from 0"});
  });
}

}  // namespace plyforge
