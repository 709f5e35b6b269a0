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

/// A program at the other end of pipes, which may crash, hang or write without end: none of that reaches us but as a
/// value. It runs in a process group of its own, all of which is killed and reaped with this object.
class ChildProcess {
 public:
  /// What reading a line came to.
  enum class Read {
    line,
    quiet,  ///< nothing by the deadline
    end,    ///< it has closed its output, as when it ends
    flood,  ///< more output than kMostOutput since the last send(), or a line longer than kLongestLine
  };

  static constexpr std::size_t kMostOutput = std::size_t{1} << 22;  ///< bytes; a divide has no more than some 10^4
  static constexpr std::size_t kLongestLine = 65536;                ///< bytes

  /// Runs a command line of /bin/sh, in which "$@" stands for `arguments`. Throws ResourceError where no process can be
  /// started; a command that cannot be found is told by the shell, as an end with exit code 127.
  explicit ChildProcess(const std::string& command, const std::vector<std::string>& arguments = {});
  ~ChildProcess();
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;

  /// Writes to its standard input, and forgets how much it has written so far. Returns false where it does not take
  /// the text: it has ended, or has left a pipe full of text unread.
  bool send(std::string_view text);

  /// Ends its standard input.
  void close_input();

  /// The next line of its standard output, without its end; waits for it until `deadline`. Throws Interrupted when
  /// stopped.
  Read read_line(std::string& line, Clock::time_point deadline, const std::stop_token& stop);

  /// Ends it if it has not ended, and says how it ended by itself: "exited with code 3", "was killed by signal 11
  /// (Segmentation fault)". Waits a moment for one that has closed its output and is about to end.
  std::string how_it_ended();

  /// The exit code, once how_it_ended() has been asked; nothing where a signal ended it.
  std::optional<int> exit_code() const { return exit_code_; }

  /// The last lines of its standard output and standard error, as they came, for messages.
  std::vector<std::string> last_lines() const;

 private:
  /// One of its two outputs.
  struct Stream {
    int descriptor = -1;
    std::string text{};     ///< what was read
    std::size_t taken = 0;  ///< bytes of it that were taken as lines

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
