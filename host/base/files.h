#pragma once

#include <string>

namespace plyforge {

/// Whether there is a file or folder of this name. Throws InputError, with the reason, where the system cannot tell: a
/// name that is too long, a folder that may not be searched.
bool file_exists(const std::string& path);

/// Throws InputError, with the reason, where there is no folder of this name. `option`: that named it ("--dir").
void require_folder(const std::string& option, const std::string& path);

}  // namespace plyforge
