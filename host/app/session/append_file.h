#pragma once

#include <string>
#include <string_view>

namespace plyforge {

/// A file of lines to which this process alone appends. A line that a killed process has left unfinished is taken off
/// when the file is opened.
class AppendFile {
 public:
  /// Throws InputError when the file cannot be opened, ResourceError when another process appends to it.
  explicit AppendFile(std::string path);
  ~AppendFile();
  AppendFile(const AppendFile&) = delete;
  AppendFile& operator=(const AppendFile&) = delete;

  /// Appends text that ends in a line end, and hands it to the system at once. Throws ResourceError; then nothing of
  /// the text is left in the file.
  void append(std::string_view text);

  /// Waits until all is on the disk. Throws ResourceError.
  void sync();

 private:
  [[noreturn]] void fail(const std::string& what) const;
  void drop_unfinished_line();

  std::string path_;
  int descriptor_ = -1;
};

}  // namespace plyforge
