#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace plyforge {

/// A word of a line and where it starts. A field that is missing is empty.
struct Field {
  std::size_t offset = 0;
  std::string_view text;

  bool missing() const { return text.empty(); }
};

/// Walks over a line of FEN or EPD. Knows where everything stands in the original text, and says so in errors.
class Cursor {
 public:
  /// Drops, with a warning each, what files carry around a line: a byte-order mark, line ends, NULs, outer blanks.
  /// `warnings` may be null.
  Cursor(std::string_view line, std::vector<std::string>* warnings);

  bool at_end() const { return at_ == line_.size(); }
  std::size_t offset() const { return at_; }
  std::string_view rest() const { return line_.substr(at_); }

  /// The next character, or NUL at the end.
  char peek() const { return at_end() ? '\0' : line_[at_]; }
  bool at_blank() const { return peek() == ' ' || peek() == '\t'; }
  void advance(std::size_t count) { at_ += count; }
  void skip_blanks();

  /// Takes what comes before the next blank or semicolon, without a look at blanks before it.
  Field word();

  /// Takes the next field of a FEN: as word(), after blanks, with a warning where they are not a single space.
  Field field();

  /// Gives back what stands behind the first `length` characters of the field just taken, where a blank is missing, and
  /// warns of that. Returns the shorter field.
  Field cut(const Field& field, std::size_t length);

  /// The first character of the next field, or NUL where none is left before the end or a semicolon.
  char peek_field() const;

  /// Throws FenError at an offset of the line.
  [[noreturn]] void fail(std::size_t offset, const std::string& message) const;
  void warn(const std::string& message) const;

 private:
  void warn_of_blanks();

  std::string_view line_;  ///< the original text without what is dropped at its end
  std::size_t at_ = 0;
  std::vector<std::string>* warnings_;
  bool warned_of_blanks_ = false;
};

}  // namespace plyforge
