#include "app/work/mate_solving.h"

#include <tbb/enumerable_thread_specific.h>

#include <algorithm>
#include <memory>
#include <optional>

#include "base/ordered_pipeline.h"

namespace plyforge {
namespace {

/// A position on its way through the pipeline.
struct Item {
  InputPosition position;
  std::optional<Solution> solution{};  ///< nothing: stopped before it began
};

}  // namespace

std::size_t usual_table_bytes(std::size_t memory_bytes, int threads) {
  constexpr std::size_t kMost = std::size_t{256} << 20;
  return std::min(kMost, memory_bytes / static_cast<std::size_t>(threads));
}

void solve_each(const WorkerPool& pool, const MateWork& work, const std::function<bool(InputPosition&)>& next,
                const std::function<void(const InputPosition&, const Solution&)>& use) {
  // Enough for the others to go on while one position takes long and later results have to wait.
  constexpr std::size_t kInFlightPerThread = 256;
  const std::size_t in_flight = kInFlightPerThread * static_cast<std::size_t>(pool.threads());
  tbb::enumerable_thread_specific<MateSolver> solvers([&work] { return MateSolver(work.table_bytes); });
  // When one fails, the others must stop, too.
  std::stop_source stopping;
  const std::stop_callback on_stop(work.request.limits.stop, [&stopping] { stopping.request_stop(); });
  SolveRequest request = work.request;
  request.limits.stop = stopping.get_token();
  const auto guarded = [&stopping](const auto& call) {
    try {
      return call();
    } catch (...) {
      stopping.request_stop();
      throw;
    }
  };
  in_order<Item>(
      pool, in_flight,
      [&] {
        auto item = std::make_shared<Item>();
        return guarded([&] { return next(item->position); }) ? item : nullptr;
      },
      [&](Item& item) {
        if (!stopping.stop_requested()) item.solution = solvers.local().solve(item.position.record.position, request);
      },
      [&](const Item& item) {
        if (item.solution) guarded([&] { use(item.position, *item.solution); });
      });
}

}  // namespace plyforge
