#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace plyforge {

/// Writes at most `room` bytes of a text to `to` and returns how many; 0 at its end.
using ReadBytes = std::function<std::size_t(char* to, std::size_t room)>;

/// A piece of a PGN text.
struct PgnToken {
  enum class Kind {
    end,
    tag,               ///< `text` is its name, `value` its value
    bad_tag,           ///< `value` says what is wrong; `text` is empty if it has no name
    text,              ///< move numbers, moves, results: characters up to a blank or bracket; e8(Q) and e8 (Q) are one
    variation_begins,  ///< (
    variation_ends,    ///< )
    nag,               ///< `text` is the number after $
    unclosed,          ///< `text`: a { without a } before the next game, or a < without a > on its `line`
    stray,             ///< `text`: a bracket or brace of no tag, comment or variation
  };

  Kind kind = Kind::end;
  std::string_view text;     ///< until the next call of next()
  std::string_view value;    ///< likewise
  std::size_t line = 0;      ///< of the file, from 1
  bool holds_moves = false;  ///< of a bad tag: the part that is skipped has moves in it
};

/// Splits a PGN text into tokens, in bounded memory: comments, % lines and anything in < > are skipped, however long.
/// Reads the import format of the PGN standard and more: full-width brackets, quotes within values, tags without their
/// closing bracket. A line that begins with [Event ends a comment that was never closed.
class PgnScanner {
 public:
  explicit PgnScanner(ReadBytes read);

  /// The next token; Kind::end at the end of the text, also when called again. Throws what `read` throws, and
  /// InputError for UTF-16.
  PgnToken next();

  /// The number of bytes read.
  std::size_t bytes_taken() const { return bytes_read_ - static_cast<std::size_t>(end_ - at_); }

 private:
  /// Whether at least so many bytes are unread; reads more if needed, which may move the unread bytes and so at_.
  bool has(std::size_t bytes) { return static_cast<std::size_t>(end_ - at_) >= bytes || refill(bytes); }
  bool refill(std::size_t bytes);
  bool follows(std::string_view text);
  char peek(std::size_t ahead = 0) { return has(ahead + 1) ? at_[ahead] : '\0'; }
  void skip_line();
  bool skip_reserved();
  bool skip_comment();
  PgnToken token(PgnToken::Kind kind, std::size_t bytes);
  static PgnToken unclosed(std::string_view bracket, std::size_t line);
  PgnToken run();
  std::size_t letter_in_brackets(std::size_t ahead);
  PgnToken nag();
  PgnToken tag();
  PgnToken bad_tag(std::string_view name, std::size_t size, std::string message);
  PgnToken nameless_tag(std::string_view line);
  PgnToken long_tag(std::string_view name);
  bool read_value(std::string_view line, std::size_t& i);

  ReadBytes read_;
  std::vector<char> buffer_;
  // Unread bytes, from at_ to end_, where a NUL is the sentinel.
  char* at_;
  char* end_;
  bool ended_ = false;  ///< there is nothing after end_
  std::size_t bytes_read_ = 0;
  std::size_t line_ = 1;
  bool at_line_start_ = true;       ///< nothing precedes at_ on its line
  bool only_blanks_before_ = true;  ///< or only blanks and tags do
  std::string value_;
};

}  // namespace plyforge
