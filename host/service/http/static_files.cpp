#include "service/http/static_files.h"

#include <algorithm>
#include <array>
#include <utility>

namespace plyforge {

const StaticFile* find_static_file(std::string_view path) {
  if (path == "/") path = "/index.html";
  const auto found = std::ranges::find(static_files(), path, &StaticFile::path);
  return found == static_files().end() ? nullptr : &*found;
}

std::string_view media_type(std::string_view path) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 11> kTypes = {
      {{".html", "text/html; charset=utf-8"},
       {".css", "text/css; charset=utf-8"},
       {".js", "text/javascript; charset=utf-8"},
       {".json", "application/json"},
       {".webmanifest", "application/manifest+json"},
       {".svg", "image/svg+xml"},
       {".png", "image/png"},
       {".ico", "image/x-icon"},
       {".webp", "image/webp"},
       {".woff2", "font/woff2"},
       {".txt", "text/plain; charset=utf-8"}}};
  for (const auto& [endgame, type] : kTypes) {
    if (path.ends_with(endgame)) return type;
  }
  return "application/octet-stream";
}

}  // namespace plyforge
