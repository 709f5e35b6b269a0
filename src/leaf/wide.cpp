#include "leaf/wide.h"

#include <algorithm>

namespace plyforge {

std::string to_string(Wide value) {
  std::string digits;
  do {
    digits.push_back(static_cast<char>('0' + static_cast<int>(value % 10)));
    value /= 10;
  } while (value != 0);
  std::reverse(digits.begin(), digits.end());
  return digits;
}

std::optional<Wide> parse_wide(std::string_view digits) {
  constexpr Wide kMax = ~Wide{0};
  if (digits.empty()) return std::nullopt;
  Wide value = 0;
  for (const char c : digits) {
    if (c < '0' || c > '9') return std::nullopt;
    const auto digit = static_cast<Wide>(c - '0');
    if (value > (kMax - digit) / 10) return std::nullopt;
    value = value * 10 + digit;
  }
  return value;
}

}  // namespace plyforge
