#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "service/schema.h"
#include "service/server.h"

// Questions that are answered at once, and what is said to those that cannot be. Counts are those published on the
// Chess Programming Wiki ("Perft Results").

namespace plyforge::testing {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;
using ::testing::StartsWith;

constexpr const char* kKiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R_w_KQkq_-_0_1";

class Questions : public ::testing::Test {
 protected:
  static void SetUpTestSuite() { server_ = new Server(); }
  static void TearDownTestSuite() { delete server_; }

  static const Server& server() { return *server_; }
  static const OpenApi& api() {
    static const OpenApi api(server().get("/openapi.json").body);
    return api;
  }

  /// Asks, and checks the answer by the description.
  static json ask(const std::string& route, const std::string& query, int status = 200) {
    const Server::Answer answer = server().get(route + query);
    EXPECT_EQ(answer.status, status) << route << query << ' ' << answer.body;
    EXPECT_EQ(api().fault("GET", route, answer.status, answer.type, answer.body), "");
    return answer.body;
  }

 private:
  static Server* server_;
};

Server* Questions::server_ = nullptr;

TEST_F(Questions, Perft) {
  EXPECT_EQ(ask("/api/perft", "?depth=0")["nodes"], "1");
  EXPECT_EQ(ask("/api/perft", "?depth=5")["nodes"], "4865609");
  EXPECT_EQ(ask("/api/perft", "?depth=5")["nodes"], "4865609");  // remembered
  const json stats = ask("/api/perft", std::string("?depth=3&leaf=stats&fen=") + kKiwipete);
  EXPECT_EQ(stats["nodes"], "97862");
  EXPECT_EQ(stats["captures"], "17102");
  EXPECT_EQ(stats["en_passant"], "45");
  EXPECT_EQ(stats["castles"], "3162");
  EXPECT_EQ(stats["checks"], "993");
  EXPECT_EQ(stats["checkmates"], "1");
  const json outcome = ask("/api/perft", "?depth=4&leaf=outcome");
  EXPECT_EQ(outcome["checkmate"], "8");
  EXPECT_EQ(outcome["nodes"], "197281");
}

TEST_F(Questions, PerftByMove) {
  const json answer = ask("/api/perft", "?depth=3&divide=true");
  EXPECT_EQ(answer["nodes"], "8902");
  ASSERT_EQ(answer["moves"].size(), 20U);
  EXPECT_EQ(answer["moves"][0], (json{{"move", "a2a3"}, {"san", "a3"}, {"nodes", "380"}}));
  const json after = ask("/api/perft", "?depth=1&divide&moves=e4%20e5%20Ke2");
  EXPECT_EQ(after["fen"], "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPPKPPP/RNBQ1BNR b kq - 1 2");
  EXPECT_EQ(after["nodes"], "29");
}

TEST_F(Questions, Moves) {
  const json answer = ask("/api/moves", "?fen=4k3/8/8/8/k2Pp2Q/8/8/3K4_b_-_d3_0_1", 400);
  EXPECT_THAT(answer["detail"].get<std::string>(), HasSubstr("king"));
  const json moves = ask("/api/moves", "?fen=8/8/8/8/k2Pp3/8/8/3K4_b_-_d3_0_1");
  EXPECT_EQ(moves["mover"], "black");
  EXPECT_EQ(moves["check"], false);
  ASSERT_EQ(moves["moves"].size(), 7U);
  EXPECT_EQ(moves["moves"][6], (json{{"uci", "e4e3"},
                                     {"san", "e3"},
                                     {"zeroing", true},
                                     {"capture", false},
                                     {"check", false},
                                     {"fen", "8/8/8/8/k2P4/4p3/8/3K4 w - - 0 2"}}));
  EXPECT_EQ(moves["moves"][5]["uci"], "e4d3");
  EXPECT_EQ(moves["moves"][5]["capture"], true);
}

TEST_F(Questions, Fen) {
  const json good = ask("/api/fen", "?fen=7k/5Q2/6K1/8/8/8/8/8%20b%20-%20-");
  EXPECT_EQ(good["valid"], true);
  EXPECT_EQ(good["stalemate"], true);
  EXPECT_EQ(good["legal_moves"], 0);
  EXPECT_EQ(good["fen"], "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1");
  EXPECT_FALSE(good["warnings"].empty());
  const json bad = ask("/api/fen", "?fen=r3k2r/8/8/8/8/8/8/R3K3_w_KQkq_-_0_1");
  EXPECT_EQ(bad["valid"], false);
  EXPECT_EQ(bad["error"]["column"], 26);
  EXPECT_THAT(bad["error"]["message"].get<std::string>(), HasSubstr("needs a white rook on h1"));
}

TEST_F(Questions, ProblemsSayWhatWasWrong) {
  struct Case {
    const char* route;
    const char* query;
    int status;
    const char* type;
    const char* detail;
  };
  const Case cases[] = {
      {"/api/perft", "", 400, "bad-input", "depth is missing"},
      {"/api/perft", "?depth=x", 400, "bad-input", "depth must be a whole number from 0 to 64"},
      {"/api/perft", "?depth=65", 400, "bad-input", "depth must be a whole number from 0 to 64"},
      {"/api/perft", "?depth=99999999999999999999", 400, "bad-input", "depth must be a whole number"},
      {"/api/perft", "?depth=3&depth=4", 400, "bad-input", "'depth' is given twice"},
      {"/api/perft", "?depth=3&deep=4", 400, "bad-input", "unknown parameter 'deep'"},
      {"/api/perft", "?depth=9", 400, "too-costly", "Make it a job"},
      {"/api/perft", "?depth=3&leaf=leaves", 400, "bad-input", "leaf must be one of: moves, stats, outcome"},
      {"/api/perft", "?depth=3&stats_definition=published", 400, "bad-input", "applies only to leaf=stats"},
      {"/api/perft", "?depth=3&divide=perhaps", 400, "bad-input", "divide must be true or false"},
      {"/api/perft", "?depth=3&moves=e5", 400, "bad-input", "moves, move 1"},
      {"/api/perft", "?depth=3&fen=8/8/8/8/8/8/8/8_w_-_-_0_1", 400, "bad-fen", "king"},
      {"/api/fen", "", 400, "bad-input", "fen is missing"},
      {"/api/jobs", "?state=lost", 400, "bad-input", "state must be one of"},
      {"/api/jobs", "?limit=0", 400, "bad-input", "limit must be a whole number from 1 to 200"},
      {"/standard", "?fen=8/8/8/8/8/2k5/8/K6R_w_-_-_0_1", 404, "no-table", "no endgame tables"},
      {"/standard/mainline", "?fen=8/8/8/8/8/2k5/8/K6R_w_-_-_0_1", 404, "no-table", "no endgame tables"},
  };
  for (const Case& one : cases) {
    const json problem = ask(one.route, one.query, one.status);
    EXPECT_EQ(problem["type"], std::string("urn:plyforge:problem:") + one.type) << one.query;
    EXPECT_THAT(problem["detail"].get<std::string>(), HasSubstr(one.detail)) << one.query;
    EXPECT_EQ(problem["instance"], one.route);
  }
  EXPECT_EQ(ask("/api/perft", "?depth=3&deep=4", 400)["parameter"], "deep");
  const json nul = server().get("/api/endgames/KQvK%00").body;
  EXPECT_THAT(nul["detail"].get<std::string>(), HasSubstr(R"('KQvK\x00' is not an endgame)"));
  const json long_fen = ask("/api/fen", "?fen=" + std::string(300, '8'), 400);
  EXPECT_THAT(long_fen["detail"].get<std::string>(), HasSubstr("at most 256"));
}

TEST_F(Questions, UnknownRoutesAndMethods) {
  for (const char* path : {"/nothing", "/api", "/api/jobs/", "/api/jobs/1/2", "/api/jobs/x", "/../etc/passwd",
                           "/%2e%2e/etc/passwd", "/index.html/..", "/%00", "//", "/api/endgames/KQvKR/x"}) {
    const Server::Answer answer = server().get(path);
    EXPECT_EQ(answer.status, 404) << path;
    EXPECT_EQ(answer.type, "application/problem+json") << path;
  }
  const auto client = server().client();
  const auto wrong = client->Put("/api/jobs", "{}", "application/json");
  ASSERT_TRUE(wrong);
  EXPECT_EQ(wrong->status, 405);
  EXPECT_EQ(wrong->get_header_value("Allow"), "POST, GET, HEAD");
  EXPECT_FALSE(json::parse(wrong->body).contains("parameter"));
  EXPECT_EQ(wrong->get_header_value("Content-Type"), "application/problem+json");
  const auto head = client->Head("/api/info");
  ASSERT_TRUE(head);
  EXPECT_EQ(head->status, 200);
  EXPECT_TRUE(head->body.empty());
}

TEST_F(Questions, Bodies) {
  const auto client = server().client();
  const auto post = [&](const std::string& body, const std::string& type) {
    const auto result = client->Post("/api/jobs", body, type.c_str());
    EXPECT_TRUE(result) << body.substr(0, 40);
    return result ? json::parse(result->body) : json{{"status", 0}, {"detail", ""}};
  };
  EXPECT_EQ(post("{}", "text/plain")["status"], 415);
  EXPECT_EQ(post(std::string(2 << 20, ' '), "application/json")["status"], 413);
  const std::pair<std::string, const char*> cases[] = {
      {"", "the body is not JSON"},
      {"{", "the body is not JSON"},
      {"[]", "must be a JSON object"},
      {std::string(100'000, '['), "nested too deeply"},
      {"{\"kind\":\"\xff\"}", "the body is not JSON"},
      {R"({"kind":"perft","depth":1e400})", "the body is not JSON"},
      {R"({"kind":"perft","depth":1.5})", "depth must be a whole number"},
      {R"({"kind":"perft","depth":"4"})", "depth must be a whole number"},
      {R"({"kind":"perft","depth":-1})", "depth must be a whole number"},
      {R"({"kind":"perft","depth":18446744073709551615})", "depth must be a whole number"},
      {R"({"kind":"divide","depth":1})", "depth must be a whole number from 2"},
      {R"({"kind":"perft"})", "depth is missing"},
      {R"({"kind":"count","depth":1})", "kind must be one of"},
      {R"({"depth":1})", "kind is missing; it is one of: perft, divide"},
      {R"({"kind":"perft","depth":4,"split":4})", "split must be"},
      {R"({"kind":"perft","depth":4,"fen":7})", "fen must be a string"},
      {R"({"kind":"perft","depth":4,"colour":"red"})", "unknown parameter 'colour'"},
      {R"({"kind":"perft","depth":30})", "Give a smaller depth"},
      {R"({"kind":"verify","suite":"nothing"})", "suite contains no position"},
      {R"({"kind":"verify","suite":"4k3/8/8/8/8/8/8/4KQQQ w - - 0 1 ;D40 1"})", "this server accepts at most"},
  };
  for (const auto& [body, detail] : cases) {
    const json problem = post(body, "application/json");
    EXPECT_EQ(problem["status"], 400) << body.substr(0, 60);
    EXPECT_THAT(problem["detail"].get<std::string>(), HasSubstr(detail)) << body.substr(0, 60);
  }
}

TEST_F(Questions, OperationAndPage) {
  EXPECT_EQ(ask("/healthz", "")["status"], "ok");
  EXPECT_EQ(ask("/readyz", "")["status"], "ok");
  EXPECT_EQ(ask("/api/info", "")["token_required"], false);
  ask("/api/endgames", "");
  const auto page = server().client()->Get("/");
  ASSERT_TRUE(page);
  EXPECT_EQ(page->status, 200);
  EXPECT_THAT(page->get_header_value("Content-Type"), StartsWith("text/html"));
  EXPECT_THAT(page->get_header_value("Content-Security-Policy"), HasSubstr("default-src 'self'"));
  EXPECT_EQ(page->get_header_value("X-Content-Type-Options"), "nosniff");
  const auto metrics = server().client()->Get("/metrics");
  ASSERT_TRUE(metrics);
  EXPECT_THAT(metrics->body,
              HasSubstr("plyforge_requests_total{method=\"GET\",route=\"/healthz\",status=\"200\"} 1\n"));
  EXPECT_THAT(metrics->body, HasSubstr("\nplyforge_jobs{state=\"queued\"} 0\n"));
  EXPECT_THAT(metrics->body, HasSubstr("\nplyforge_cache_hits_total "));
}

TEST_F(Questions, OnlyNamesOfThisMachineAreAnswered) {
  for (const char* host :
       {"evil.example", "127.0.0.1.evil.example", "127.evil.example", "", "localhost.evil.example:80"}) {
    EXPECT_EQ(server().get("/api/info", {{"Host", host}}).status, 421) << host;
  }
  for (const char* host : {"localhost", "localhost:8080", "127.0.0.1:1", "[::1]:99", "127.1.2.3"}) {
    EXPECT_EQ(server().get("/api/info", {{"Host", host}}).status, 200) << host;
  }
}

}  // namespace
}  // namespace plyforge::testing
