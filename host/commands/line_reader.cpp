#include "line_reader.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "counting.h"
#include "session.h"

namespace plyforge {
namespace {

[[noreturn]] void fail(const std::string& name) {
  throw InputError("cannot read " + name + ": " + std::strerror(errno));
}

}  // namespace

LineReader::LineReader(std::string path, std::stop_token stop)
    : name_(std::move(path)), stop_(std::move(stop)), descriptor_(STDIN_FILENO), buffer_(1 << 16) {
  if (name_ == "-") {
    name_ = "standard input";
  } else {
    // Not to wait for the writer of a pipe in open(), where no request to stop would be seen: refill() waits for it.
    descriptor_ = ::open(name_.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (descriptor_ < 0) fail(name_);
  }
  struct stat status {};
  if (::fstat(descriptor_, &status) == 0 && S_ISREG(status.st_mode)) {
    bytes_total_ = static_cast<std::size_t>(status.st_size);
  }
}

LineReader::~LineReader() {
  if (descriptor_ != STDIN_FILENO) ::close(descriptor_);
}

bool LineReader::can_read(int timeout_ms) const {
  pollfd waiting{.fd = descriptor_, .events = POLLIN, .revents = 0};
  return ::poll(&waiting, 1, timeout_ms) != 0;  // an error is left for read() to report
}

bool LineReader::ready() const {
  return std::find(buffer_.begin() + static_cast<std::ptrdiff_t>(begin_),
                   buffer_.begin() + static_cast<std::ptrdiff_t>(end_),
                   '\n') != buffer_.begin() + static_cast<std::ptrdiff_t>(end_) ||
         can_read(0);
}

std::size_t LineReader::bytes_there() const {
  int unread = 0;  // a system that cannot tell leaves it so
  ::ioctl(descriptor_, FIONREAD, &unread);
  return bytes_read_ + static_cast<std::size_t>(std::max(unread, 0));
}

bool LineReader::refill() {
  constexpr int kPatienceMs = 100;  // between looks at the stop token
  ssize_t got = -1;
  while (got < 0) {
    if (stop_.stop_requested()) throw Interrupted();
    if (!can_read(kPatienceMs)) continue;
    got = ::read(descriptor_, buffer_.data(), buffer_.size());
    if (got < 0 && errno != EAGAIN && errno != EINTR) fail(name_);
  }
  begin_ = 0;
  end_ = static_cast<std::size_t>(got);
  bytes_read_ += end_;
  return got > 0;
}

bool LineReader::next(Line& line) {
  if (stop_.stop_requested()) throw Interrupted();  // a reader of bad lines alone looks nowhere else
  line.text.clear();
  line.too_long = false;
  bool at_end_of_file = false;
  bool at_end_of_line = false;
  while (!at_end_of_line) {
    if (begin_ == end_ && !refill()) {
      at_end_of_file = true;
      break;
    }
    const char* const first = buffer_.data() + begin_;
    const char* const last = buffer_.data() + end_;
    const char* const newline = std::find(first, last, '\n');
    at_end_of_line = newline != last;
    const auto length = static_cast<std::size_t>(newline - first);
    const std::size_t taken = std::min(length, kMaxLine - line.text.size());
    line.text.append(first, taken);
    line.too_long = line.too_long || taken < length;
    begin_ += length + (at_end_of_line ? 1 : 0);
  }
  if (at_end_of_file && line.text.empty()) return false;
  if (line.text.ends_with('\r')) {
    line.text.pop_back();
    has_carriage_returns_ = true;
  }
  line.number = ++number_;
  return true;
}

}  // namespace plyforge
