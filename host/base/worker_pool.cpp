#include "base/worker_pool.h"

#include <tbb/info.h>
#include <tbb/parallel_for.h>

#include <algorithm>
#include <atomic>

#include "base/errors.h"

namespace plyforge {

WorkerPool::WorkerPool(int threads, std::stop_token stop)
    : threads_(threads > 0 ? threads : tbb::info::default_concurrency()),
      stop_(std::move(stop)),
      allowed_(tbb::global_control::max_allowed_parallelism,
               std::max(tbb::global_control::active_value(tbb::global_control::max_allowed_parallelism),
                        static_cast<std::size_t>(threads_))),
      arena_(threads_) {}

void WorkerPool::share_out(std::size_t items,
                           const std::function<void(const std::function<std::size_t()>& next)>& work) const {
  std::atomic<std::size_t> handed_out = 0;
  const auto next = [&]() -> std::size_t {
    if (stop_.stop_requested()) throw Interrupted();
    const std::size_t item = handed_out.fetch_add(1, std::memory_order_relaxed);
    return item < items ? item : kDone;
  };
  if (threads_ == 1 || items <= 1) {
    work(next);
  } else {
    arena_.execute([&] {
      tbb::parallel_for(
          0, threads_, 1, [&](int) { work(next); }, tbb::simple_partitioner());
    });
  }
  if (stop_.stop_requested()) throw Interrupted();
}

}  // namespace plyforge
