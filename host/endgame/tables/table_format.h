#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace plyforge {

// The format of table files, described in docs/table-format.md.
constexpr std::string_view kTableMagic = "PLYFTAB\n";
constexpr std::uint32_t kTableVersion = 1;
constexpr std::size_t kTablePrelude = 20;  ///< magic, version, bytes of header and directory
constexpr std::size_t kTableBlockBytes = std::size_t{1} << 16;

}  // namespace plyforge
