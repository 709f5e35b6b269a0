#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "notation/fen.h"

namespace plyforge {

/// A line of input and a caret below the character (from 1), to be printed under a message.
std::string caret_lines(std::string_view text, std::size_t column);

/// What a position text was wrong in, with caret_lines().
std::string with_caret(std::string_view text, const FenError& error);

/// "suite.epd:12", without anything that a terminal would obey.
std::string place(const std::string& file, std::size_t line);

/// Messages on stderr, without anything that a terminal would obey: errors, and warnings that a long file cannot flood
/// the screen with.
class Diagnostics {
 public:
  /// `before` is called before anything is written (to take a progress line off the screen).
  explicit Diagnostics(std::function<void()> before = {}) : before_(std::move(before)) {}
  /// Says how many warnings were left out.
  ~Diagnostics();
  Diagnostics(const Diagnostics&) = delete;
  Diagnostics& operator=(const Diagnostics&) = delete;

  void error(const std::string& message);
  /// One line each, "where: " in front where `where` is not empty. Only the first warnings are shown.
  void warn(const std::string& where, const std::vector<std::string>& warnings);

 private:
  void write(const std::string& text);

  static constexpr std::size_t kShownWarnings = 20;
  std::function<void()> before_;
  std::size_t warnings_ = 0;
};

}  // namespace plyforge
