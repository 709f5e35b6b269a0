#pragma once

#include <cstddef>
#include <stop_token>
#include <string>
#include <vector>

#include "base/byte_reader.h"

namespace plyforge {

/// Reads a text file line by line, in bounded memory whatever the file holds.
class LineReader {
 public:
  /// Longest line that is taken; no FEN and no suite comes near.
  static constexpr std::size_t kMaxLine = 65536;

  struct Line {
    std::size_t number = 0;  ///< from 1
    std::string text;        ///< without its end
    bool too_long = false;   ///< the line passed kMaxLine; `text` is its beginning
  };

  /// Opens the file; "-" is standard input. Throws InputError when it cannot be read. A named pipe without a writer is
  /// opened, and waited for in next().
  LineReader(std::string path, std::stop_token stop);

  /// The next line, or false at the end. Throws Interrupted when stopped, InputError when reading fails.
  bool next(Line& line);

  /// Whether next() answers without waiting: false while standard input has nothing to say yet.
  bool ready() const;

  /// How far into the input the last line reached, in bytes, its end included.
  std::size_t bytes_taken() const { return bytes_read() - (end_ - begin_); }

  /// How far into the input there is something to read already, in bytes.
  std::size_t bytes_there() const { return bytes_read() + bytes_.bytes_waiting(); }

  /// As messages name the file.
  const std::string& name() const { return bytes_.name(); }

  /// Whether some line ended in a carriage return, which is not part of a line's text.
  bool has_carriage_returns() const { return has_carriage_returns_; }

  /// Bytes taken so far, and bytes in all (0 where the system does not know, as for a pipe).
  std::size_t bytes_read() const { return bytes_.bytes_read(); }
  std::size_t bytes_total() const { return bytes_.bytes_total(); }

 private:
  bool refill();

  ByteReader bytes_;
  std::vector<char> buffer_;
  std::size_t begin_ = 0;
  std::size_t end_ = 0;
  std::size_t number_ = 0;
  bool has_carriage_returns_ = false;
};

}  // namespace plyforge
