#pragma once

#include <httplib.h>
#include <sys/types.h>

#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "cli/run_binary.h"

namespace plyforge::testing {

/// `plyforge serve` as a process on a free port of loopback.
class Server {
 public:
  /// Starts it with these options besides `--port 0`, and waits until it listens.
  explicit Server(std::vector<std::string> options = {});
  /// Kills it, if it still runs.
  ~Server();
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

  int port() const { return port_; }
  std::string url() const { return "http://127.0.0.1:" + std::to_string(port_); }

  /// A client of its own.
  std::unique_ptr<httplib::Client> client() const;

  /// A request with a JSON answer; fails the test where the answer is none.
  struct Answer {
    int status = 0;
    std::string type;
    nlohmann::json body;
    httplib::Headers headers;
  };
  Answer get(const std::string& path, const httplib::Headers& headers = {}) const;
  Answer post(const std::string& path, const nlohmann::json& body, const httplib::Headers& headers = {}) const;
  Answer remove(const std::string& path) const;

  /// Submits a job, and returns its number.
  std::int64_t submit(const nlohmann::json& question) const;
  /// The state of a job.
  std::string state(std::int64_t job) const;
  /// Waits until a job has ended, and returns how.
  std::string wait(std::int64_t job, double seconds = 120) const;

  /// Sends a signal.
  void signal(int number) const;
  /// Waits until the process ends; returns its exit code, 128 + the signal where one ended it.
  int join();

 private:
  pid_t process_ = -1;
  int port_ = 0;
};

/// What a server says to these bytes, until it closes or `seconds` have passed.
std::string talk(int port, const std::string& bytes, double seconds = 5);

}  // namespace plyforge::testing
