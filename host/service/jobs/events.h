#pragma once

#include <atomic>

#include "service/http/router.h"
#include "service/jobs/jobs.h"

namespace plyforge {

/// Event streams that are open, up to a limit.
class EventStreams {
 public:
  EventStreams(int most, const Closing& closing) : most_(most), closing_(closing) {}

  int open() const { return open_; }

  /// Answers with the events of a job, until it has ended, the client has gone, or the server ends. Throws Problem.
  void stream(const Call& call, Jobs& jobs, std::int64_t job);

 private:
  int most_;
  const Closing& closing_;
  std::atomic<int> open_ = 0;
};

}  // namespace plyforge
