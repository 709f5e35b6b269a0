#pragma once

#include <sys/types.h>

#include <chrono>
#include <deque>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"

namespace plyforge {

/// A program connected by pipes, which may crash, hang or write without end; all of that is reported as a value. It
/// runs in a process group of its own, which is killed and reaped with this object.
class ChildProcess {
 public:
  /// The result of reading a line.
  enum class Read {
    line,
    quiet,  ///< nothing by the deadline
    end,    ///< it closed its output, for example by exiting
    flood,  ///< more output than kMostOutput since the last send(), or a line longer than kLongestLine
  };

  static constexpr std::size_t kMostOutput = std::size_t{1} << 22;  ///< bytes; a divide has about 10^4
  static constexpr std::size_t kLongestLine = 65536;                ///< bytes

  /// Runs a command line of /bin/sh, in which "$@" stands for `arguments`. Throws ResourceError if no process can be
  /// started; if the command is not found, the shell exits with code 127.
  explicit ChildProcess(const std::string& command, const std::vector<std::string>& arguments = {});
  ~ChildProcess();
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;

  /// Writes to its standard input, and resets the count of its output. Returns false if it does not take the text: it
  /// exited, or left a full pipe unread.
  bool send(std::string_view text);

  /// Closes its standard input.
  void close_input();

  /// Reads the next line of its standard output, without the line end; waits until `deadline`. Throws Interrupted when
  /// stopped.
  Read read_line(std::string& line, Clock::time_point deadline, const std::stop_token& stop);

  /// Kills it if it is still running, and says how it ended by itself: "exited with code 3", "was killed by signal 11
  /// (Segmentation fault)". Waits a moment for a program that closed its output and is about to exit.
  std::string how_it_ended();

  /// The exit code, after how_it_ended(); nothing if a signal killed it.
  std::optional<int> exit_code() const { return exit_code_; }

  /// The last lines of its standard output and standard error, in order, for messages.
  std::vector<std::string> last_lines() const;

 private:
  /// One of its two outputs.
  struct Stream {
    int descriptor = -1;
    std::string text{};     ///< read so far
    std::size_t taken = 0;  ///< bytes already taken as lines

    std::size_t pending() const { return text.size() - taken; }
  };

  void fill(Stream& stream);
  bool take_line(Stream& stream, std::string& line);
  void take_errors();
  void remember(std::string line);
  bool reap(Clock::time_point deadline);

  pid_t pid_ = -1;
  bool running_ = false;
  int status_ = 0;
  std::optional<int> exit_code_;
  int input_ = -1;
  Stream output_;
  Stream errors_;
  std::size_t received_ = 0;  ///< bytes since the last send()
  std::deque<std::string> last_lines_;
};

}  // namespace plyforge
