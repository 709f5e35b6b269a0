#pragma once

#include <cstddef>
#include <stop_token>
#include <string>

namespace plyforge {

/// Reads the bytes of a file or of standard input as they come.
class ByteReader {
 public:
  /// Opens the file; "-" is standard input. Throws InputError when it cannot be read. A named pipe may have no writer
  /// yet: read() waits for one.
  ByteReader(std::string path, std::stop_token stop);
  ~ByteReader();
  ByteReader(const ByteReader&) = delete;
  ByteReader& operator=(const ByteReader&) = delete;

  /// Reads 1 to `room` bytes, or none at the end. Throws Interrupted when stopped, InputError when
  /// reading fails.
  std::size_t read(char* to, std::size_t room);

  /// Whether read() answers without waiting.
  bool ready() const;

  /// Throws Interrupted when stopped: for callers that work for long on what they have read.
  void check_stop() const;

  /// How many bytes read() would give at once, as far as the system can tell.
  std::size_t bytes_waiting() const;

  /// The name of the file in messages.
  const std::string& name() const { return name_; }

  /// Bytes read so far, and bytes in all (0 where the system does not know, as for a pipe).
  std::size_t bytes_read() const { return bytes_read_; }
  std::size_t bytes_total() const { return bytes_total_; }

 private:
  bool can_read(int timeout_ms) const;

  std::string name_;
  std::stop_token stop_;
  int descriptor_;
  std::size_t bytes_read_ = 0;
  std::size_t bytes_total_ = 0;
};

}  // namespace plyforge
