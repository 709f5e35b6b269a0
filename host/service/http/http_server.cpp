#include "service/http/http_server.h"

#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstring>
#include <limits>
#include <system_error>

#include "count/counting.h"
#include "service/http/problem.h"

namespace plyforge {
namespace {

constexpr int kBacklog = 512;  // connections that the system holds until they are accepted

/// Others may not listen on the same port, which httplib's own options allow.
void set_options(socket_t socket) {
  const int yes = 1;
  setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
}

/// The answer to a connection too many, which has said nothing yet.
void refuse(Connection& connection) {
  const std::string body = Problem(ProblemKind::unavailable, "too many connections; try again later").json().dump();
  const std::string answer = std::string("HTTP/1.1 503 Service Unavailable\r\nContent-Type: ") + Problem::kMediaType +
                             "\r\nContent-Length: " + std::to_string(body.size()) +
                             "\r\nRetry-After: 1\r\nConnection: close\r\n\r\n" + body;
  connection.write(answer.data(), answer.size());
}

}  // namespace

/// How httplib hands out connections.
class HttpServer::Threads : public httplib::TaskQueue {
 public:
  explicit Threads(HttpServer& server) : server_(server) {}

  void enqueue(std::function<void()> connection) override {
    if (take_place()) {
      try {
        std::thread([this, connection] {
          connection();
          give_back_place();
        }).detach();
        return;
      } catch (const std::system_error&) {  // the system has no thread left
        give_back_place();
      }
    }
    server_.metrics_.add(Counter::connections_refused);
    connection();  // on the accepting thread: process_and_close_socket() refuses
  }

  void shutdown() override {
    std::unique_lock lock(server_.mutex_);
    server_.ended_.wait(lock, [this] { return server_.open_ == 0; });
  }

 private:
  bool take_place() {
    const std::lock_guard lock(server_.mutex_);
    if (server_.open_ >= server_.limits_.connections) return false;
    ++server_.open_;
    return true;
  }

  void give_back_place() {
    const std::lock_guard lock(server_.mutex_);
    --server_.open_;
    server_.ended_.notify_all();
  }

  HttpServer& server_;
};

HttpServer::HttpServer(const ServiceLimits& limits, Metrics& metrics) : limits_(limits), metrics_(metrics) {
  set_socket_options(set_options);
  set_tcp_nodelay(true);
  set_payload_max_length(limits.body_bytes);
  // Only told to clients: Connection and talk() decide.
  set_keep_alive_timeout(Connection::kIdleSeconds);
  set_keep_alive_max_count(std::numeric_limits<int>::max());
  new_task_queue = [this] { return new Threads(*this); };
}

int HttpServer::bind(const std::string& address, int port) {
  address_ = address;
  port_ = port;
  if (port == 0) {
    port_ = bind_to_any_port(address);
  } else if (!bind_to_port(address, port)) {
    port_ = -1;
  }
  if (port_ < 0) {
    const std::string reason = errno != 0 ? std::strerror(errno) : "no such address";
    throw ResourceError("cannot listen on " + address + " port " + std::to_string(port) + ": " + reason);
  }
  ::listen(svr_sock_, kBacklog);  // httplib's own backlog is 5
  return port_;
}

void HttpServer::serve() {
  accepting_ = std::this_thread::get_id();
  for (;;) {
    listen_after_bind();
    const std::lock_guard lock(mutex_);
    if (closing_.begun()) {
      served_ = true;
      return;
    }
    bind(address_, port_);  // a connection that broke while it was accepted ends httplib's loop
  }
}

void HttpServer::close(double seconds) {
  closing_.begin(seconds);
  for (;;) {
    {
      const std::lock_guard lock(mutex_);
      if (served_) return;
    }
    if (is_running()) {
      stop();
      return;
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(5));  // serve() is about to begin, or has just ended
  }
}

int HttpServer::connections() {
  const std::lock_guard lock(mutex_);
  return open_;
}

bool HttpServer::process_and_close_socket(socket_t socket) {
  Connection connection(socket, limits_, closing_);
  if (std::this_thread::get_id() == accepting_) {
    refuse(connection);
  } else {
    talk(connection);
  }
  ::close(socket);
  return true;
}

void HttpServer::talk(Connection& connection) {
  bool open = true;
  while (open && connection.wait_for_request()) {
    bool read_whole = false;  // nothing of this request is left to be read
    bool posted = false;
    bool asked_to_close = false;
    const bool answered = process_request(connection, closing_.begun(), asked_to_close, [&](httplib::Request& request) {
      // Parts of answers serve nobody here, and many of them cost much.
      request.ranges.clear();
      request.headers.erase("Range");
      posted = request.method == "POST";
      read_whole = !request.has_header("Content-Length") && !request.has_header("Transfer-Encoding");
    });
    read_whole = read_whole || (posted && connection.status() < 400);
    open = answered && read_whole && !asked_to_close;
    if (connection.failed()) metrics_.add(Counter::requests_dropped);
    if (answered && !read_whole) connection.linger();
  }
}

}  // namespace plyforge
