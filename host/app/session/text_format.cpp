#include "app/session/text_format.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <string_view>

namespace plyforge {
namespace {

/// The value divided by the largest power of `step` below it, with three digits or so, and the name of that power.
std::string scaled(double value, double step, const std::array<std::string_view, 6>& names) {
  std::size_t power = 0;
  while (value >= step && power + 1 < names.size()) {
    value /= step;
    ++power;
  }
  const int digits = power == 0 || value >= 100 ? 0 : value >= 10 ? 1 : 2;
  return fixed(value, digits) + " " + std::string(names[power]);
}

/// Bytes of the character that a text begins with; 0 for a control character and for what is no UTF-8.
std::size_t character_length(std::string_view text) {
  const auto byte = [text](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char first = byte(0);
  if (first < 0x80) return (first >= 0x20 && first != 0x7F) || first == '\n' ? 1 : 0;
  const std::size_t length = first < 0xC2 || first > 0xF4 ? 0 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
  if (length > text.size()) return 0;
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xC0) != 0x80) return 0;
  }
  const bool is_c1_control = first == 0xC2 && byte(1) < 0xA0;
  return is_c1_control ? 0 : length;
}

}  // namespace

std::string fixed(double value, int digits) {
  std::array<char, 64> text{};
  const int length = std::snprintf(text.data(), text.size(), "%.*f", digits, value);
  return {text.data(), static_cast<std::size_t>(length)};
}

std::string printable(std::string text) {
  std::ranges::replace_if(
      text, [](char c) { return c < 0x20 || c > 0x7E; }, '?');
  return text;
}

std::string without_controls(std::string text) {
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t length = character_length(std::string_view(text).substr(i));
    if (length == 0) text[i] = '?';
    i += std::max<std::size_t>(length, 1);
  }
  return text;
}

std::string grouped(Wide value) {
  std::string text = to_string(value);
  for (auto place = static_cast<std::ptrdiff_t>(text.size()) - 3; place > 0; place -= 3) {
    text.insert(static_cast<std::size_t>(place), ",");
  }
  return text;
}

std::string rate_text(Wide nodes, double seconds) {
  if (seconds <= 0) return "-";
  return scaled(to_double(nodes) / seconds, 1000, {"/s", "k/s", "M/s", "G/s", "T/s", "P/s"});
}

std::string duration_text(double seconds) {
  if (seconds < 100) return fixed(seconds, seconds < 10 ? 3 : 1) + " s";
  const long long whole = std::llround(seconds);
  const auto two_digits = [](long long n) { return (n < 10 ? "0" : "") + std::to_string(n); };
  if (whole < 3600) return std::to_string(whole / 60) + " min " + two_digits(whole % 60) + " s";
  return std::to_string(whole / 3600) + " h " + two_digits(whole % 3600 / 60) + " min";
}

std::string size_text(std::size_t bytes) {
  return scaled(static_cast<double>(bytes), 1024, {"bytes", "KiB", "MiB", "GiB", "TiB", "PiB"});
}

std::string share_text(Wide part, Wide whole) {
  return whole == 0 ? "-" : fixed(100 * to_double(part) / to_double(whole), 2) + "%";
}

}  // namespace plyforge
