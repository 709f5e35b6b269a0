#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <csignal>
#include <sstream>

#include "cli/run_store.h"
#include "service/schema.h"
#include "service/server.h"

// Jobs from submission to result, by the description of the service. Totals are those published for the start position
// (OEIS A048987, A083276) and on the Chess Programming Wiki.

namespace plyforge::testing {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;

constexpr const char* kKiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

class JobsOfServer : public ::testing::Test {
 protected:
  const TemporaryDirectory directory_;
  const Server server_{{"--store", directory_.path(), "--jobs-per-client", "5"}};
  const OpenApi api_{server_.get("/openapi.json").body};

  json check(const std::string& method, const std::string& route, const Server::Answer& answer) const {
    EXPECT_EQ(api_.fault(method, route, answer.status, answer.type, answer.body), "");
    return answer.body;
  }
  json show(std::int64_t job) const {
    return check("GET", "/api/jobs/{id}", server_.get("/api/jobs/" + std::to_string(job)));
  }
  json result(std::int64_t job) const {
    return check("GET", "/api/jobs/{id}/result", server_.get("/api/jobs/" + std::to_string(job) + "/result"));
  }
  /// Submits a job, and returns its result.
  json done(const json& question) const {
    const std::int64_t job = server_.submit(question);
    EXPECT_EQ(server_.wait(job), "done") << show(job);
    return result(job);
  }
};

TEST_F(JobsOfServer, Perft) {
  const Server::Answer submitted = server_.post("/api/jobs", {{"kind", "perft"}, {"depth", 6}});
  const json job = check("POST", "/api/jobs", submitted);
  EXPECT_EQ(submitted.status, 201);
  EXPECT_EQ(submitted.headers.find("Location")->second, "/api/jobs/1");
  EXPECT_EQ(job["state"], "queued");
  EXPECT_EQ(job["estimate"]["admitted"], true);
  EXPECT_DOUBLE_EQ(job["estimate"]["leaves"].get<double>(), 400.0 * 400 * 400);
  EXPECT_EQ(server_.wait(1), "done");
  EXPECT_EQ(result(1)["nodes"], "119060324");
  const json ended = show(1);
  EXPECT_EQ(ended["progress"]["share"], 1);
  EXPECT_EQ(ended["run"], "runs/1.db");
  EXPECT_TRUE(ended["error"].is_null());
}

TEST_F(JobsOfServer, TheCommandLineReadsItsRun) {
  done({{"kind", "perft"}, {"depth", 5}});
  expect_done(directory_.file("runs/1.db"), "4865609", 20);
}

TEST_F(JobsOfServer, DivideWithStatistics) {
  const json answer = done(
      {{"kind", "divide"}, {"depth", 4}, {"fen", kKiwipete}, {"leaf", "stats"}, {"stats_definition", "published"}});
  EXPECT_EQ(answer["nodes"], "4085603");
  EXPECT_EQ(answer["captures"], "757163");
  EXPECT_EQ(answer["double_checks"], "6");
  ASSERT_EQ(answer["moves"].size(), 48U);
  EXPECT_EQ(answer["moves"][0]["move"], "a1b1");
  std::uint64_t sum = 0;
  for (const json& move : answer["moves"]) sum += std::stoull(move["nodes"].get<std::string>());
  EXPECT_EQ(sum, 4085603U);
}

TEST_F(JobsOfServer, DistinctPositions) {
  const json answer = done({{"kind", "distinct"}, {"depth", 5}});
  ASSERT_EQ(answer["plies"].size(), 6U);
  EXPECT_EQ(answer["plies"][5]["positions"], "822518");
}

TEST_F(JobsOfServer, VerifyFindsWhatIsWrong) {
  const std::string suite = std::string(kKiwipete) + " ;D1 48 ;D2 2039 ;D3 97863\nno position\n" +
                            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 ;D4 197281 ;D5 4865609\n";
  const json answer = done({{"kind", "verify"}, {"suite", suite}, {"depth", 4}});
  EXPECT_EQ(answer["positions"], 2);
  EXPECT_EQ(answer["depths_checked"], 4);
  EXPECT_EQ(answer["depths_skipped"], 1);
  ASSERT_EQ(answer["mismatches"].size(), 1U);
  EXPECT_EQ(answer["mismatches"][0],
            (json{{"line", 1}, {"fen", kKiwipete}, {"depth", 3}, {"expected", "97863"}, {"counted", "97862"}}));
  ASSERT_EQ(answer["bad_lines"].size(), 1U);
  EXPECT_EQ(answer["bad_lines"][0]["line"], 2);
}

TEST_F(JobsOfServer, EstimateMakesNoJob) {
  const json small = check("POST", "/api/estimate", server_.post("/api/estimate", {{"kind", "perft"}, {"depth", 8}}));
  EXPECT_DOUBLE_EQ(small["leaves"].get<double>(), 400.0 * 400 * 400 * 400);
  const json large = check("POST", "/api/estimate", server_.post("/api/estimate", {{"kind", "perft"}, {"depth", 14}}));
  EXPECT_EQ(large["admitted"], false);
  const Server::Answer refused = server_.post("/api/jobs", {{"kind", "perft"}, {"depth", 14}});
  EXPECT_EQ(refused.status, 400);
  EXPECT_EQ(refused.body["type"], "urn:plyforge:problem:too-costly");
  EXPECT_TRUE(check("GET", "/api/jobs", server_.get("/api/jobs"))["jobs"].empty());
}

TEST_F(JobsOfServer, TheSameKeyMakesOneJob) {
  const json question = {{"kind", "perft"}, {"depth", 3}};
  const httplib::Headers key = {{"Idempotency-Key", "once"}};
  EXPECT_EQ(server_.post("/api/jobs", question, key).status, 201);
  const Server::Answer again = server_.post("/api/jobs", question, key);
  EXPECT_EQ(again.status, 200);
  EXPECT_EQ(check("POST", "/api/jobs", again)["id"], 1);
  const Server::Answer other = server_.post("/api/jobs", {{"kind", "perft"}, {"depth", 4}}, key);
  EXPECT_EQ(other.status, 409);
  check("POST", "/api/jobs", other);
  EXPECT_EQ(server_.post("/api/jobs", question, {{"Idempotency-Key", std::string(65, 'x')}}).status, 400);
  EXPECT_EQ(server_.get("/api/jobs").body["jobs"].size(), 1U);
}

TEST_F(JobsOfServer, CancelledAndForgotten) {
  const json long_question = {{"kind", "perft"}, {"depth", 9}};
  const std::int64_t running = server_.submit(long_question);
  const std::int64_t waiting = server_.submit(long_question);
  while (server_.state(running) == "queued") usleep(10'000);
  EXPECT_EQ(server_.get("/api/jobs/1/result").status, 409);
  const json cancelled = check("DELETE", "/api/jobs/{id}", server_.remove("/api/jobs/2"));
  EXPECT_EQ(cancelled["state"], "cancelled");
  EXPECT_EQ(server_.remove("/api/jobs/1").status, 200);
  EXPECT_EQ(server_.wait(running, 20), "cancelled");
  EXPECT_EQ(server_.get("/api/jobs?state=cancelled").body["jobs"].size(), 2U);
  for (const std::int64_t job : {running, waiting}) {
    const std::string path = "/api/jobs/" + std::to_string(job);
    EXPECT_EQ(server_.remove(path).status, 204);
    EXPECT_EQ(server_.get(path).status, 404);
    EXPECT_EQ(server_.get(path + "/result").status, 404);
    EXPECT_EQ(server_.get(path + "/events").status, 404);
    EXPECT_EQ(server_.remove(path).status, 404);
  }
  EXPECT_EQ(server_.submit({{"kind", "perft"}, {"depth", 2}}), 3) << "numbers are not used twice";
}

TEST_F(JobsOfServer, SoManyForAClientAndNoMore) {
  for (int i = 0; i < 5; ++i) server_.submit({{"kind", "perft"}, {"depth", 9}});
  const Server::Answer refused = server_.post("/api/jobs", {{"kind", "perft"}, {"depth", 1}});
  EXPECT_EQ(refused.status, 429);
  EXPECT_TRUE(refused.headers.contains("Retry-After"));
  check("POST", "/api/jobs", refused);
  for (int i = 1; i <= 5; ++i) server_.remove("/api/jobs/" + std::to_string(i));
  EXPECT_EQ(server_.wait(5, 20), "cancelled");
}

TEST_F(JobsOfServer, PagesOfTheList) {
  for (int i = 0; i < 5; ++i) EXPECT_EQ(server_.wait(server_.submit({{"kind", "perft"}, {"depth", 1}})), "done");
  const json first = check("GET", "/api/jobs", server_.get("/api/jobs?limit=3"));
  ASSERT_EQ(first["jobs"].size(), 3U);
  EXPECT_EQ(first["jobs"][0]["id"], 5);
  EXPECT_EQ(first["more"], true);
  const json rest = check("GET", "/api/jobs", server_.get("/api/jobs?limit=3&before=3"));
  ASSERT_EQ(rest["jobs"].size(), 2U);
  EXPECT_EQ(rest["more"], false);
}

/// The data of the events of a stream.
std::vector<json> events_of(const std::string& text) {
  std::vector<json> events;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("data: ")) events.push_back(json::parse(line.substr(6)));
  }
  return events;
}

TEST_F(JobsOfServer, EventsFollowAJobToItsEnd) {
  const std::int64_t job = server_.submit({{"kind", "divide"}, {"depth", 7}});
  std::string text;
  const auto client = server_.client();
  const auto result = client->Get("/api/jobs/" + std::to_string(job) + "/events", [&](const char* data, size_t size) {
    text.append(data, size);
    return true;
  });
  ASSERT_TRUE(result);
  EXPECT_EQ(result->get_header_value("Content-Type"), "text/event-stream");
  const std::vector<json> events = events_of(text);
  ASSERT_GE(events.size(), 2U);
  double share = 0;
  for (const json& event : events) {
    EXPECT_EQ(api_.mismatch({{"$ref", "#/components/schemas/Job"}}, event), "");
    EXPECT_GE(event["progress"]["share"], share);
    share = event["progress"]["share"];
  }
  EXPECT_EQ(events.back()["state"], "done");
  EXPECT_EQ(this->result(job)["nodes"], "3195901860");
}

TEST_F(JobsOfServer, ParkedBySigtermAndGoneOnWith) {
  Server first({"--store", directory_.file("other")});
  const std::int64_t job = first.submit({{"kind", "perft"}, {"depth", 8}, {"split", 2}});
  const std::int64_t waiting = first.submit({{"kind", "perft"}, {"depth", 4}});
  while (first.get("/api/jobs/1").body["progress"]["units_done"] == 0) usleep(50'000);
  const auto begun = std::chrono::steady_clock::now();
  first.signal(SIGTERM);
  EXPECT_EQ(first.join(), 0);
  EXPECT_LT(std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count(), 10);
  const std::string run = directory_.file("other/runs/1.db");
  EXPECT_EQ(status(run)["state"], "open");
  EXPECT_GT(status(run)["done"], 0);
  const Server second({"--store", directory_.file("other")});
  EXPECT_EQ(second.wait(waiting + 1, 0.1), "") << "no other job";
  EXPECT_EQ(second.remove("/api/jobs/" + std::to_string(job)).status, 200);
  EXPECT_EQ(second.wait(waiting), "done");
}

TEST_F(JobsOfServer, AFolderIsForOneServer) {
  const RunResult second = run({"serve", "--port", "0", "--store", directory_.path()});
  EXPECT_EQ(second.exit_code, 3);
  EXPECT_EQ(second.out, "");
  EXPECT_THAT(second.err, HasSubstr("is in use by another plyforge serve"));
}

}  // namespace
}  // namespace plyforge::testing
