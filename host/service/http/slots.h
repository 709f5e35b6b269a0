#pragma once

#include <chrono>
#include <condition_variable>
#include <mutex>

namespace plyforge {

/// So many may work at once, and the others wait. (GCC 12's std::counting_semaphore may sleep though there is room: GCC
/// bug 104928.)
class Slots {
 public:
  explicit Slots(int count) : free_(count) {}

  /// A place, while it is held.
  class Held {
   public:
    explicit Held(Slots& slots) : slots_(slots) {}
    ~Held() { slots_.give_back(); }
    Held(const Held&) = delete;
    Held& operator=(const Held&) = delete;

   private:
    Slots& slots_;
  };

  /// Takes a place, to be Held; false where none is given back in time.
  bool take(std::chrono::seconds patience) {
    std::unique_lock lock(mutex_);
    if (!given_back_.wait_for(lock, patience, [this] { return free_ > 0; })) return false;
    --free_;
    return true;
  }

 private:
  void give_back() {
    const std::lock_guard lock(mutex_);
    ++free_;
    given_back_.notify_one();
  }

  std::mutex mutex_;
  std::condition_variable given_back_;
  int free_;
};

}  // namespace plyforge
