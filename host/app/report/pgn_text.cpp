#include "app/report/pgn_text.h"

#include <algorithm>

namespace plyforge {

std::string pgn_tag(std::string_view name, std::string_view value) {
  std::string line = "[" + std::string(name) + " \"";
  for (const char c : value) {
    if (c == '"' || c == '\\') line += '\\';
    line += c;
  }
  return line + "\"]\n";
}

void PgnParagraph::add(std::string_view word) {
  constexpr std::size_t kWidth = 80;
  const auto characters = static_cast<std::size_t>(
      std::ranges::count_if(word, [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
  if (width_ != 0) {
    const bool fits = width_ + 1 + characters <= kWidth;
    text_ += fits ? ' ' : '\n';
    width_ = fits ? width_ + 1 : 0;
  }
  text_ += word;
  width_ += characters;
}

}  // namespace plyforge
