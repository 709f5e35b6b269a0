#include "app/session/diagnostics.h"

#include <algorithm>
#include <cstdio>

#include "app/session/text_format.h"

namespace plyforge {

std::string caret_lines(std::string_view text, std::size_t column) {
  constexpr std::size_t kWidth = 120;
  constexpr std::size_t kAfterCaret = 40;
  const std::size_t caret = column == 0 ? 0 : column - 1;
  const std::size_t first = text.size() > kWidth && caret + kAfterCaret > kWidth ? caret + kAfterCaret - kWidth : 0;
  const std::string shown = printable(std::string(text.substr(std::min(first, text.size()), kWidth)));
  return "  " + shown + "\n  " + std::string(caret - first, ' ') + "^";
}

std::string with_caret(std::string_view text, const FenError& error) {
  return std::string(error.what()) + "\n" + caret_lines(text, error.column());
}

std::string place(const std::string& file, std::size_t line) {
  return without_controls(file) + ":" + std::to_string(line);
}

Diagnostics::~Diagnostics() {
  if (warnings_ > kShownWarnings) {
    write("plyforge: warning: " + std::to_string(warnings_ - kShownWarnings) + " more warnings not shown\n");
  }
}

void Diagnostics::error(const std::string& message) { write("plyforge: " + message + "\n"); }

void Diagnostics::warn(const std::string& where, const std::vector<std::string>& warnings) {
  for (const std::string& warning : warnings) {
    if (++warnings_ > kShownWarnings) continue;
    write("plyforge: warning: " + (where.empty() ? "" : where + ": ") + warning + "\n");
  }
}

void Diagnostics::write(const std::string& text) {
  if (before_) before_();
  std::fputs(without_controls(text).c_str(), stderr);
}

}  // namespace plyforge
