#include "games/pgn_scanner.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstring>

#include "base/errors.h"
#include "games/pgn_tags.h"
#include "notation/move_pattern.h"
#include "notation/move_signs.h"
#include "notation/text.h"

namespace plyforge {

namespace {

constexpr std::size_t kBuffer = std::size_t{1} << 20;
constexpr std::size_t kLongestRun = 4096;
constexpr std::size_t kLongestTag = 65536;
constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
constexpr std::string_view kOpensWide = "\xEF\xBC\x88";   // （
constexpr std::string_view kClosesWide = "\xEF\xBC\x89";  // ）
constexpr std::string_view kNewGame = "[event ";

/// Bytes that may end a run of text; 0xEF, because it begins a full-width bracket.
constexpr std::array<bool, 256> kEndsRun = [] {
  std::array<bool, 256> ends{};
  for (const char c : std::string_view("\0 \t\r\n\v\f{}();[]$<>\xEF", 18)) ends[static_cast<unsigned char>(c)] = true;
  return ends;
}();

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f'; }

bool is_tag_name(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-' || c == '.';
}

/// The index of the first `c` in `size` characters, or `size`. memchr() is fast over long comments.
std::size_t find(const char* text, char c, std::size_t size) {
  const void* const found = std::memchr(text, c, size);
  return found == nullptr ? size : static_cast<std::size_t>(static_cast<const char*>(found) - text);
}

std::size_t skip_blanks(std::string_view line, std::size_t i) {
  while (i < line.size() && is_blank(line[i])) ++i;
  return i;
}

/// How a text begins: with a move after its number, as in "1. e4" and "12...Nf6", with a move that is a word of its
/// own, or with something else.
enum class Front { other, move, numbered_move };

Front front_of(std::string_view text) {
  constexpr std::size_t kLongestMove = 40;
  const auto move_length = [](std::string_view moves) {
    MovePattern pattern;
    return read_move_prefix(moves, pattern);
  };
  const std::string ascii = ascii_signs(text.substr(0, kLongestMove));
  const std::size_t digits = std::min(ascii.find_first_not_of("0123456789"), ascii.size());
  const std::size_t first = std::min(ascii.find_first_not_of(". ", digits), ascii.size());
  if (digits != 0 && first != digits && move_length(std::string_view(ascii).substr(first)) != 0) {
    return Front::numbered_move;
  }
  const std::size_t length = move_length(ascii);
  const bool is_word = length == ascii.size() || std::isalnum(static_cast<unsigned char>(ascii[length])) == 0;
  return length != 0 && is_word ? Front::move : Front::other;
}

/// "3." or "12...", alone.
bool is_move_number(std::string_view name) {
  return name.ends_with('.') && name.front() != '.' && name.find_first_not_of("0123456789.") == std::string_view::npos;
}

/// Whether a word of a text is a move, after its number, or, if `bare`, without one too.
bool has_move(std::string_view text, bool bare) {
  for (std::size_t i = 1; i < text.size(); ++i) {
    if (std::isalnum(static_cast<unsigned char>(text[i - 1])) != 0 || is_blank(text[i])) continue;
    const Front front = front_of(text.substr(i));
    if (front == Front::numbered_move || (bare && front == Front::move)) return true;
  }
  return false;
}

/// Where a tag without a proper value ends on its line: after the first bracket that something readable follows.
std::size_t end_of_bad_tag(std::string_view line) {
  for (std::size_t i = line.find(']'); i != std::string_view::npos; i = line.find(']', i + 1)) {
    const std::string_view rest = line.substr(skip_blanks(line, i + 1));
    if (rest.empty() || std::string_view("[{(*;$0123456789").find(rest[0]) != std::string_view::npos) return i + 1;
    if (front_of(rest) != Front::other) return i + 1;
  }
  return line.size();
}

}  // namespace

PgnScanner::PgnScanner(ReadBytes read)
    : read_(std::move(read)), buffer_(kBuffer + 1), at_(buffer_.data()), end_(buffer_.data()) {
  *end_ = '\0';
}

bool PgnScanner::refill(std::size_t bytes) {
  while (static_cast<std::size_t>(end_ - at_) < bytes) {
    if (ended_) return false;
    const auto unread = static_cast<std::size_t>(end_ - at_);
    std::memmove(buffer_.data(), at_, unread);
    at_ = buffer_.data();
    const std::size_t got = read_(at_ + unread, kBuffer - unread);
    const bool first = bytes_read_ == 0;
    ended_ = got == 0;
    bytes_read_ += got;
    end_ = at_ + unread + got;
    *end_ = '\0';
    if (first && got >= 2 && (std::memcmp(at_, "\xFF\xFE", 2) == 0 || std::memcmp(at_, "\xFE\xFF", 2) == 0)) {
      throw InputError("the text is UTF-16; convert it to UTF-8, for example with: iconv -f UTF-16 -t UTF-8");
    }
  }
  return true;
}

bool PgnScanner::follows(std::string_view text) {
  return *at_ == text[0] && has(text.size()) && same_ignoring_case(std::string_view(at_, text.size()), text);
}

void PgnScanner::skip_line() {
  while (has(1)) {
    char* const newline = std::find(at_, end_, '\n');
    at_ = newline;
    if (newline != end_) return;
  }
}

/// Skips what stands in < >, which the standard reserves. False if it is not closed on its line.
bool PgnScanner::skip_reserved() {
  while (has(1) && *at_ != '>' && *at_ != '\n') ++at_;
  if (!has(1) || *at_ != '>') return false;
  ++at_;
  return true;
}

/// Skips a comment that begins with a brace. False if it is not closed before the next game or the end.
bool PgnScanner::skip_comment() {
  ++at_;
  at_line_start_ = only_blanks_before_ = false;
  while (has(1)) {
    // The bytes up to the brace, or all there are, line by line. Reading more may move at_, but keeps these bytes.
    const auto unread = static_cast<std::size_t>(end_ - at_);
    const std::size_t brace = find(at_, '}', unread);
    for (std::size_t left = brace; left != 0;) {
      const std::size_t line = std::min(find(at_, '\n', left) + 1, left);
      const bool ends = at_[line - 1] == '\n';
      at_ += line;
      left -= line;
      if (!ends) continue;
      ++line_;
      if (has(1) && follows(kNewGame)) {
        at_line_start_ = only_blanks_before_ = true;
        return false;
      }
    }
    if (brace == unread) continue;
    ++at_;
    return true;
  }
  return false;
}

PgnToken PgnScanner::token(PgnToken::Kind kind, std::size_t bytes) {
  const PgnToken result{.kind = kind, .text = {at_, bytes}, .value = {}, .line = line_};
  at_ += bytes;
  at_line_start_ = only_blanks_before_ = false;
  return result;
}

PgnToken PgnScanner::unclosed(std::string_view bracket, std::size_t line) {
  return {.kind = PgnToken::Kind::unclosed, .text = bracket, .value = {}, .line = line};
}

PgnToken PgnScanner::run() {
  std::size_t length = 0;
  while (length < kLongestRun) {
    const char c = at_[length];
    if (!kEndsRun[static_cast<unsigned char>(c)]) {
      ++length;
    } else if (c == '\0') {
      if (!has(length + 1)) break;
      if (at_[length] == '\0') ++length;  // a NUL of the text itself
    } else if (static_cast<unsigned char>(c) == 0xEF) {
      const std::size_t bytes = has(length + 3) ? 3 : 1;
      const std::string_view sign(at_ + length, bytes);
      const bool opens = sign == kOpensWide;
      const bool closes = sign == kClosesWide;
      const std::size_t promoted = opens ? letter_in_brackets(length) : 0;  // moves what `sign` looks at
      if (length > 0 && promoted == 0 && (opens || closes)) break;
      length += std::max(promoted, std::size_t{1});
    } else if (const std::size_t promoted = length > 0 ? letter_in_brackets(length) : 0; promoted != 0) {
      length += promoted;
    } else {
      break;
    }
  }
  return token(PgnToken::Kind::text, length);
}

/// Bytes of a piece's letter in brackets, as in e8(Q) and e8 (Q), so many bytes ahead; or 0.
std::size_t PgnScanner::letter_in_brackets(std::size_t ahead) {
  constexpr std::size_t kLongest = 10;  // a blank and three characters of three bytes
  const std::size_t blank = peek(ahead) == ' ' ? 1 : 0;
  const char bracket = peek(ahead + blank);
  if (bracket != '(' && bracket != kOpensWide[0]) return 0;
  has(ahead + kLongest);
  const std::string_view text(at_ + ahead, std::min(kLongest, static_cast<std::size_t>(end_ - at_) - ahead));
  const std::string ascii = ascii_signs(text);
  const std::string_view bracketed = std::string_view(ascii).substr(blank, 3);
  if (bracketed.size() != 3 || bracketed[0] != '(' || bracketed[2] != ')') return 0;
  if (std::string_view("QRBNqrbn").find(bracketed[1]) == std::string_view::npos) return 0;
  return blank + original_signs(text, blank, blank + 3).size();
}

PgnToken PgnScanner::nag() {
  std::size_t digits = 0;
  while (digits < 8 && peek(1 + digits) >= '0' && peek(1 + digits) <= '9') ++digits;
  PgnToken result = token(PgnToken::Kind::nag, 1 + digits);
  result.text.remove_prefix(1);
  return result;
}

/// A tag that is skipped: the first `size` bytes. `name` may be empty.
PgnToken PgnScanner::bad_tag(std::string_view name, std::size_t size, std::string message) {
  const std::string_view tag(at_, size);
  const bool closed = tag.ends_with(']');
  // Moves in a clock or in a quoted text are none of the game.
  const bool harmless = closed && (tag.starts_with("[%") || tag.find('"') != std::string_view::npos);
  value_ = std::move(message);
  PgnToken result{.kind = PgnToken::Kind::bad_tag, .text = name, .value = value_, .line = line_};
  result.holds_moves = !harmless && has_move(tag, name.empty());
  at_ += size;
  at_line_start_ = false;
  return result;
}

/// What stands in brackets without a name, as a clock outside a comment: [%clk 0:01:00].
PgnToken PgnScanner::nameless_tag(std::string_view line) {
  const std::size_t bracket = line.find(']');
  if (bracket == std::string_view::npos && !only_blanks_before_) return token(PgnToken::Kind::stray, 1);
  return bad_tag("", std::min(bracket, line.size() - 1) + 1, "a tag starts with its name, as in [White \"Ding\"]");
}

/// A tag whose value does not end within kLongestTag bytes of its line.
PgnToken PgnScanner::long_tag(std::string_view name) {
  value_ = "the tag " + quoted(name) + " is longer than " + std::to_string(kLongestTag) + " bytes";
  skip_line();
  return {.kind = PgnToken::Kind::bad_tag, .text = value_, .value = value_, .line = line_};
}

/// Reads a value that follows an opening quote into value_, and moves `i` past the closing quote: the first one before
/// the end of the tag or of the line, so that quotes within a value are part of it.
bool PgnScanner::read_value(std::string_view line, std::size_t& i) {
  value_.clear();
  for (; i < line.size(); ++i) {
    const char c = line[i];
    if (c == '\\' && i + 1 < line.size() && (line[i + 1] == '"' || line[i + 1] == '\\')) {
      value_ += line[++i];
      continue;
    }
    if (c == '"') {
      const std::size_t next = skip_blanks(line, i + 1);
      if (next == line.size() || line[next] == ']') {
        ++i;
        return true;
      }
    }
    value_ += c;
  }
  return false;
}

PgnToken PgnScanner::tag() {
  std::size_t length = 0;  // to the end of the line
  do {
    const std::size_t looked_at = std::min(static_cast<std::size_t>(end_ - at_), kLongestTag);
    length = static_cast<std::size_t>(std::find(at_ + length, at_ + looked_at, '\n') - at_);
    if (length < looked_at) break;
  } while (length < kLongestTag && has(length + 1));
  const std::string_view line(at_, length);
  std::size_t i = skip_blanks(line, 1);
  const std::size_t name_at = i;
  while (i < line.size() && is_tag_name(line[i])) ++i;
  const std::string_view name = line.substr(name_at, i - name_at);
  i = skip_blanks(line, i);
  const bool has_value = !name.empty() && i < line.size() && line[i] == '"';
  const bool is_moves = !has_value && (is_move_number(name) || front_of(line.substr(name_at)) != Front::other);
  if (is_moves) return token(PgnToken::Kind::stray, 1);
  if (name.empty()) return nameless_tag(line);
  if (!has_value) {
    return bad_tag(name, end_of_bad_tag(line),
                   "the tag " + quoted(name) + " has no value in quotes, as in [White \"Ding\"]");
  }
  ++i;
  if (!read_value(line, i)) {
    if (length == kLongestTag) return long_tag(name);
    return bad_tag(name, end_of_bad_tag(line), "the value of the tag " + quoted(name) + " has no closing quote");
  }
  i = skip_blanks(line, i);
  if (i < line.size()) ++i;  // the bracket
  at_line_start_ = false;
  at_ += i;
  return {.kind = PgnToken::Kind::tag, .text = name, .value = value_, .line = line_};
}

PgnToken PgnScanner::next() {
  while (has(1)) {
    const char c = *at_;
    if (c == '\n') {
      ++at_;
      ++line_;
      at_line_start_ = only_blanks_before_ = true;
    } else if (is_blank(c)) {
      ++at_;
      at_line_start_ = false;
    } else if (c == ';' || (c == '%' && at_line_start_)) {
      skip_line();
    } else if (c == '<') {
      if (!skip_reserved()) return unclosed("<", line_);
    } else if (c == '{') {
      const std::size_t opened = line_;
      if (!skip_comment()) return unclosed("{", opened);
    } else if (c == '[' && (only_blanks_before_ || peek(1) == '%')) {
      return tag();
    } else if (c == '(') {
      return token(PgnToken::Kind::variation_begins, 1);
    } else if (c == ')') {
      return token(PgnToken::Kind::variation_ends, 1);
    } else if (c == '$') {
      return nag();
    } else if (c == '[' || c == ']' || c == '}' || c == '>') {
      return token(PgnToken::Kind::stray, 1);
    } else if (follows(kByteOrderMark)) {
      at_ += kByteOrderMark.size();
    } else if (follows(kOpensWide)) {
      return token(PgnToken::Kind::variation_begins, kOpensWide.size());
    } else if (follows(kClosesWide)) {
      return token(PgnToken::Kind::variation_ends, kClosesWide.size());
    } else {
      return run();
    }
  }
  return {.kind = PgnToken::Kind::end, .text = {}, .value = {}, .line = line_};
}

}  // namespace plyforge
