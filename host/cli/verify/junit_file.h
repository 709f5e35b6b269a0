#pragma once

#include <cstdio>
#include <memory>
#include <string>

namespace plyforge {

/// A report in JUnit's XML, as continuous integration reads it: a suite of tests for each file, a test for each
/// position. Written as it comes; whole once closed, also when that is early.
class JUnitFile {
 public:
  /// Creates the file. Throws ResourceError where that cannot be.
  explicit JUnitFile(const std::string& path);
  /// Ends the file where close() was not come to, as after bad input.
  ~JUnitFile();
  JUnitFile(const JUnitFile&) = delete;
  JUnitFile& operator=(const JUnitFile&) = delete;

  void begin_suite(const std::string& name);
  /// One test. It failed where `message` is not empty; `text` is what there is to say about it.
  void test(const std::string& name, const std::string& message, const std::string& text);

  /// Ends the file. Throws ResourceError where not all could be written.
  void close();

 private:
  struct Close {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };

  void write(const std::string& text);
  void write_end();

  std::string path_;
  std::unique_ptr<std::FILE, Close> file_;
  std::string suite_;
  bool ended_ = false;
};

}  // namespace plyforge
