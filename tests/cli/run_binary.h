#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace plyforge::testing {

/// What the program did.
struct RunResult {
  int exit_code = -1;  ///< 128 + the signal where a signal ended it
  std::string out;
  std::string err;
  double seconds = 0;
};

/// A signal to be sent to the program after a while.
struct Kick {
  int signal = 0;  ///< 0: none
  double after_seconds = 0;
};

/// Runs the built binary with these arguments and this standard input.
RunResult run(const std::vector<std::string>& arguments, const std::string& input = "", Kick kick = {});

/// Runs a command line of /bin/sh in which `plyforge` is the built binary.
RunResult run_shell(const std::string& command_line);

/// Runs it with a terminal as standard output and standard error; what it wrote is in `out`.
RunResult run_on_terminal(const std::vector<std::string>& arguments);

/// The lines of the output as JSON objects; fails the test where one is none.
std::vector<nlohmann::json> json_lines(const std::string& out);

/// A file that exists as long as this object, with this text in it.
class TemporaryFile {
 public:
  explicit TemporaryFile(const std::string& text);
  ~TemporaryFile();
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;

  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

/// A new directory, which is gone with all that is in it when this object is.
class TemporaryDirectory {
 public:
  TemporaryDirectory();
  ~TemporaryDirectory();
  TemporaryDirectory(const TemporaryDirectory&) = delete;
  TemporaryDirectory& operator=(const TemporaryDirectory&) = delete;

  /// The path of a file in it.
  std::string file(const std::string& name) const { return path_ + "/" + name; }
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

}  // namespace plyforge::testing
