#include "service/server.h"

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <stdexcept>
#include <thread>

namespace plyforge::testing {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point begun) { return std::chrono::duration<double>(Clock::now() - begun).count(); }

Server::Answer answer_of(const httplib::Result& result, const std::string& what) {
  Server::Answer answer;
  if (!result) {
    ADD_FAILURE() << what << ": no answer: " << httplib::to_string(result.error());
    return answer;
  }
  answer.status = result->status;
  answer.type = result->get_header_value("Content-Type");
  answer.headers = result->headers;
  if (result->body.empty()) return answer;
  answer.body = nlohmann::json::parse(result->body, nullptr, false);
  EXPECT_FALSE(answer.body.is_discarded()) << what << ": " << result->body.substr(0, 200);
  return answer;
}

}  // namespace

Server::Server(std::vector<std::string> options) {
  options.insert(options.begin(), {PLYFORGE_BINARY, "serve", "--port", "0"});
  std::vector<char*> argv;
  for (std::string& option : options) argv.push_back(option.data());
  argv.push_back(nullptr);
  std::array<int, 2> out{};
  if (pipe2(out.data(), O_CLOEXEC) != 0) throw std::runtime_error("pipe2");
  ::signal(SIGPIPE, SIG_IGN);  // httplib's client writes to a connection that the server has closed
  process_ = fork();
  if (process_ == 0) {
    ::signal(SIGPIPE, SIG_DFL);
    dup2(out[1], STDOUT_FILENO);
    if (std::getenv("PLYFORGE_TEST_LOG") == nullptr) {
      const int nowhere = open("/dev/null", O_WRONLY);
      dup2(nowhere, STDERR_FILENO);
    }
    execv(argv[0], argv.data());
    _exit(127);
  }
  close(out[1]);
  std::string line;
  for (char c = 0; read(out[0], &c, 1) == 1 && c != '\n';) line += c;
  close(out[0]);
  const std::size_t colon = line.rfind(':');
  if (!line.starts_with("listening on http://") || colon == std::string::npos) {
    throw std::runtime_error("the server does not listen: " + line);
  }
  port_ = std::stoi(line.substr(colon + 1));
}

Server::~Server() {
  if (process_ < 0) return;
  signal(SIGKILL);
  join();
}

std::unique_ptr<httplib::Client> Server::client() const {
  auto client = std::make_unique<httplib::Client>("127.0.0.1", port_);
  client->set_read_timeout(60);
  return client;
}

Server::Answer Server::get(const std::string& path, const httplib::Headers& headers) const {
  return answer_of(client()->Get(path, headers), "GET " + path);
}

Server::Answer Server::post(const std::string& path, const nlohmann::json& body,
                            const httplib::Headers& headers) const {
  return answer_of(client()->Post(path, headers, body.dump(), "application/json"), "POST " + path);
}

Server::Answer Server::remove(const std::string& path) const {
  return answer_of(client()->Delete(path), "DELETE " + path);
}

std::int64_t Server::submit(const nlohmann::json& question) const {
  const Answer answer = post("/api/jobs", question);
  EXPECT_EQ(answer.status, 201) << answer.body;
  return answer.body.value("id", std::int64_t{0});
}

std::string Server::state(std::int64_t job) const {
  return get("/api/jobs/" + std::to_string(job)).body.value("state", "");
}

std::string Server::wait(std::int64_t job, double seconds) const {
  const Clock::time_point begun = Clock::now();
  std::string now = state(job);
  while ((now == "queued" || now == "running") && seconds_since(begun) < seconds) {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    now = state(job);
  }
  return now;
}

void Server::signal(int number) const { kill(process_, number); }

int Server::join() {
  int status = 0;
  while (waitpid(process_, &status, 0) < 0 && errno == EINTR) {
  }
  process_ = -1;
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

std::string talk(int port, const std::string& bytes, double seconds) {
  const int socket = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(static_cast<std::uint16_t>(port));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  std::string said;
  if (connect(socket, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0) {
    std::size_t sent = 0;
    while (sent < bytes.size()) {
      const ssize_t count = send(socket, bytes.data() + sent, bytes.size() - sent, MSG_NOSIGNAL);
      if (count <= 0) break;
      sent += static_cast<std::size_t>(count);
    }
    const Clock::time_point begun = Clock::now();
    for (;;) {
      const double left = seconds - seconds_since(begun);
      pollfd waiting{.fd = socket, .events = POLLIN, .revents = 0};
      if (left <= 0 || poll(&waiting, 1, static_cast<int>(left * 1000) + 1) <= 0) break;
      std::array<char, 65536> buffer;
      const ssize_t got = recv(socket, buffer.data(), buffer.size(), 0);
      if (got <= 0) break;
      said.append(buffer.data(), static_cast<std::size_t>(got));
    }
  }
  close(socket);
  return said;
}

}  // namespace plyforge::testing
