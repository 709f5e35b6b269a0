#include "notation/cursor.h"

#include <algorithm>

#include "notation/fen.h"
#include "notation/text.h"

namespace plyforge {

namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
bool is_blank(char c) { return c == ' ' || c == '\t'; }

/// The offset of the first character from `start` on for which `test` holds, or the end. Lines are short and there are
/// millions: this is several times as fast as find_first_of().
template <class Test>
std::size_t find_from(std::string_view line, std::size_t start, Test&& test) {
  while (start < line.size() && !test(line[start])) ++start;
  return start;
}

/// Why a character at the end of a line is dropped, or nothing where it belongs to the line.
std::string_view dropped_at_end(char c) {
  switch (c) {
    case '\0':
      return "NUL at the end of the line ignored";
    case '\r':
      return "carriage return at the end of the line ignored";
    case '\n':
      return "line feed at the end of the line ignored";
    default:
      return {};
  }
}

}  // namespace

Cursor::Cursor(std::string_view line, std::vector<std::string>* warnings) : line_(line), warnings_(warnings) {
  if (line_.starts_with(kByteOrderMark)) {
    warn("byte-order mark ignored");
    at_ = kByteOrderMark.size();
  }
  std::string_view last_reason;
  while (line_.size() > at_) {
    const char last = line_.back();
    const std::string_view reason = dropped_at_end(last);
    if (is_blank(last)) {
      warn_of_blanks();
    } else if (reason.empty()) {
      break;
    } else if (reason != last_reason) {
      warn(std::string(reason));
      last_reason = reason;
    }
    line_.remove_suffix(1);
  }
  if (is_blank(peek())) {
    warn_of_blanks();
    skip_blanks();
  }
}

void Cursor::skip_blanks() {
  at_ = find_from(line_, at_, [](char c) { return !is_blank(c); });
}

Field Cursor::word() {
  const std::size_t start = at_;
  at_ = find_from(line_, at_, [](char c) { return is_blank(c) || c == ';'; });
  return {start, line_.substr(start, at_ - start)};
}

Field Cursor::field() {
  const std::size_t start = at_;
  skip_blanks();
  const bool one_space = at_ - start == 1 && line_[start] == ' ';
  const Field result = word();
  if (!result.missing() && start != result.offset && !one_space) warn_of_blanks();
  return result;
}

Field Cursor::cut(const Field& field, std::size_t length) {
  const Field result{field.offset, field.text.substr(0, length)};
  at_ = field.offset + length;
  warn("blank missing after " + quoted(result.text));
  return result;
}

char Cursor::peek_field() const {
  const std::size_t next = find_from(line_, at_, [](char c) { return !is_blank(c); });
  return next == line_.size() || line_[next] == ';' ? '\0' : line_[next];
}

void Cursor::fail(std::size_t offset, const std::string& message) const {
  // An editor counts characters, not bytes: the continuation bytes of UTF-8 are left out.
  const std::string_view before = line_.substr(0, offset);
  const auto characters = std::count_if(before.begin(), before.end(),
                                        [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; });
  throw FenError(static_cast<std::size_t>(characters) + 1, message);
}

void Cursor::warn(const std::string& message) const {
  if (warnings_ != nullptr) warnings_->push_back(message);
}

void Cursor::warn_of_blanks() {
  if (!warned_of_blanks_) warn("extra blanks or tabs ignored");
  warned_of_blanks_ = true;
}

}  // namespace plyforge
