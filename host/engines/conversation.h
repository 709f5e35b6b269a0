#pragma once

#include "engines/child_process.h"
#include "engines/engine.h"

namespace plyforge {

/// The failure behind a read without a line: an exit, a hang or a flood, with the program's last lines. Throws
/// ResourceError if the shell reports that the command cannot be run.
EngineFailure failure_of(ChildProcess& child, ChildProcess::Read read, double seconds);

}  // namespace plyforge
