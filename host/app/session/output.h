#pragma once

#include <cstdio>
#include <stdexcept>
#include <string>
#include <string_view>

#include "base/errors.h"

namespace plyforge {

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
