#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

namespace plyforge {

// What PGN's export format is made of.

/// The tags that every game has, before Result, and what they say where nothing is known.
constexpr std::array<std::pair<std::string_view, std::string_view>, 6> kPgnRoster = {
    {{"Event", "?"}, {"Site", "?"}, {"Date", "????.??.??"}, {"Round", "?"}, {"White", "?"}, {"Black", "?"}}};

/// A tag, as one line with its end.
std::string pgn_tag(std::string_view name, std::string_view value);

/// Words with blanks between them, in lines of at most 80 characters.
class PgnParagraph {
 public:
  void add(std::string_view word);

  const std::string& text() const { return text_; }

 private:
  std::string text_;
  std::size_t width_ = 0;
};

}  // namespace plyforge
