#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace plyforge {

/// Whether all bytes are ASCII.
bool is_ascii(std::string_view text);

/// The text (UTF-8) with the signs of chess books as the letters and signs of ASCII that mean the same: the men of
/// Chinese books (王 K, 后 Q, 车 R, 象 B, 马 N, 兵 P) and figurines, full-width letters, digits and signs, × x, ≠ and ‡
/// #, † +, 变 =, dashes -, … as three points, ½ as 1/2. What else there is stays as it is.
std::string ascii_signs(std::string_view text);

/// The part of a text that became the characters from `first` to before `last` of ascii_signs(text).
std::string_view original_signs(std::string_view text, std::size_t first, std::size_t last);

}  // namespace plyforge
