#include "app/session/signals.h"

#include <pthread.h>

#include <cstdlib>

#include "app/session/session.h"

namespace plyforge {

StopOnSignal::StopOnSignal() {
  sigemptyset(&signals_);
  sigaddset(&signals_, SIGINT);
  sigaddset(&signals_, SIGTERM);
  pthread_sigmask(SIG_BLOCK, &signals_, nullptr);
  waiter_ = std::jthread([this](std::stop_token stopping) { wait(stopping); });
}

StopOnSignal::~StopOnSignal() {
  waiter_.request_stop();
  pthread_kill(waiter_.native_handle(), SIGTERM);  // wakes sigwait(); the thread finds that it is to end
}

void StopOnSignal::wait(std::stop_token stopping) {
  int signal = 0;
  while (sigwait(&signals_, &signal) == 0 && !stopping.stop_requested()) {
    if (source_.stop_requested()) std::_Exit(static_cast<int>(ExitCode::interrupted));
    source_.request_stop();
  }
}

}  // namespace plyforge
