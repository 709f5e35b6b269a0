#pragma once

#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>

namespace plyforge {

/// An exact count. perft(14) of the start position does not fit in 64 bits.
__extension__ using Wide = unsigned __int128;

/// a + b * times. Throws std::overflow_error where that does not fit in T.
template <class T>
constexpr T add_exactly(T a, T b, T times = 1) {
  T product = 0;
  T sum = 0;
  if (__builtin_mul_overflow(b, times, &product) || __builtin_add_overflow(a, product, &sum)) {
    throw std::overflow_error("the count passes " + std::to_string(sizeof(T) * 8) + " bits; count to a smaller depth");
  }
  return sum;
}

/// The count in decimal digits, without separators.
std::string to_string(Wide value);

/// The count that decimal digits spell; nothing for any other text, or for a number that does not fit in 128 bits.
std::optional<Wide> parse_wide(std::string_view digits);

/// The count as a floating point number, for rates and estimates only.
constexpr double to_double(Wide value) { return static_cast<double>(value); }

}  // namespace plyforge
