#pragma once

#include <tbb/parallel_pipeline.h>

#include <cstddef>
#include <memory>

#include "base/worker_pool.h"

namespace plyforge {

/// Takes items through three steps on a pool's threads: `read()` returns them, one at a time, as std::shared_ptr<Item>,
/// null at the end; `work(item)` runs on all threads at once; `print(item)` gets them one at a time, in the order in
/// which they were read. At most `in_flight` items are in progress at a time. Throws what a step throws.
template <class Item, class Read, class Work, class Print>
void in_order(const WorkerPool& pool, std::size_t in_flight, const Read& read, const Work& work, const Print& print) {
  using Pointer = std::shared_ptr<Item>;
  const auto first = [&](tbb::flow_control& flow) {
    Pointer item = read();
    if (item == nullptr) flow.stop();
    return item;
  };
  const auto second = [&](Pointer item) {
    work(*item);
    return item;
  };
  const auto third = [&](const Pointer& item) { print(*item); };
  pool.run([&] {
    tbb::parallel_pipeline(in_flight, tbb::make_filter<void, Pointer>(tbb::filter_mode::serial_in_order, first) &
                                          tbb::make_filter<Pointer, Pointer>(tbb::filter_mode::parallel, second) &
                                          tbb::make_filter<Pointer, void>(tbb::filter_mode::serial_in_order, third));
  });
}

}  // namespace plyforge
