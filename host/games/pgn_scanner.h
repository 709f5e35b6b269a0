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
    bad_tag,           ///< `value` says what is wrong with it; `text` is empty where it does not even have a name
    text,              ///< move numbers, moves, results: a run of characters without a blank
    variation_begins,  ///< (
    variation_ends,    ///< )
    nag,               ///< `text` is the number after $
    unclosed_comment,  ///< a { without a } before the next game or the end; `line` is where it opened
    stray,             ///< `text`: a bracket or brace that closes or opens nothing
  };

  Kind kind = Kind::end;
  std::string_view text;   ///< until the next call of next()
  std::string_view value;  ///< likewise
  std::size_t line = 0;    ///< of the file, from 1
};

/// Cuts a PGN text into tokens, in memory that does not grow: comments, % lines and what stands in < > are passed over
/// however long they are. Read as the import format of the PGN standard has it, and more: full-width brackets, quotes
/// within values, tags without their end. A line that begins with [Event ends a comment that was never closed.
class PgnScanner {
 public:
  explicit PgnScanner(ReadBytes read);

  /// The next token; Kind::end again and again at the end of the text. Throws what `read` throws, and InputError for
  /// UTF-16.
  PgnToken next();

  /// How many bytes have been looked at.
  std::size_t bytes_taken() const { return bytes_read_ - static_cast<std::size_t>(end_ - at_); }

 private:
  /// Whether so many bytes are unread; reads more where that is needed. Moves what is unread, and so at_.
  bool has(std::size_t bytes) { return static_cast<std::size_t>(end_ - at_) >= bytes || refill(bytes); }
  bool refill(std::size_t bytes);
  bool follows(std::string_view text);
  char peek(std::size_t ahead = 0) { return has(ahead + 1) ? at_[ahead] : '\0'; }
  void skip_line();
  void skip_reserved();
  bool skip_comment();
  PgnToken token(PgnToken::Kind kind, std::size_t bytes);
  PgnToken run();
  PgnToken nag();
  PgnToken tag();
  PgnToken bad_tag(std::string message);
  PgnToken nameless_tag(std::string_view line);
  bool read_value(std::string_view line, std::size_t& i);

  ReadBytes read_;
  std::vector<char> buffer_;
  // What is unread lies from at_ to end_, where a NUL stands guard.
  char* at_;
  char* end_;
  bool ended_ = false;  ///< there is nothing after end_
  std::size_t bytes_read_ = 0;
  std::size_t line_ = 1;
  bool at_line_start_ = true;       ///< nothing stands before at_ on its line
  bool only_blanks_before_ = true;  ///< or nothing but blanks and tags
  std::string value_;
};

}  // namespace plyforge
