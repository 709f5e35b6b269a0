#pragma once

#include "engines/child_process.h"
#include "engines/engine.h"

namespace plyforge {

/// What a read that brought no line means: an end, a hang or a flood, with the program's last lines. Throws
/// ResourceError where the shell says that the command cannot be run.
EngineFailure failure_of(ChildProcess& child, ChildProcess::Read read, double seconds);

}  // namespace plyforge
