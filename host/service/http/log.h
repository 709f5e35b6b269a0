#pragma once

#include <memory>
#include <string>

namespace spdlog {
class logger;
}

namespace plyforge {

/// The service's log: one line a message on stderr, with time and level. Safe to use from many threads.
class Log {
 public:
  Log();

  void info(const std::string& message) const;
  void warn(const std::string& message) const;
  void error(const std::string& message) const;

 private:
  std::shared_ptr<spdlog::logger> logger_;
};

}  // namespace plyforge
