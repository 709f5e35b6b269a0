#include "games/pgn_scanner.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "base/errors.h"
#include "notation/text.h"

namespace plyforge {

namespace {

constexpr std::size_t kBuffer = std::size_t{1} << 20;
constexpr std::size_t kLongestRun = 4096;
constexpr std::size_t kLongestTag = 65536;
constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
constexpr std::string_view kOpensWide = "\xEF\xBC\x88";   // （
constexpr std::string_view kClosesWide = "\xEF\xBC\x89";  // ）
constexpr std::string_view kNewGame = "[Event ";

/// Characters that end a run; 0xEF may, as the first byte of a full-width bracket.
constexpr std::array<bool, 256> kEndsRun = [] {
  std::array<bool, 256> ends{};
  for (const char c : std::string_view("\0 \t\r\n\v\f{}();[]$<>\xEF", 18)) ends[static_cast<unsigned char>(c)] = true;
  return ends;
}();

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f'; }

bool is_tag_name(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-' || c == '.';
}

/// Where a character first stands among so many, or their number. memchr(), since it is fast over long comments.
std::size_t find(const char* text, char c, std::size_t size) {
  const void* const found = std::memchr(text, c, size);
  return found == nullptr ? size : static_cast<std::size_t>(static_cast<const char*>(found) - text);
}

std::size_t skip_blanks(std::string_view line, std::size_t i) {
  while (i < line.size() && is_blank(line[i])) ++i;
  return i;
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
      throw InputError("the text is UTF-16: convert it to UTF-8, as with iconv -f UTF-16 -t UTF-8");
    }
  }
  return true;
}

bool PgnScanner::follows(std::string_view text) {
  return *at_ == text[0] && has(text.size()) && std::string_view(at_, text.size()) == text;
}

void PgnScanner::skip_line() {
  while (has(1)) {
    char* const newline = std::find(at_, end_, '\n');
    at_ = newline;
    if (newline != end_) return;
  }
}

void PgnScanner::skip_reserved() {
  while (has(1) && *at_ != '>' && *at_ != '\n') ++at_;
  if (has(1) && *at_ == '>') ++at_;
}

/// Passes over a comment from its brace on. False where it is not closed before the next game or the end.
bool PgnScanner::skip_comment() {
  ++at_;
  at_line_start_ = only_blanks_before_ = false;
  while (has(1)) {
    // The text up to the brace, or all that is there; then its lines. What is read on the way moves at_, not the
    // rest.
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
      if (length > 0 && (sign == kOpensWide || sign == kClosesWide)) break;
      ++length;
    } else {
      break;
    }
  }
  return token(PgnToken::Kind::text, length);
}

PgnToken PgnScanner::nag() {
  std::size_t digits = 0;
  while (digits < 8 && peek(1 + digits) >= '0' && peek(1 + digits) <= '9') ++digits;
  PgnToken result = token(PgnToken::Kind::nag, 1 + digits);
  result.text.remove_prefix(1);
  return result;
}

PgnToken PgnScanner::bad_tag(std::string message) {
  value_ = std::move(message);
  const PgnToken result{.kind = PgnToken::Kind::bad_tag, .text = "[", .value = value_, .line = line_};
  skip_line();
  return result;
}

/// What stands in brackets without a name, as a clock outside a comment: what comes after it on the line counts.
PgnToken PgnScanner::nameless_tag(std::string_view line) {
  value_ = "a tag begins with its name, as in [White \"Ding\"]";
  at_ += std::min(line.find(']'), line.size() - 1) + 1;
  at_line_start_ = false;
  return {.kind = PgnToken::Kind::bad_tag, .text = {}, .value = value_, .line = line_};
}

/// Reads a value from after its opening quote into value_, and moves `i` behind the quote that closes it: the first one
/// that the end of the tag or of the line follows, so that quotes within a value do no harm.
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
    const std::size_t looked_at = std::min(static_cast<std::size_t>(end_ - at_), kLongestTag + 1);
    length = static_cast<std::size_t>(std::find(at_ + length, at_ + looked_at, '\n') - at_);
    if (length < looked_at) break;
  } while (length <= kLongestTag && has(length + 1));
  if (length > kLongestTag) return bad_tag("a tag is longer than " + std::to_string(kLongestTag) + " characters");
  const std::string_view line(at_, length);
  std::size_t i = skip_blanks(line, 1);
  const std::size_t name_at = i;
  while (i < line.size() && is_tag_name(line[i])) ++i;
  const std::string_view name = line.substr(name_at, i - name_at);
  if (name.empty()) return nameless_tag(line);
  i = skip_blanks(line, i);
  if (i == line.size() || line[i] != '"') {
    return bad_tag("the tag " + quoted(name) + " has no value in quotes, as in [White \"Ding\"]");
  }
  ++i;
  if (!read_value(line, i)) return bad_tag("the value of the tag " + quoted(name) + " has no closing quote");
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
      skip_reserved();
    } else if (c == '{') {
      const std::size_t opened = line_;
      if (!skip_comment()) return {.kind = PgnToken::Kind::unclosed_comment, .text = {}, .value = {}, .line = opened};
    } else if (c == '[' && only_blanks_before_) {
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
