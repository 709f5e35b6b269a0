#include "base/files.h"

#include <filesystem>
#include <system_error>

#include "base/errors.h"

namespace plyforge {

bool file_exists(const std::string& path) {
  std::error_code error;
  const bool found = std::filesystem::exists(path, error);
  if (error) throw InputError("cannot read " + path + ": " + error.message());
  return found;
}

void require_folder(const std::string& option, const std::string& path) {
  std::error_code error;
  const std::filesystem::file_status status = std::filesystem::status(path, error);
  if (status.type() == std::filesystem::file_type::directory) return;
  const std::string reason = error ? error.message() : "Not a directory";
  throw InputError(option + ": cannot read the folder " + path + ": " + reason);
}

}  // namespace plyforge
