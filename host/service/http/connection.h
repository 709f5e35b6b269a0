#pragma once

#include <httplib.h>

#include <array>
#include <atomic>
#include <string>

#include "base/clock.h"
#include "service/http/limits.h"

namespace plyforge {

/// The end of a server, for its connections: what they still do they must do by then.
class Closing {
 public:
  /// From now on no request is waited for, and the last bytes must be read or written within `seconds`.
  void begin(double seconds);
  bool begun() const { return deadline_.load() != kNever; }
  /// No later than `deadline`.
  Clock::time_point bound(Clock::time_point deadline) const;

 private:
  static constexpr Clock::rep kNever = Clock::duration::max().count();
  std::atomic<Clock::rep> deadline_ = kNever;
};

/// One client's connection, with patience that ends: for a request to come, for it to be whole, and for an answer to be
/// taken. httplib itself waits anew for every byte, so that a slow client could hold a thread for hours.
class Connection : public httplib::Stream {
 public:
  static constexpr int kIdleSeconds = 15;  ///< that wait_for_request() waits

  /// The socket is not closed here.
  Connection(socket_t socket, const ServiceLimits& limits, const Closing& closing);

  /// Whether the beginning of a request is there; waits for it a while.
  bool wait_for_request();
  /// Status of the last answer; 0 while none has been begun since wait_for_request().
  int status() const { return status_; }
  /// Whether reading or writing was given up.
  bool failed() const { return unread_ || unwritten_; }
  /// Closes our direction and waits a moment for the client to close, so that it reads the last answer even where it
  /// was still sending.
  void linger();

  bool is_readable() const override;
  /// Whether the client is there and takes bytes now.
  bool is_writable() const override;
  ssize_t read(char* data, std::size_t size) override;
  ssize_t write(const char* data, std::size_t size) override;
  void get_remote_ip_and_port(std::string& ip, int& port) const override;
  void get_local_ip_and_port(std::string& ip, int& port) const override;
  socket_t socket() const override { return socket_; }

 private:
  bool ready(short events, Clock::time_point deadline) const;
  void note_status(const char* data, std::size_t size);

  socket_t socket_;
  const ServiceLimits& limits_;
  const Closing& closing_;
  std::array<char, 16384> buffer_{};
  std::size_t begin_ = 0;
  std::size_t end_ = 0;
  std::size_t bytes_read_ = 0;          ///< of this request
  Clock::time_point request_deadline_;  ///< for it to be whole
  int status_ = 0;
  bool unread_ = false;     ///< reading was given up; an answer may still be written
  bool unwritten_ = false;  ///< writing was given up
};

}  // namespace plyforge
