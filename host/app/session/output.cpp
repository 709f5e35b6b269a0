#include "app/session/output.h"

#include <cerrno>
#include <cstring>

namespace plyforge {

void Output::print(std::string_view text) {
  errno = 0;
  const bool written = std::fwrite(text.data(), 1, text.size(), stream_) == text.size();
  if (!written || std::fflush(stream_) != 0) {
    const int reason = errno;
    throw OutputError(std::string("cannot write results: ") + std::strerror(reason), reason == EPIPE);
  }
}

}  // namespace plyforge
