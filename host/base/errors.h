#pragma once

#include <stdexcept>
#include <string>

namespace plyforge {

// What the libraries of host/ throw. what() says what was wrong, where, and what would be right. The parsers of src/
// throw their own: FenError, MoveError, MaterialError.

/// The user asked for something impossible. Exit code 2.
class InputError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A request beyond what this machine or the limits allow; what() says what would help. Exit code 3.
class ResourceError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A device failed in the middle of a count; the CPU can do it instead.
class DeviceError : public ResourceError {
 public:
  using ResourceError::ResourceError;
};

/// Work was stopped on request. Exit code 130.
class Interrupted : public std::runtime_error {
 public:
  Interrupted() : std::runtime_error("interrupted") {}
};

/// Results could not be written. Exit code 3.
class OutputError : public std::runtime_error {
 public:
  OutputError(const std::string& message, bool reader_gone) : std::runtime_error(message), reader_gone_(reader_gone) {}

  /// Whether the reader of a pipe has closed its end: not worth a message.
  bool reader_gone() const { return reader_gone_; }

 private:
  bool reader_gone_;
};

/// A table that cannot be read: missing, truncated, damaged, or of another version. what() names the file.
class TableError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A text that is not a predicate, or a predicate that needs a missing table.
class PredicateError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace plyforge
