#pragma once

#include <tbb/global_control.h>
#include <tbb/task_arena.h>

#include <cstddef>
#include <functional>
#include <stop_token>

namespace plyforge {

/// The threads that work on one count.
class WorkerPool {
 public:
  /// `threads` 0: one per core that this process may use.
  WorkerPool(int threads, std::stop_token stop);

  int threads() const { return threads_; }
  const std::stop_token& stop() const { return stop_; }

  /// Calls `work(next)` on each thread; `next()` hands out 0, 1, ..., items - 1, each once among all threads, and then
  /// kDone. Throws what a thread throws, and Interrupted when a stop is requested.
  static constexpr std::size_t kDone = ~std::size_t{0};
  void share_out(std::size_t items, const std::function<void(const std::function<std::size_t()>& next)>& work) const;

  /// Calls `work`; parallel algorithms of TBB that it calls run on the threads of this pool.
  template <class Work>
  void run(const Work& work) const {
    arena_.execute(work);
  }

 private:
  int threads_;
  std::stop_token stop_;
  tbb::global_control allowed_;    // lets TBB start more threads than there are cores
  mutable tbb::task_arena arena_;  // share_out() does without it for one thread
};

}  // namespace plyforge
