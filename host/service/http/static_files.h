#pragma once

#include <span>
#include <string_view>

namespace plyforge {

/// A file that the build has put into the program (cmake/EmbedFiles.cmake).
struct StaticFile {
  std::string_view path;  ///< as clients ask for it: "/index.html"
  std::string_view content;
};

/// All of them: openapi.json, and what is in host/service/page/dist.
std::span<const StaticFile> static_files();

/// The file of a path, "/" being "/index.html"; null where there is none. No file of the system is ever read.
const StaticFile* find_static_file(std::string_view path);

/// The media type of a path, by its endgame.
std::string_view media_type(std::string_view path);

}  // namespace plyforge
