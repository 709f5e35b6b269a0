#include "engines/conversation.h"

#include <sstream>

#include "count/counting.h"

namespace plyforge {

EngineFailure failure_of(ChildProcess& child, ChildProcess::Read read, double seconds) {
  constexpr int kNotRunnable = 126;  // the shell's exit code for a command that cannot be run
  constexpr int kNotFound = 127;
  EngineFailure failure;
  if (read == ChildProcess::Read::end) {
    failure.message = child.how_it_ended();
    if (child.exit_code() == kNotRunnable || child.exit_code() == kNotFound) {
      const std::vector<std::string> lines = child.last_lines();
      throw ResourceError("the engine cannot be run" + (lines.empty() ? "" : ": " + lines.back()));
    }
  } else if (read == ChildProcess::Read::flood) {
    failure.kind = FaultKind::flood;
    failure.message = "wrote more than " + std::to_string(ChildProcess::kMostOutput >> 20) +
                      " MiB, or a line longer than " + std::to_string(ChildProcess::kLongestLine >> 10) + " KiB";
  } else {
    std::ostringstream text;
    text << "did not answer within " << seconds << " s";
    failure.kind = FaultKind::hang;
    failure.message = text.str();
  }
  failure.last_lines = child.last_lines();
  return failure;
}

}  // namespace plyforge
