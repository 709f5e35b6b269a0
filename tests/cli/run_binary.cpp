#include "cli/run_binary.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <pty.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>

namespace plyforge::testing {
namespace {

using Clock = std::chrono::steady_clock;

struct Pipe {
  int read_end = -1;
  int write_end = -1;

  Pipe() {
    std::array<int, 2> ends{};
    if (pipe2(ends.data(), O_CLOEXEC) != 0) throw std::runtime_error("pipe2");
    read_end = ends[0];
    write_end = ends[1];
  }
};

void close_end(int& descriptor) {
  if (descriptor >= 0) close(descriptor);
  descriptor = -1;
}

[[noreturn]] void become(const std::vector<std::string>& words) {
  std::vector<char*> argv;
  for (const std::string& word : words) argv.push_back(const_cast<char*>(word.c_str()));
  argv.push_back(nullptr);
  execv(argv[0], argv.data());
  _exit(127);
}

int exit_code(pid_t child) {
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

/// Takes what there is to read; closes the end when there will be no more.
void drain(int& descriptor, std::string& text) {
  std::array<char, 65536> buffer;
  const ssize_t got = read(descriptor, buffer.data(), buffer.size());
  if (got > 0) {
    text.append(buffer.data(), static_cast<std::size_t>(got));
  } else if (got == 0 || errno != EINTR) {
    close_end(descriptor);
  }
}

RunResult run_words(const std::vector<std::string>& words, const std::string& input, Kick kick) {
  signal(SIGPIPE, SIG_IGN);  // a program that does not read its input must not end the tests
  Pipe in;
  Pipe out;
  Pipe err;
  const Clock::time_point started = Clock::now();
  const pid_t child = fork();
  if (child == 0) {
    signal(SIGPIPE, SIG_DFL);
    dup2(in.read_end, STDIN_FILENO);
    dup2(out.write_end, STDOUT_FILENO);
    dup2(err.write_end, STDERR_FILENO);
    become(words);
  }
  close_end(in.read_end);
  close_end(out.write_end);
  close_end(err.write_end);
  if (input.empty() && kick.signal == 0) close_end(in.write_end);  // with a kick, standard input stays silent
  if (in.write_end >= 0) fcntl(in.write_end, F_SETFL, O_NONBLOCK);

  RunResult result;
  std::size_t written = 0;
  bool kicked = kick.signal == 0;
  while (out.read_end >= 0 || err.read_end >= 0) {
    const bool writing = written < input.size();
    std::array<pollfd, 3> waiting{pollfd{out.read_end, POLLIN, 0}, pollfd{err.read_end, POLLIN, 0},
                                  pollfd{writing ? in.write_end : -1, POLLOUT, 0}};
    poll(waiting.data(), waiting.size(), 10);
    if (!kicked && std::chrono::duration<double>(Clock::now() - started).count() >= kick.after_seconds) {
      kill(child, kick.signal);
      kicked = true;
    }
    if (waiting[0].revents != 0) drain(out.read_end, result.out);
    if (waiting[1].revents != 0) drain(err.read_end, result.err);
    if (waiting[2].revents != 0) {
      const ssize_t got = write(in.write_end, input.data() + written, input.size() - written);
      written = got > 0 ? written + static_cast<std::size_t>(got) : errno == EAGAIN ? written : input.size();
      if (written == input.size()) close_end(in.write_end);
    }
  }
  close_end(in.write_end);
  result.exit_code = exit_code(child);
  result.seconds = std::chrono::duration<double>(Clock::now() - started).count();
  return result;
}

std::string temporary_template() {
  return std::string(std::getenv("TMPDIR") != nullptr ? std::getenv("TMPDIR") : "/tmp") + "/plyforge-test-XXXXXX";
}

std::vector<std::string> with_binary(const std::vector<std::string>& arguments) {
  std::vector<std::string> words = {PLYFORGE_BINARY};
  words.insert(words.end(), arguments.begin(), arguments.end());
  return words;
}

}  // namespace

RunResult run(const std::vector<std::string>& arguments, const std::string& input, Kick kick) {
  return run_words(with_binary(arguments), input, kick);
}

RunResult run_shell(const std::string& command_line) {
  // $0 is the binary: on PATH it is found by what the command line starts, too.
  return run_words({"/bin/sh", "-c", "PATH=\"${0%/*}:$PATH\"\n" + command_line, PLYFORGE_BINARY}, "", {});
}

RunResult run_on_terminal(const std::vector<std::string>& arguments) {
  RunResult result;
  int terminal = -1;
  const pid_t child = forkpty(&terminal, nullptr, nullptr, nullptr);
  if (child == 0) become(with_binary(arguments));
  while (terminal >= 0) drain(terminal, result.out);  // a closed terminal reads as an error
  result.exit_code = exit_code(child);
  return result;
}

std::vector<nlohmann::json> json_lines(const std::string& out) {
  std::vector<nlohmann::json> objects;
  std::istringstream lines(out);
  for (std::string line; std::getline(lines, line);) {
    nlohmann::json object = nlohmann::json::parse(line, nullptr, false);
    EXPECT_TRUE(object.is_object()) << line;
    objects.push_back(std::move(object));
  }
  return objects;
}

TemporaryFile::TemporaryFile(const std::string& text) {
  std::string name = temporary_template();
  const int descriptor = mkstemp(name.data());
  if (descriptor < 0) throw std::runtime_error("mkstemp " + name);
  close(descriptor);
  path_ = name;
  std::ofstream(path_, std::ios::binary) << text;
}

TemporaryFile::~TemporaryFile() { unlink(path_.c_str()); }

TemporaryDirectory::TemporaryDirectory() : path_(temporary_template()) {
  if (mkdtemp(path_.data()) == nullptr) throw std::runtime_error("mkdtemp " + path_);
}

TemporaryDirectory::~TemporaryDirectory() {
  std::error_code ignored;
  std::filesystem::permissions(path_, std::filesystem::perms::owner_all, ignored);
  std::filesystem::remove_all(path_, ignored);
}

}  // namespace plyforge::testing
