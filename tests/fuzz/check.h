#pragma once

#include <cstdlib>
#include <iostream>
#include <string_view>

namespace plyforge {

/// Ends a fuzz run as a crash where a promise is broken.
inline void check(bool holds, std::string_view promise) {
  if (holds) return;
  std::cerr << "broken: " << promise << '\n';
  std::abort();
}

/// What every error message must be: one line of printable characters that is not long.
inline void check_message(std::string_view message) {
  check(message.size() < 250, "messages are short");
  for (const char c : message) check(c >= ' ' && c <= '~', "messages are one line of printable characters");
}

}  // namespace plyforge
