#pragma once

#include <cstdio>
#include <stdexcept>
#include <string>
#include <string_view>

namespace plyforge {

/// Results could not be written.
class OutputError : public std::runtime_error {
 public:
  OutputError(const std::string& message, bool reader_gone) : std::runtime_error(message), reader_gone_(reader_gone) {}

  /// The reader of a pipe has closed its end: not worth a message.
  bool reader_gone() const { return reader_gone_; }

 private:
  bool reader_gone_;
};

/// Standard output, for results only. A result that could not be written is an error, never silence.
class Output {
 public:
  explicit Output(std::FILE* stream) : stream_(stream) {}

  /// Writes the text and hands it to the reader at once. Throws OutputError.
  void print(std::string_view text);

 private:
  std::FILE* stream_;
};

}  // namespace plyforge
