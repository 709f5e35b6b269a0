#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "leaf/wide.h"

namespace plyforge {

// Figures as people read them. Programs get plain digits instead.

/// "119,060,324"
std::string grouped(Wide value);

/// "412 M/s": leaves a second.
std::string rate_text(Wide nodes, double seconds);

/// "0.012 s", "3 min 20 s", "2 h 05 min"
std::string duration_text(double seconds);

/// "64.0 MiB"
std::string size_text(std::size_t bytes);

/// "4.27%"; a part of nothing is "-".
std::string share_text(Wide part, Wide whole);

/// A text of others, one column for each byte, without anything that a terminal would obey.
std::string printable(std::string text);

/// A text of others in UTF-8, without anything that a terminal would obey but line ends.
std::string without_controls(std::string text);

/// The words, with a separator between each two.
template <class Words>
std::string joined(const Words& words, std::string_view separator) {
  std::string text;
  for (const auto& word : words) {
    if (!text.empty()) text += separator;
    text += word;
  }
  return text;
}

/// The number with that many digits after the point.
std::string fixed(double value, int digits);

}  // namespace plyforge
