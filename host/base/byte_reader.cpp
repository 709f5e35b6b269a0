#include "base/byte_reader.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "base/errors.h"

namespace plyforge {
namespace {

[[noreturn]] void fail(const std::string& name) {
  throw InputError("cannot read " + name + ": " + std::strerror(errno));
}

}  // namespace

ByteReader::ByteReader(std::string path, std::stop_token stop)
    : name_(std::move(path)), stop_(std::move(stop)), descriptor_(STDIN_FILENO) {
  if (name_ == "-") {
    name_ = "standard input";
  } else {
    // open() must not wait for the writer of a pipe, as it would not see a stop request; read() waits instead.
    descriptor_ = ::open(name_.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (descriptor_ < 0) fail(name_);
  }
  struct stat status {};
  if (::fstat(descriptor_, &status) == 0 && S_ISREG(status.st_mode)) {
    bytes_total_ = static_cast<std::size_t>(status.st_size);
  }
}

ByteReader::~ByteReader() {
  if (descriptor_ != STDIN_FILENO) ::close(descriptor_);
}

bool ByteReader::can_read(int timeout_ms) const {
  pollfd waiting{.fd = descriptor_, .events = POLLIN, .revents = 0};
  return ::poll(&waiting, 1, timeout_ms) != 0;  // an error is left for read() to report
}

bool ByteReader::ready() const { return can_read(0); }

void ByteReader::check_stop() const {
  if (stop_.stop_requested()) throw Interrupted();
}

std::size_t ByteReader::bytes_waiting() const {
  int unread = 0;  // stays 0 where the system cannot tell
  ::ioctl(descriptor_, FIONREAD, &unread);
  return static_cast<std::size_t>(std::max(unread, 0));
}

std::size_t ByteReader::read(char* to, std::size_t room) {
  constexpr int kPatienceMs = 100;  // between looks at the stop token
  ssize_t got = -1;
  while (got < 0) {
    check_stop();
    if (!can_read(kPatienceMs)) continue;
    got = ::read(descriptor_, to, room);
    if (got < 0 && errno != EAGAIN && errno != EINTR) fail(name_);
  }
  bytes_read_ += static_cast<std::size_t>(got);
  return static_cast<std::size_t>(got);
}

}  // namespace plyforge
