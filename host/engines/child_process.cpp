#include "engines/child_process.h"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <ctime>
#include <thread>
#include <utility>

#include "count/counting.h"

namespace plyforge {
namespace {

constexpr std::size_t kLastLines = 12;
constexpr std::size_t kShownLine = 200;              // bytes of a line kept for messages
constexpr std::chrono::milliseconds kPatience{100};  // between looks at the stop token

void close_end(int& descriptor) {
  if (descriptor >= 0) ::close(descriptor);
  descriptor = -1;
}

/// A pipe that no other child inherits.
struct Pipe {
  int read_end = -1;
  int write_end = -1;

  Pipe() {
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) {
      throw ResourceError(std::string("cannot talk to an engine: ") + std::strerror(errno));
    }
    read_end = ends[0];
    write_end = ends[1];
  }
  ~Pipe() {
    close_end(read_end);
    close_end(write_end);
  }
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;

  /// Releases an end.
  static int release(int& end) { return std::exchange(end, -1); }
};

/// Blocks SIGPIPE in this thread while it writes to a program that may have exited.
class WithoutBrokenPipeSignal {
 public:
  WithoutBrokenPipeSignal() {
    sigemptyset(&broken_pipe_);
    sigaddset(&broken_pipe_, SIGPIPE);
    pthread_sigmask(SIG_BLOCK, &broken_pipe_, &before_);
  }
  ~WithoutBrokenPipeSignal() {
    if (sigismember(&before_, SIGPIPE) == 0) {
      const timespec at_once{};
      while (sigtimedwait(&broken_pipe_, nullptr, &at_once) < 0 && errno == EINTR) {
      }
    }
    pthread_sigmask(SIG_SETMASK, &before_, nullptr);
  }
  WithoutBrokenPipeSignal(const WithoutBrokenPipeSignal&) = delete;
  WithoutBrokenPipeSignal& operator=(const WithoutBrokenPipeSignal&) = delete;

 private:
  sigset_t broken_pipe_{};
  sigset_t before_{};
};

/// Starts /bin/sh in a process group of its own, with default signal settings: ours are blocked in all threads (see
/// StopOnSignal).
pid_t spawn_shell(const std::vector<std::string>& words, const Pipe& in, const Pipe& out, const Pipe& err) {
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, in.read_end, STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions, out.write_end, STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, err.write_end, STDERR_FILENO);

  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  sigset_t none;
  sigemptyset(&none);
  sigset_t all;
  sigfillset(&all);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setsigdefault(&attributes, &all);
  posix_spawnattr_setpgroup(&attributes, 0);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP);

  std::vector<std::string> copies = words;  // posix_spawn() takes mutable texts
  std::vector<char*> argv;
  for (std::string& word : copies) argv.push_back(word.data());
  argv.push_back(nullptr);
  pid_t pid = -1;
  const int fault = ::posix_spawn(&pid, "/bin/sh", &actions, &attributes, argv.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  posix_spawnattr_destroy(&attributes);
  if (fault != 0) throw ResourceError(std::string("cannot start an engine: ") + std::strerror(fault));
  return pid;
}

std::string signal_text(int signal) {
  return "was killed by signal " + std::to_string(signal) + " (" + ::strsignal(signal) + ")";
}

}  // namespace

ChildProcess::ChildProcess(const std::string& command, const std::vector<std::string>& arguments) {
  Pipe in;
  Pipe out;
  Pipe err;
  std::vector<std::string> words = {"sh", "-c", command, "sh"};
  words.insert(words.end(), arguments.begin(), arguments.end());
  pid_ = spawn_shell(words, in, out, err);
  running_ = true;
  input_ = Pipe::release(in.write_end);
  output_.descriptor = Pipe::release(out.read_end);
  errors_.descriptor = Pipe::release(err.read_end);
  for (const int ours : {input_, output_.descriptor, errors_.descriptor}) ::fcntl(ours, F_SETFL, O_NONBLOCK);
}

ChildProcess::~ChildProcess() {
  if (running_) ::kill(-pid_, SIGKILL);  // and everything it started
  reap(Clock::time_point::max());
  close_end(input_);
  close_end(output_.descriptor);
  close_end(errors_.descriptor);
}

bool ChildProcess::send(std::string_view text) {
  received_ = 0;
  const WithoutBrokenPipeSignal quietly;
  while (!text.empty()) {
    const ssize_t written = ::write(input_, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return false;
    text.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

void ChildProcess::close_input() { close_end(input_); }

ChildProcess::Read ChildProcess::read_line(std::string& line, Clock::time_point deadline, const std::stop_token& stop) {
  while (true) {
    take_errors();
    if (take_line(output_, line)) return Read::line;
    if (received_ > kMostOutput || output_.pending() > kLongestLine) return Read::flood;
    if (output_.descriptor < 0) {
      fill(errors_);
      take_errors();
      return Read::end;
    }
    if (stop.stop_requested()) throw Interrupted();
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - Clock::now());
    if (left.count() <= 0) return Read::quiet;
    std::array<pollfd, 2> waiting{pollfd{.fd = output_.descriptor, .events = POLLIN, .revents = 0},
                                  pollfd{.fd = errors_.descriptor, .events = POLLIN, .revents = 0}};
    ::poll(waiting.data(), waiting.size(), static_cast<int>(std::min(left, kPatience).count()));
    if (waiting[1].revents != 0) fill(errors_);
    if (waiting[0].revents != 0) fill(output_);
  }
}

/// Reads what is available; closes the end at the end of the output.
void ChildProcess::fill(Stream& stream) {
  if (stream.descriptor < 0) return;
  std::array<char, 65536> buffer;
  const ssize_t got = ::read(stream.descriptor, buffer.data(), buffer.size());
  if (got > 0) {
    stream.text.erase(0, std::exchange(stream.taken, 0));
    stream.text.append(buffer.data(), static_cast<std::size_t>(got));
    received_ += static_cast<std::size_t>(got);
  } else if (got == 0 || (errno != EINTR && errno != EAGAIN)) {
    close_end(stream.descriptor);
  }
}

/// Takes the next line read; the last one may lack its line end.
bool ChildProcess::take_line(Stream& stream, std::string& line) {
  const std::size_t end = stream.text.find('\n', stream.taken);
  if (end == std::string::npos && (stream.descriptor >= 0 || stream.pending() == 0)) return false;
  line = stream.text.substr(stream.taken, end == std::string::npos ? end : end - stream.taken);
  stream.taken = end == std::string::npos ? stream.text.size() : end + 1;
  if (line.ends_with('\r')) line.pop_back();
  remember(line);
  return true;
}

void ChildProcess::take_errors() {
  if (errors_.pending() > kLongestLine) errors_.taken = errors_.text.size();  // without any line end
  for (std::string line; take_line(errors_, line);) {
  }
}

void ChildProcess::remember(std::string line) {
  line.resize(std::min(line.size(), kShownLine));
  last_lines_.push_back(std::move(line));
  if (last_lines_.size() > kLastLines) last_lines_.pop_front();
}

std::vector<std::string> ChildProcess::last_lines() const {
  std::vector<std::string> lines(last_lines_.begin(), last_lines_.end());
  if (output_.pending() != 0) lines.push_back(output_.text.substr(output_.taken, kShownLine));
  return lines;
}

/// Waits until it has exited or time is up; returns whether it has. Then kills the rest of its process group.
bool ChildProcess::reap(Clock::time_point deadline) {
  while (running_) {
    const bool forever = deadline == Clock::time_point::max();
    siginfo_t ended{};
    const int fault = ::waitid(P_PID, static_cast<id_t>(pid_), &ended, WEXITED | WNOWAIT | (forever ? 0 : WNOHANG));
    if ((fault == 0 && ended.si_pid == pid_) || (fault != 0 && errno != EINTR)) {
      ::kill(-pid_, SIGKILL);  // before it is reaped: until then its process number is not reused
      while (::waitpid(pid_, &status_, 0) < 0 && errno == EINTR) {
      }
      running_ = false;
    } else if (Clock::now() >= deadline) {
      return false;
    } else {
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
  }
  return true;
}

std::string ChildProcess::how_it_ended() {
  constexpr std::chrono::milliseconds kGrace{500};
  if (!reap(Clock::now() + kGrace)) {
    ::kill(-pid_, SIGKILL);
    reap(Clock::time_point::max());
    return "closed its output";
  }
  if (WIFSIGNALED(status_)) return signal_text(WTERMSIG(status_));
  exit_code_ = WEXITSTATUS(status_);
  // The shell reports a signal that killed its command as 128 plus the signal.
  if (*exit_code_ > 128 && *exit_code_ < 128 + NSIG) return signal_text(*exit_code_ - 128);
  return "exited with code " + std::to_string(*exit_code_);
}

}  // namespace plyforge
