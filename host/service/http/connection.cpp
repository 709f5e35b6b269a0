#include "service/http/connection.h"

#include <arpa/inet.h>
#include <netdb.h>
#include <poll.h>
#include <sys/socket.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

namespace plyforge {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

constexpr milliseconds kLook{200};  // between looks at whether the server closes
constexpr std::size_t kHeaderBytes = 64 * 1024;

void get_address(const sockaddr_storage& address, socklen_t size, std::string& ip, int& port) {
  std::array<char, NI_MAXHOST> host{};
  std::array<char, NI_MAXSERV> service{};
  if (getnameinfo(reinterpret_cast<const sockaddr*>(&address), size, host.data(), host.size(), service.data(),
                  service.size(), NI_NUMERICHOST | NI_NUMERICSERV) != 0) {
    return;
  }
  ip = host.data();
  port = std::atoi(service.data());
}

}  // namespace

void Closing::begin(double seconds) { deadline_ = deadline_after(seconds).time_since_epoch().count(); }

Clock::time_point Closing::bound(Clock::time_point deadline) const {
  return std::min(deadline, Clock::time_point(Clock::duration(deadline_.load())));
}

Connection::Connection(socket_t socket, const ServiceLimits& limits, const Closing& closing)
    : socket_(socket), limits_(limits), closing_(closing) {}

bool Connection::ready(short events, Clock::time_point deadline) const {
  for (;;) {
    const auto left = std::chrono::ceil<milliseconds>(closing_.bound(deadline) - Clock::now());
    pollfd waiting{.fd = socket_, .events = events, .revents = 0};
    const int found = poll(&waiting, 1, static_cast<int>(std::clamp(left, milliseconds(0), kLook).count()));
    if (found > 0) return true;  // an error is left for recv() or send() to report
    if (found < 0 && errno != EINTR) return false;
    if (left <= milliseconds(0)) return false;
  }
}

bool Connection::wait_for_request() {
  const Clock::time_point deadline = Clock::now() + seconds(kIdleSeconds);
  status_ = 0;
  bytes_read_ = end_ - begin_;
  while (begin_ == end_) {
    if (closing_.begun()) return false;
    if (ready(POLLIN, std::min(deadline, Clock::now() + kLook))) break;
    if (Clock::now() >= deadline) return false;
  }
  request_deadline_ = deadline_after(limits_.patience);
  if (begin_ < end_) return true;
  char byte = 0;
  return recv(socket_, &byte, 1, MSG_PEEK | MSG_DONTWAIT) == 1;
}

void Connection::linger() {
  constexpr std::size_t kMost = 1 << 24;
  shutdown(socket_, SHUT_WR);
  const Clock::time_point deadline = Clock::now() + seconds(1);
  for (std::size_t dropped = 0; dropped < kMost && ready(POLLIN, deadline);) {
    const ssize_t got = recv(socket_, buffer_.data(), buffer_.size(), MSG_DONTWAIT);
    if (got <= 0) return;
    dropped += static_cast<std::size_t>(got);
  }
}

bool Connection::is_readable() const { return begin_ < end_ || ready(POLLIN, Clock::now()); }

bool Connection::is_writable() const {
  if (unwritten_ || !ready(POLLOUT, Clock::now())) return false;
  char byte = 0;
  const ssize_t got = recv(socket_, &byte, 1, MSG_PEEK | MSG_DONTWAIT);
  return got > 0 || (got < 0 && (errno == EAGAIN || errno == EINTR));
}

ssize_t Connection::read(char* data, std::size_t size) {
  if (begin_ == end_) {
    if (unread_ || bytes_read_ > limits_.body_bytes + kHeaderBytes || !ready(POLLIN, request_deadline_)) {
      unread_ = true;
      return -1;
    }
    const ssize_t got = recv(socket_, buffer_.data(), buffer_.size(), MSG_DONTWAIT);
    if (got <= 0) {
      unread_ = true;
      return got;
    }
    begin_ = 0;
    end_ = static_cast<std::size_t>(got);
    bytes_read_ += end_;
  }
  const std::size_t count = std::min(size, end_ - begin_);
  std::memcpy(data, buffer_.data() + begin_, count);
  begin_ += count;
  return static_cast<ssize_t>(count);
}

void Connection::note_status(const char* data, std::size_t size) {
  constexpr std::string_view kBegin = "HTTP/1.1 ";
  const std::string_view text(data, size);
  const bool decided = status_ >= 200;  // 100 comes before the answer proper
  if (!decided && text.starts_with(kBegin)) status_ = std::atoi(text.data() + kBegin.size());
}

ssize_t Connection::write(const char* data, std::size_t size) {
  note_status(data, size);
  const Clock::time_point deadline = deadline_after(limits_.patience);
  for (std::size_t done = 0; done < size && !unwritten_;) {
    const ssize_t sent = send(socket_, data + done, size - done, MSG_NOSIGNAL | MSG_DONTWAIT);
    if (sent > 0) {
      done += static_cast<std::size_t>(sent);
    } else if ((errno != EAGAIN && errno != EINTR) || !ready(POLLOUT, deadline)) {
      unwritten_ = true;
    }
  }
  return unwritten_ ? -1 : static_cast<ssize_t>(size);
}

void Connection::get_remote_ip_and_port(std::string& ip, int& port) const {
  sockaddr_storage address{};
  socklen_t size = sizeof address;
  if (getpeername(socket_, reinterpret_cast<sockaddr*>(&address), &size) == 0) get_address(address, size, ip, port);
}

void Connection::get_local_ip_and_port(std::string& ip, int& port) const {
  sockaddr_storage address{};
  socklen_t size = sizeof address;
  if (getsockname(socket_, reinterpret_cast<sockaddr*>(&address), &size) == 0) get_address(address, size, ip, port);
}

}  // namespace plyforge
