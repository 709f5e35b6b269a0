#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "board/position.h"
#include "board/position_hash.h"
#include "endgame/material.h"
#include "endgame/value.h"
#include "leaf/leaf.h"
#include "planning/planner.h"

/// The batched pipeline as the host sees it. No CUDA type appears here, and no call throws: failures come back as a
/// BatchError.
namespace plyforge {

/// What went wrong, for programs to act on and for people to read.
struct BatchError {
  enum class Kind {
    none,
    not_built,      ///< this program was built without CUDA
    no_device,      ///< no usable GPU, or none of that number
    driver,         ///< the driver is missing or too old
    out_of_memory,  ///< not even the smallest chunks fit
    overflow,       ///< a multiplicity or a count exceeds its bits
    stopped,        ///< stopped on request
    bad_request,    ///< a depth or a memory budget that is not possible
    device,         ///< any other error of the device
  };
  Kind kind = Kind::none;
  std::string call;    ///< the call that failed, such as "cudaMallocAsync"; may be empty
  int code = 0;        ///< its code
  std::string text;    ///< what it means
  std::string advice;  ///< what would help

  /// One line for a person.
  std::string message() const {
    return text + (call.empty() ? "" : " (" + call + ", code " + std::to_string(code) + ")") +
           (advice.empty() ? "" : "; " + advice);
  }
};

/// A value or an error.
template <class T>
class Result {
 public:
  Result(T value) : value_(std::move(value)) {}           // NOLINT(google-explicit-constructor)
  Result(BatchError error) : error_(std::move(error)) {}  // NOLINT(google-explicit-constructor)

  bool ok() const { return value_.has_value(); }
  explicit operator bool() const { return ok(); }
  T& value() { return *value_; }
  const T& value() const { return *value_; }
  const BatchError& error() const { return error_; }

 private:
  std::optional<T> value_;
  BatchError error_;
};

/// A device that batches can run on.
struct BatchDevice {
  int index = 0;
  std::string name;
  std::string architecture;  ///< "sm_90"
  std::size_t memory_bytes = 0;
  std::size_t free_bytes = 0;
  int multiprocessors = 0;
};

/// What discovery has found. Versions as 1000 * major + 10 * minor; 0 where there is none.
struct BatchDevices {
  int driver_version = 0;
  int runtime_version = 0;
  std::vector<BatchDevice> devices;
};

/// How the moves of the last plies are counted. The results are the same; the fastest depends on the device.
enum class LeafMethod {
  automatic,       ///< the one that instruction counts favour on this device
  set_wise,        ///< one thread per child, whose moves are counted by fills of all sliders at once
  piece_wise,      ///< likewise, by a loop over the pieces
  fused_two_plies  ///< one thread per position, which counts two plies by differences
};

struct BatchProgress {
  double share = 0;  ///< of the work, 0 to 1, estimated
  int ply = 0;       ///< being worked on
};

/// One ply of a merged count.
struct BatchLayer {
  int ply = 0;
  std::uint64_t positions = 0;  ///< distinct, of the share; summed over parts, which may share some
  std::uint64_t children = 0;   ///< moves made into this ply
  double seconds = 0;
};

/// One of several shares of a count: of the positions with `remaining` plies to go (at least 2, less than the depth),
/// only those in the share are counted. The shares add up to the whole count, however each is counted.
struct WorkShare {
  HashShare of_positions;
  int remaining = 2;
};

struct BatchOptions {
  Leaf leaf = Leaf::moves;
  LeafMethod method = LeafMethod::automatic;
  bool merge = true;
  std::size_t memory_bytes = 0;       ///< upper bound for what a count allocates on the device; 0: 90% of what is free
  std::size_t chunk_children = 0;     ///< upper bound for the children of a launch; 0: chosen by memory
  std::optional<PlannerRates> rates;  ///< the planner's costs; nothing: as measured on this device
  std::optional<WorkShare> share;     ///< of a count or a frontier; nothing: all of it
  std::stop_token stop;               ///< checked between launches
  std::function<void(const BatchProgress&)> progress;  ///< called between launches
};

struct BatchReport {
  Totals totals;
  double seconds = 0;
  double leaf_seconds = 0;     ///< of which below the merged plies
  std::size_t peak_bytes = 0;  ///< most device memory held at one time
  std::vector<BatchLayer> layers;
};

/// A distinct position and the number of paths that reach it.
struct WeightedPosition {
  Position position;
  std::uint64_t multiplicity = 1;
};

/// A position of a suite, and the depth to count it to.
struct BatchItem {
  Position position;
  int depth = 0;
};

/// A bit of an endgame's sets (slices.h) that stands for what a capture or a promotion has led to.
struct BatchConversion {
  std::uint32_t word = 0;  ///< of the set for the side that is to reply
  std::uint8_t square = 0;
  Wdl wdl = Wdl::draw;            ///< for that side
  StoredValue dtm = kStoredDraw;  ///< likewise
};

/// An endgame to solve.
struct BatchEndgame {
  Material material;
  /// What moves that leave the endgame lead to, by the side that is to reply (0 White, 1 Black); draws first, then by
  /// DTM.
  std::array<std::vector<BatchConversion>, 2> conversions;
  /// For each arrangement of the men, in the order of EndgameIndex, the place in a slice: its values go there.
  std::span<const std::uint32_t> slots;
  /// Called for memory for the values of a metric, `width` bytes each, in the order of EndgameIndex. DTM comes first,
  /// White to move before Black (only White in symmetric material); DTZ is left out where it is DTZ50 throughout.
  std::function<std::uint8_t*(Metric metric, bool black_to_move, int width)> section;
  std::function<void(Metric metric, int plies)> progress;  ///< called at the start of each distance; may be empty
};

struct BatchEndgameReport {
  double seconds = 0;
  std::size_t peak_bytes = 0;  ///< most device memory held at one time
};

/// One device, ready for work. One call at a time.
class BatchBackend {
 public:
  virtual ~BatchBackend() = default;

  /// "cuda", or "thrust-cpu" in tests.
  virtual std::string_view name() const = 0;
  virtual const BatchDevice& device() const = 0;

  /// perft of one position, `depth` 0..64.
  virtual Result<BatchReport> count(const Position& position, int depth, const BatchOptions& options) = 0;

  /// The sum over a frontier of perft(remaining) times multiplicity.
  virtual Result<BatchReport> count_frontier(std::span<const WeightedPosition> frontier, int remaining,
                                             const BatchOptions& options) = 0;

  /// The frontier of the next ply: each child once, with the sum of its paths. In no particular order.
  virtual Result<std::vector<WeightedPosition>> expand(std::span<const WeightedPosition> frontier,
                                                       const BatchOptions& options) = 0;

  /// perft of many unrelated positions, each to its own depth, in launches shared by all; sums in the order of the
  /// items.
  virtual Result<std::vector<Totals>> count_each(std::span<const BatchItem> items, const BatchOptions& options) = 0;

  /// Solves an endgame by retrograde analysis, with the same values as the CPU. Of the options, only the memory and the
  /// stop token matter.
  virtual Result<BatchEndgameReport> solve_endgame(const BatchEndgame& endgame, const BatchOptions& options) = 0;
};

/// The devices of this machine.
Result<BatchDevices> find_batch_devices();

/// A backend on the device of that index.
Result<std::unique_ptr<BatchBackend>> open_batch_device(int index);

}  // namespace plyforge
