#include "notation/move_signs.h"

#include <algorithm>
#include <iterator>

namespace plyforge {

namespace {

struct Sign {
  char32_t character;
  std::string_view ascii;
};

constexpr Sign kSigns[] = {
    {U'王', "K"},      {U'后', "Q"},     {U'後', "Q"},     {U'车', "R"},     {U'車', "R"},     {U'象', "B"},
    {U'马', "N"},      {U'馬', "N"},     {U'兵', "P"},     {U'×', "x"},      {U'✕', "x"},      {U'≠', "#"},
    {U'‡', "#"},       {U'†', "+"},      {U'变', "="},     {U'變', "="},     {U'\u2010', "-"}, {U'\u2011', "-"},
    {U'\u2013', "-"},  {U'\u2014', "-"}, {U'\u2212', "-"}, {U'\u2500', "-"}, {U'\u301C', "~"}, {U'…', "..."},
    {U'\u2025', ".."}, {U'‼', "!!"},     {U'⁇', "??"},     {U'⁈', "?!"},     {U'⁉', "!?"},     {U'½', "1/2"},
    {U'、', ","},      {U'。', ","},     {U'〇', "O"},     {U'○', "O"},      {U'\u3000', " "}, {U'\u00A0', " "},
    {U'\uFEFF', ""},   {U'±', "~"},      {U'∓', "~"},      {U'∞', "~"},      {U'\u2A71', "~"}, {U'\u2A72', "~"},
    {U'♔', "K"},       {U'♕', "Q"},      {U'♖', "R"},      {U'♗', "B"},      {U'♘', "N"},      {U'♙', "P"},
    {U'♚', "K"},       {U'♛', "Q"},      {U'♜', "R"},      {U'♝', "B"},      {U'♞', "N"},      {U'♟', "P"},
};

/// A character and the bytes that it takes; no bytes where the text does not begin with one beyond ASCII.
struct Character {
  char32_t value = 0;
  std::size_t bytes = 0;
};

Character first_character(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const std::size_t bytes = byte(0) >= 0xF0 ? 4 : byte(0) >= 0xE0 ? 3 : byte(0) >= 0xC2 ? 2 : 0;
  if (bytes == 0 || bytes > text.size()) return {};
  char32_t value = byte(0) & (0x7Fu >> bytes);
  for (std::size_t i = 1; i < bytes; ++i) {
    if ((byte(i) & 0xC0) != 0x80) return {};
    value = value << 6 | (byte(i) & 0x3F);
  }
  return {value, bytes};
}

/// Adds the first character of a text to `ascii`, and returns how many bytes it took.
std::size_t take_character(std::string_view text, std::string& ascii) {
  constexpr char32_t kFullWidthFirst = U'！';  // the printable characters of ASCII once more, in the same order
  constexpr char32_t kFullWidthLast = U'～';
  const Character c = first_character(text);
  if (c.bytes == 0) {  // ASCII, or no UTF-8
    ascii += text.front();
    return 1;
  }
  const Sign* const sign = std::ranges::find(kSigns, c.value, &Sign::character);
  if (sign != std::end(kSigns)) {
    ascii += sign->ascii;
  } else if (c.value >= kFullWidthFirst && c.value <= kFullWidthLast) {
    ascii += static_cast<char>(c.value - kFullWidthFirst + U'!');
  } else {
    ascii += text.substr(0, c.bytes);
  }
  return c.bytes;
}

}  // namespace

bool is_ascii(std::string_view text) {
  return std::ranges::all_of(text, [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

std::string ascii_signs(std::string_view text) {
  std::string result;
  while (!text.empty()) text.remove_prefix(take_character(text, result));
  return result;
}

std::string_view original_signs(std::string_view text, std::size_t first, std::size_t last) {
  std::string ascii;
  std::size_t begin = text.size();
  std::size_t at = 0;
  while (at < text.size() && ascii.size() < last) {
    if (ascii.size() >= first && begin == text.size()) begin = at;
    at += take_character(text.substr(at), ascii);
  }
  return begin < at ? text.substr(begin, at - begin) : std::string_view{};
}

}  // namespace plyforge
