#pragma once

#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>

#include "service/http/limits.h"
#include "service/jobs/jobs.h"

namespace plyforge {

/// How a server is to run.
struct ServiceOptions {
  std::string address = "127.0.0.1";
  int port = 8080;                      ///< 0: any that is free
  std::string store;                    ///< folder of the jobs
  std::optional<std::string> tables{};  ///< folder of endgame tables
  std::optional<std::string> token_file{};
  JobOptions jobs;
  ServiceLimits limits;
};

/// Serves until `stop` is requested; then parks what runs and returns within ten seconds. `listening` is told the
/// address once it is: "http://127.0.0.1:8080". Throws InputError, ResourceError.
void serve(const ServiceOptions& options, const std::stop_token& stop,
           const std::function<void(const std::string& url)>& listening);

}  // namespace plyforge
