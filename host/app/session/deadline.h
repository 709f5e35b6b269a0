#pragma once

#include <condition_variable>
#include <functional>
#include <mutex>
#include <optional>
#include <stop_token>
#include <thread>

namespace plyforge {

/// A stop token for work that ends when the user says so or when its time is up.
class Deadline {
 public:
  /// `seconds` from now; nothing: no limit.
  Deadline(std::stop_token user, std::optional<double> seconds);

  std::stop_token token() const { return source_.get_token(); }

 private:
  std::stop_source source_;
  std::stop_callback<std::function<void()>> on_user_;
  std::jthread timer_;
};

}  // namespace plyforge
