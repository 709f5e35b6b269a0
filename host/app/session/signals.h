#pragma once

#include <csignal>
#include <stop_token>
#include <thread>

namespace plyforge {

/// Turns the first SIGINT or SIGTERM into a request to stop; a second one ends the program on the spot.
///
/// To be made before any other thread: the two signals are blocked in every thread that comes after, and one thread
/// waits for them. So no code runs inside a signal handler.
class StopOnSignal {
 public:
  StopOnSignal();
  ~StopOnSignal();
  StopOnSignal(const StopOnSignal&) = delete;
  StopOnSignal& operator=(const StopOnSignal&) = delete;

  std::stop_token token() const { return source_.get_token(); }

 private:
  void wait(std::stop_token stopping);

  sigset_t signals_{};
  std::stop_source source_;
  std::jthread waiter_;
};

}  // namespace plyforge
