#pragma once

#include <string>

namespace CLI {
class App;
}

namespace plyforge {

/// What an argument that help calls so names: "FILE", "STORE", "DIR REQUIRED".
enum class PathKind { none, file, folder };
PathKind path_kind(const std::string& placeholder);

/// Makes all verbs below `app` refuse an empty name for a file or folder, such as a shell makes of a variable that is
/// not set: the system's functions would take it for something else.
void refuse_empty_paths(CLI::App& app);

}  // namespace plyforge
