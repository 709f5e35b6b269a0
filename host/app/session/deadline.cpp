#include "app/session/deadline.h"

#include <chrono>

namespace plyforge {

Deadline::Deadline(std::stop_token user, std::optional<double> seconds)
    : on_user_(std::move(user), [this] { source_.request_stop(); }) {
  if (!seconds) return;
  timer_ = std::jthread([this, limit = std::chrono::duration<double>(*seconds)](std::stop_token stopping) {
    std::mutex mutex;
    std::condition_variable_any alarm;
    std::unique_lock lock(mutex);
    alarm.wait_for(lock, stopping, limit, [] { return false; });  // until time is up, or nobody waits any more
    source_.request_stop();
  });
}

}  // namespace plyforge
