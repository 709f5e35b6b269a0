#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <csignal>
#include <fstream>
#include <random>
#include <thread>

#include "service/schema.h"
#include "service/server.h"

// Tokens, limits, and clients that do not behave. Clients that are slow on purpose wait for less than the server's
// patience, or find that they are dropped.

namespace plyforge::testing {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;
using ::testing::StartsWith;

TEST(ServerGate, WhatListensElsewhereNeedsAToken) {
  const RunResult without = run({"serve", "--listen", "0.0.0.0", "--port", "0"});
  EXPECT_EQ(without.exit_code, 2);
  EXPECT_THAT(without.err, HasSubstr("--listen 0.0.0.0 is reachable from other machines: give a --token-file"));
  const TemporaryFile weak("secret\n");
  const RunResult too_short = run({"serve", "--token-file", weak.path(), "--port", "0"});
  EXPECT_EQ(too_short.exit_code, 2);
  EXPECT_THAT(too_short.err, HasSubstr("at least 16 characters"));

  const std::string token = "0123456789abcdef0123456789abcdef";
  const TemporaryFile file(token + "\n");
  const Server server({"--listen", "0.0.0.0", "--token-file", file.path()});
  const OpenApi api(server.get("/openapi.json").body);
  for (const char* open : {"/healthz", "/readyz", "/openapi.json"}) EXPECT_EQ(server.get(open).status, 200) << open;
  const std::vector<std::string> wrong_headers = {"",
                                                  "Bearer",
                                                  "Bearer ",
                                                  "Bearer " + token + "0",
                                                  "Bearer " + token.substr(1),
                                                  "Basic " + token,
                                                  "Bearer 1" + token.substr(1),
                                                  "bearer" + token};
  for (const char* path : {"/api/info", "/api/jobs", "/api/perft?depth=1", "/standard", "/api/jobs/1/events"}) {
    for (const std::string& wrong : wrong_headers) {
      const Server::Answer answer =
          server.get(path, wrong.empty() ? httplib::Headers{} : httplib::Headers{{"Authorization", wrong}});
      EXPECT_EQ(answer.status, 401) << path << ' ' << wrong;
      EXPECT_EQ(answer.body["type"], "urn:plyforge:problem:unauthorized");
      EXPECT_EQ(answer.headers.find("WWW-Authenticate")->second, "Bearer");
    }
  }
  const httplib::Headers right = {{"Authorization", "Bearer " + token}, {"Host", "chess.example"}};
  const Server::Answer info = server.get("/api/info", right);
  EXPECT_EQ(info.status, 200);
  EXPECT_EQ(info.body["token_required"], true);
  EXPECT_EQ(server.post("/api/jobs", {{"kind", "perft"}, {"depth", 1}}, right).status, 201);
  EXPECT_EQ(server.post("/api/jobs", {{"kind", "perft"}, {"depth", 1}}).status, 401);
}

TEST(ServerLimits, RawNonsense) {
  const Server server;
  const std::string host = "\r\nHost: localhost\r\n";
  for (const std::string& bytes : {
           std::string("\r\n\r\n"),
           std::string("nonsense\r\n\r\n"),
           std::string("GET / HTTP/9.9\r\n\r\n"),
           std::string("BREW / HTTP/1.1\r\n\r\n"),
           "GET /" + std::string(20'000, 'a') + " HTTP/1.1" + host + "\r\n",
           "GET / HTTP/1.1\r\nX: " + std::string(20'000, 'a') + host + "\r\n",
           std::string(10'000, '\0'),
           "POST /api/jobs HTTP/1.1" + host + "Content-Type: application/json\r\nContent-Length: abc\r\n\r\n{}",
           "POST /api/jobs HTTP/1.1" + host + "Content-Type: application/json\r\nContent-Encoding: gzip\r\n\r\n",
           "POST /api/jobs HTTP/1.1" + host + "Content-Type: application/json\r\nContent-Length: 99999999999\r\n\r\n{}",
           "POST /api/jobs HTTP/1.1" + host +
               "Transfer-Encoding: chunked\r\nContent-Type: application/json\r\n\r\nzz\r\n",
       }) {
    const std::string said = talk(server.port(), bytes, 1);
    EXPECT_TRUE(said.empty() || said.starts_with("HTTP/1.1 4")) << bytes.substr(0, 80) << said;
    EXPECT_EQ(server.get("/healthz").status, 200);
  }
  // What is left of a refused request is not taken for the next one.
  const std::string smuggled = "GET /healthz HTTP/1.1" + host + "\r\n";
  const std::string said = talk(
      server.port(),
      "PUT /api/jobs HTTP/1.1" + host + "Content-Length: " + std::to_string(smuggled.size()) + "\r\n\r\n" + smuggled,
      2);
  EXPECT_THAT(said, StartsWith("HTTP/1.1 405"));
  EXPECT_EQ(said.find("HTTP/1.1", 1), std::string::npos) << said;
}

TEST(ServerLimits, SlowClientsAreDropped) {
  const Server server({"--patience", "1"});
  const auto begun = std::chrono::steady_clock::now();
  EXPECT_THAT(talk(server.port(), "GET /healthz HTTP/1.1\r\nHost: local", 30), StartsWith("HTTP/1.1 400"));
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count();
  EXPECT_LT(seconds, 9) << "the patience of a server without the option";
  EXPECT_THAT(server.client()->Get("/metrics")->body, HasSubstr("\nplyforge_requests_dropped_total 1\n"));
}

TEST(ServerLimits, ConnectionsAndStreams) {
  const Server server({"--connections", "4", "--streams", "1"});
  const std::int64_t job = server.submit({{"kind", "perft"}, {"depth", 9}});
  const std::string events = "GET /api/jobs/" + std::to_string(job) + "/events HTTP/1.1\r\nHost: localhost\r\n\r\n";
  std::atomic<bool> ended = false;
  std::thread watcher([&] {
    EXPECT_THAT(talk(server.port(), events, 5), StartsWith("HTTP/1.1 200"));
    ended = true;
  });
  usleep(500'000);
  EXPECT_THAT(talk(server.port(), events, 0.5), StartsWith("HTTP/1.1 429"));
  usleep(1'000'000);  // that one has given back its place, which it would take from one of these
  std::vector<std::thread> idle;
  for (int i = 0; i < 3; ++i) idle.emplace_back([&] { talk(server.port(), "GET", 2); });
  usleep(500'000);
  const std::string refused = talk(server.port(), "", 1);
  EXPECT_THAT(refused, StartsWith("HTTP/1.1 503"));
  EXPECT_THAT(refused, HasSubstr("too many connections"));
  for (std::thread& thread : idle) thread.join();
  watcher.join();
  EXPECT_EQ(server.remove("/api/jobs/" + std::to_string(job)).status, 200);
  EXPECT_EQ(server.wait(job, 20), "cancelled");
}

TEST(ServerCrowd, TwoHundredClientsOfAllKinds) {
  constexpr int kClients = 200;
  constexpr auto kDuration = std::chrono::seconds(4);
  Server server({"--connections", "150", "--jobs-per-client", "20"});
  const auto end = std::chrono::steady_clock::now() + kDuration;
  std::atomic<int> good = 0;
  std::atomic<int> refused = 0;
  std::atomic<int> wrong = 0;
  const auto one = [&](int number) {
    std::mt19937 random(static_cast<unsigned>(number));
    const auto client = server.client();
    const auto expect = [&](const httplib::Result& result, int status, const std::string& text = "") {
      if (!result || result->status == 503) {
        ++refused;
      } else if (result->status == status && result->body.find(text) != std::string::npos) {
        ++good;
      } else if (result->status != 429) {
        ++wrong;
        ADD_FAILURE() << number << ": " << result->status << ' ' << result->body.substr(0, 200);
      }
    };
    while (std::chrono::steady_clock::now() < end) {
      switch (number % 8) {
        case 0:
          expect(client->Get("/api/perft?depth=4"), 200, "\"197281\"");
          break;
        case 1:
          expect(client->Get("/api/moves?fen=nonsense"), 400, "bad-fen");
          break;
        case 2:
          expect(client->Post("/api/jobs", R"({"kind":"perft","depth":3})", "application/json"), 201, "queued");
          break;
        case 3:
          expect(client->Post("/api/jobs", std::string(3 << 20, 'x'), "application/json"), 413);
          break;
        case 4:  // slow, and gone in the middle
          talk(server.port(),
               "POST /api/jobs HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
               "Content-Length: 100\r\n\r\n{",
               0.5);
          break;
        case 5: {
          std::string noise(1 + random() % 3000, ' ');
          for (char& c : noise) c = static_cast<char>(random() % 256);
          talk(server.port(), noise, 0.2);
          break;
        }
        case 6:
          expect(client->Get("/api/jobs?limit=5"), 200, "\"jobs\"");
          break;
        default:
          talk(server.port(), "GET /api/jobs/1/events HTTP/1.1\r\nHost: localhost\r\n\r\n", 0.5);
      }
    }
  };
  std::vector<std::thread> clients;
  for (int i = 0; i < kClients; ++i) clients.emplace_back(one, i);
  for (std::thread& client : clients) client.join();
  std::cout << good << " answers, " << refused << " refused for lack of room" << std::endl;
  EXPECT_GT(good, 100);
  EXPECT_EQ(wrong, 0);
  EXPECT_EQ(server.get("/healthz").status, 200);
  server.signal(SIGTERM);
  EXPECT_EQ(server.join(), 0);
}

/// A value that may fit a schema, or may not.
json random_value(const OpenApi& api, const json& given, std::mt19937& random) {
  const json& schema = api.resolved(given);
  const auto die = [&](unsigned sides) { return static_cast<unsigned>(random() % sides); };
  static const std::vector<json> odd = {json(nullptr),
                                        json(true),
                                        json(0),
                                        json(-1),
                                        json(1e300),
                                        json(""),
                                        json("\x01\x7f"),
                                        json(std::string(2000, 'a')),
                                        json::array(),
                                        json::object(),
                                        json({{"kind", json::array({1, 2})}}),
                                        json("8/8/8/8/8/8/8/8 w - - 0 1")};
  if (die(6) == 0) return odd[die(static_cast<unsigned>(odd.size()))];
  if (schema.contains("enum")) return schema["enum"][die(static_cast<unsigned>(schema["enum"].size()))];
  const std::string type = schema.contains("type") && schema["type"].is_string() ? schema["type"] : json("string");
  if (type == "integer") return static_cast<int>(die(4));
  if (type == "number") return die(100) / 10.0;
  if (type == "boolean") return die(2) == 0;
  if (type == "array") return json::array({random_value(api, schema["items"], random)});
  if (type == "object") {
    json object = json::object();
    for (const auto& [name, member] : schema["properties"].items()) {
      if (die(3) != 0) object[name] = random_value(api, member, random);
    }
    return object;
  }
  static const std::vector<std::string> texts = {"8/8/8/8/8/2k5/8/K6R w - - 0 1", "e4 e5", "KQvKR",
                                                 "4k3/8/8/8/8/8/8/4K3 w - - 0 1 ;D1 5"};
  return texts[die(static_cast<unsigned>(texts.size()))];
}

TEST(ServerFuzz, EveryAnswerIsAsDescribed) {
  constexpr int kRounds = 800;
  const Server server({"--job-leaves", "1e6", "--quick-leaves", "1e5", "--jobs-per-client", "1000"});
  const OpenApi api(server.get("/openapi.json").body);
  const unsigned seed = std::random_device()();
  std::cout << "seed " << seed << std::endl;
  std::mt19937 random(seed);
  struct Operation {
    std::string path;
    std::string method;
    json description;
  };
  std::vector<Operation> operations;
  for (const auto& [path, methods] : api.document()["paths"].items()) {
    for (const auto& [method, description] : methods.items()) operations.push_back({path, method, description});
  }
  const auto client = server.client();
  std::map<int, int> statuses;
  for (int round = 0; round < kRounds; ++round) {
    const Operation& operation = operations[random() % operations.size()];
    std::string path = operation.path;
    httplib::Params query;
    for (const json& given : operation.description.value("parameters", json::array())) {
      const json& parameter = api.resolved(given);
      const json value = random_value(api, parameter["schema"], random);
      const std::string text = value.is_string() ? value.get<std::string>() : value.dump();
      if (parameter["in"] == "path") {
        const std::size_t open = path.find('{');
        path.replace(open, path.find('}') - open + 1, httplib::detail::encode_query_param(text));
      } else if (parameter["in"] == "query" && random() % 4 != 0) {
        query.emplace(parameter["name"].get<std::string>(), text);
      }
    }
    if (!query.empty()) path = httplib::append_query_params(path, query);
    httplib::Result result{nullptr, httplib::Error::Unknown};
    if (operation.method == "post") {
      const json& schema = operation.description["requestBody"]["content"]["application/json"]["schema"];
      std::string body = random_value(api, schema, random).dump();
      if (random() % 8 == 0) body[random() % body.size()] = static_cast<char>(random() % 128);
      result = client->Post(path, body, "application/json");
    } else if (operation.method == "delete") {
      result = client->Delete(path);
    } else {
      result = client->Get(path);
    }
    ASSERT_TRUE(result) << operation.method << ' ' << path;
    ++statuses[result->status];
    EXPECT_NE(result->status, 500) << path << ' ' << result->body;
    const std::string type = result->get_header_value("Content-Type");
    json body;
    if (type.find("json") != std::string::npos) {
      body = json::parse(result->body, nullptr, false);
    } else if (!result->body.empty()) {
      body = result->body;
    }
    std::string method = operation.method;
    for (char& c : method) c = static_cast<char>(std::toupper(c));
    // A path that the fuzzer has broken may be another's, or nobody's.
    if (result->status == 404 || result->status == 405) continue;
    EXPECT_EQ(api.fault(method, operation.path, result->status, type, body), "") << path;
  }
  for (const auto& [status, count] : statuses) std::cout << status << ": " << count << std::endl;
  EXPECT_GT(statuses[200], 50);
  EXPECT_GT(statuses[400], 50);
}

}  // namespace
}  // namespace plyforge::testing
