#pragma once

#include <stop_token>

#include "app/session/output.h"
#include "base/errors.h"

namespace plyforge {

/// What the program tells its caller when it ends.
enum class ExitCode {
  ok = 0,
  mismatch = 1,
  bad_input = 2,
  resource_missing = 3,  ///< memory, a device, a place to write results
  unchecked = 4,         ///< a limit came first: nothing is known to be wrong, but not everything was checked
  interrupted = 130,
};

/// What every verb gets: where results go, when to stop, and where it leaves its exit code.
struct Session {
  Output out;
  std::stop_token stop;
  ExitCode exit_code = ExitCode::ok;
};

}  // namespace plyforge
