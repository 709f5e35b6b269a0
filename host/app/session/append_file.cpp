#include "app/session/append_file.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>

#include "app/session/session.h"
#include "count/counting.h"

namespace plyforge {

AppendFile::AppendFile(std::string path) : path_(std::move(path)) {
  descriptor_ = ::open(path_.c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
  if (descriptor_ < 0) throw InputError("cannot write " + path_ + ": " + std::strerror(errno));
  try {
    struct stat status {};
    if (::fstat(descriptor_, &status) != 0) fail("read");
    if (!S_ISREG(status.st_mode)) throw InputError("cannot write " + path_ + ": it is not a regular file");
    if (::flock(descriptor_, LOCK_EX | LOCK_NB) != 0) {
      throw ResourceError("cannot write " + path_ + ": another process is writing to it; give each its own file");
    }
    drop_unfinished_line();
  } catch (...) {
    ::close(descriptor_);
    throw;
  }
}

AppendFile::~AppendFile() { ::close(descriptor_); }

void AppendFile::fail(const std::string& what) const {
  throw ResourceError("cannot " + what + " " + path_ + ": " + std::strerror(errno));
}

void AppendFile::drop_unfinished_line() {
  std::array<char, 4096> block{};
  off_t end = ::lseek(descriptor_, 0, SEEK_END);
  while (end > 0) {
    const off_t begin = end > static_cast<off_t>(block.size()) ? end - static_cast<off_t>(block.size()) : 0;
    const ssize_t got = ::pread(descriptor_, block.data(), static_cast<std::size_t>(end - begin), begin);
    if (got != end - begin) fail("read");
    const std::size_t newline = std::string_view(block.data(), static_cast<std::size_t>(got)).rfind('\n');
    if (newline != std::string_view::npos) {
      end = begin + static_cast<off_t>(newline) + 1;
      break;
    }
    end = begin;
  }
  if (::ftruncate(descriptor_, end) != 0) fail("write");
}

void AppendFile::append(std::string_view text) {
  const off_t before = ::lseek(descriptor_, 0, SEEK_END);
  for (std::string_view left = text; !left.empty();) {
    const ssize_t written = ::write(descriptor_, left.data(), left.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) {
      const int reason = errno;
      if (::ftruncate(descriptor_, before) == 0) errno = reason;
      fail("write");
    }
    left.remove_prefix(static_cast<std::size_t>(written));
  }
}

void AppendFile::sync() {
  if (::fsync(descriptor_) != 0) fail("write");
}

}  // namespace plyforge
