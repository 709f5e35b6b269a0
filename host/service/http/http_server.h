#pragma once

#include <httplib.h>

#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>

#include "service/http/connection.h"
#include "service/http/limits.h"
#include "service/http/metrics.h"

namespace plyforge {

/// httplib's server with a thread for each connection up to a limit, connections that lose patience (Connection), and
/// an end in bounded time. Handlers are set as httplib has it.
class HttpServer : public httplib::Server {
 public:
  HttpServer(const ServiceLimits& limits, Metrics& metrics);

  /// Begins to listen; port 0: any that is free. Returns the port. Throws ResourceError.
  int bind(const std::string& address, int port);
  /// Serves until close(). Throws ResourceError where listening fails for good.
  void serve();
  /// Ends serve(): open requests have `seconds` to end. From another thread.
  void close(double seconds);

  const Closing& closing() const { return closing_; }
  /// Connections that are open.
  int connections();

 private:
  class Threads;

  bool process_and_close_socket(socket_t socket) override;
  void talk(Connection& connection);

  const ServiceLimits& limits_;
  Metrics& metrics_;
  std::string address_;
  int port_ = 0;
  Closing closing_;
  std::thread::id accepting_;  ///< the thread of serve()
  std::mutex mutex_;
  std::condition_variable ended_;
  int open_ = 0;  ///< connections with a thread
  bool served_ = false;
};

}  // namespace plyforge
