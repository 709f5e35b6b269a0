#pragma once

#include <string>

namespace plyforge {

/// An exact count. perft(14) of the start position no longer fits 64 bits.
__extension__ using Wide = unsigned __int128;

/// The count in decimal digits, without separators.
std::string to_string(Wide value);

/// The count as a floating point number, for rates and estimates only.
constexpr double to_double(Wide value) { return static_cast<double>(value); }

}  // namespace plyforge
