#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <csignal>
#include <fstream>

#include "service/schema.h"
#include "service/server.h"
#include "support/data_files.h"

// Problems as jobs. Solutions are the published ones of tests/data/mate_cases.csv, where their sources are named.

namespace plyforge::testing {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;

// G. Schoepfer, Neue Leipziger Zeitung 1927.
constexpr const char* kMateIn2 = "8/Q7/8/8/8/8/8/2k1K2R w K - 0 1";
constexpr const char* kStart = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

class MateJobs : public ::testing::Test {
 protected:
  const TemporaryDirectory directory_;
  const std::vector<std::string> options_ = {"--store", directory_.path(), "--mate-seconds", "1000"};
  std::unique_ptr<Server> server_ = std::make_unique<Server>(options_);
  const OpenApi api_{server_->get("/openapi.json").body};

  json result(std::int64_t job) const {
    const Server::Answer answer = server_->get("/api/jobs/" + std::to_string(job) + "/result");
    EXPECT_EQ(api_.fault("GET", "/api/jobs/{id}/result", answer.status, answer.type, answer.body), "");
    return answer.body;
  }
  /// Submits a job, and returns its result.
  json done(const json& question) const {
    const std::int64_t job = server_->submit(question);
    EXPECT_EQ(server_->wait(job), "done") << server_->get("/api/jobs/" + std::to_string(job)).body;
    return result(job);
  }
  /// How many positions of job 1 have been solved.
  int solved() const { return server_->get("/api/jobs/1").body["progress"]["units_done"]; }
};

TEST_F(MateJobs, PublishedProblems) {
  std::map<std::string, std::vector<MateCase>> by_goal;
  for (const MateCase& each : read_mates()) {
    if (!each.goal.ends_with('4')) by_goal[each.goal].push_back(each);  // enough of them
  }
  for (const auto& [goal, cases] : by_goal) {
    json question = {{"kind", "mate"}, {"stipulation", goal}, {"fens", json::array()}};
    for (const MateCase& each : cases) question["fens"].push_back(each.fen);
    const json answer = done(question);
    EXPECT_EQ(answer["stipulation"], goal);
    ASSERT_EQ(answer["problems"].size(), cases.size());
    for (std::size_t i = 0; i < cases.size(); ++i) {
      const json& problem = answer["problems"][i];
      EXPECT_EQ(problem["fen"], cases[i].fen);
      EXPECT_EQ(problem["answer"], "yes") << cases[i].source;
      EXPECT_EQ(problem["keys"], cases[i].keys) << cases[i].source;
    }
  }
}

TEST_F(MateJobs, OneWithItsTree) {
  // Black's king has one move, and castling is the one mate after it.
  const json answer =
      done({{"kind", "mate"}, {"stipulation", "2"}, {"fen", kMateIn2}, {"tree", true}, {"duals", true}});
  const json& problem = answer["problems"][0];
  EXPECT_EQ(problem["tree"][0]["san"], "Qf2");
  EXPECT_EQ(problem["tree"][0]["replies"][0]["replies"][0]["san"], "O-O#");
  EXPECT_EQ(problem["duals"], json::array());
  EXPECT_EQ(problem["whole_tree"], true);
  const json job = server_->get("/api/jobs/1").body;
  EXPECT_EQ(job["request"], (json{{"kind", "mate"},
                                  {"fen", kMateIn2},
                                  {"stipulation", "#2"},
                                  {"seconds", 60},
                                  {"duals", true},
                                  {"tree", true}}));
  EXPECT_FALSE(job.contains("run"));
}

TEST_F(MateJobs, RefutedAndGivenUp) {
  EXPECT_EQ(done({{"kind", "mate"}, {"stipulation", "#1"}, {"fen", kMateIn2}})["problems"][0]["answer"], "no");
  const json unknown =
      done({{"kind", "mate"}, {"stipulation", "#8"}, {"fen", kStart}, {"nodes", 20000}})["problems"][0];
  EXPECT_EQ(unknown["answer"], "unknown");
  EXPECT_EQ(
      done({{"kind", "mate"}, {"stipulation", "#20"}, {"fen", kStart}, {"seconds", 0.1}})["problems"][0]["answer"],
      "unknown");
}

TEST_F(MateJobs, TheEstimateIsABound) {
  json question = {{"kind", "mate"}, {"stipulation", "#2"}, {"fens", {kMateIn2, kStart}}, {"seconds", 500}};
  const Server::Answer answer = server_->post("/api/estimate", question);
  EXPECT_EQ(api_.fault("POST", "/api/estimate", answer.status, answer.type, answer.body), "");
  EXPECT_EQ(answer.body["at_most"], true);
  EXPECT_EQ(answer.body["admitted"], true);
  EXPECT_EQ(answer.body["limit_seconds"], 1000);
  question["seconds"] = 501;
  EXPECT_EQ(server_->post("/api/estimate", question).body["admitted"], false);
  const Server::Answer refused = server_->post("/api/jobs", question);
  EXPECT_EQ(refused.status, 400);
  EXPECT_EQ(refused.body["type"], "urn:plyforge:problem:too-costly");
  EXPECT_THAT(refused.body["detail"].get<std::string>(), HasSubstr("1,002 seconds"));
}

TEST_F(MateJobs, BadQuestions) {
  const auto refused = [&](json question, const std::string& parameter, const std::string& text) {
    question["kind"] = "mate";
    const Server::Answer answer = server_->post("/api/jobs", question);
    EXPECT_EQ(api_.fault("POST", "/api/jobs", answer.status, answer.type, answer.body), "");
    EXPECT_EQ(answer.status, 400) << question;
    EXPECT_EQ(answer.body.value("parameter", ""), parameter) << answer.body;
    EXPECT_THAT(answer.body.value("detail", ""), HasSubstr(text));
  };
  refused({{"fen", kMateIn2}, {"stipulation", "x#2"}}, "stipulation",
          "is not a goal; expected the number of moves, 1 to 30");
  refused({{"fen", kMateIn2}, {"stipulation", "#31"}}, "stipulation", "1 to 30");
  refused({{"fen", kMateIn2}}, "stipulation", "missing");
  refused({{"stipulation", "#2"}}, "fen", "give fen, or fens");
  refused({{"fens", {kMateIn2, "nonsense"}}, {"stipulation", "#2"}}, "fens", "position 2 of fens");
  refused({{"fens", json::array()}, {"stipulation", "#2"}}, "fens", "1 to 1000");
  refused({{"fens", json::array({kStart})}, {"fen", kStart}, {"stipulation", "#2"}}, "fen", "unknown parameter");
  refused({{"fen", kMateIn2}, {"stipulation", "#2"}, {"nodes", 0}}, "nodes", "whole number");
  refused({{"fen", kMateIn2}, {"stipulation", "#2"}, {"seconds", -1}}, "seconds", "greater than 0");
  refused({{"fen", kMateIn2}, {"stipulation", "#2"}, {"depth", 3}}, "depth", "unknown parameter");
  EXPECT_TRUE(server_->get("/api/jobs").body["jobs"].empty());
}

TEST_F(MateJobs, Cancelled) {
  const std::int64_t job = server_->submit(
      {{"kind", "mate"}, {"stipulation", "#20"}, {"fens", {kMateIn2, kStart, kStart}}, {"seconds", 300}});
  while (server_->state(job) == "queued") usleep(10'000);
  EXPECT_EQ(server_->remove("/api/jobs/1").status, 200);
  EXPECT_EQ(server_->wait(job, 20), "cancelled");
  EXPECT_EQ(server_->remove("/api/jobs/1").status, 204);
  EXPECT_FALSE(std::ifstream(directory_.file("runs/1.jsonl")).is_open());
}

TEST_F(MateJobs, KilledAndGoneOnWith) {
  // Three that are solved at once, one that takes two seconds, and one more.
  const std::int64_t job = server_->submit({{"kind", "mate"},
                                            {"stipulation", "#20"},
                                            {"fens", {kMateIn2, kMateIn2, kMateIn2, kStart, kMateIn2}},
                                            {"seconds", 2}});
  while (solved() < 3) usleep(10'000);
  server_->signal(SIGKILL);
  server_->join();
  const auto first_lines = [&] {
    std::ifstream file(directory_.file("runs/1.jsonl"));
    std::string text;
    std::string line;
    for (int i = 0; i < 3 && std::getline(file, line); ++i) text += line + "\n";
    return text;
  };
  const std::string before = first_lines();
  std::ofstream(directory_.file("runs/1.jsonl"), std::ios::app) << R"({"fen":"half a li)";
  server_ = std::make_unique<Server>(options_);
  EXPECT_EQ(server_->wait(job), "done");
  EXPECT_EQ(first_lines(), before) << "what was solved is not solved again: its seconds are the same";
  const json problems = result(job)["problems"];
  ASSERT_EQ(problems.size(), 5U);
  for (const int i : {0, 1, 2, 4}) EXPECT_EQ(problems[i]["keys"], json::array({"Qf2"}));
  EXPECT_EQ(problems[3]["answer"], "unknown");
}

}  // namespace
}  // namespace plyforge::testing
