#include <gtest/gtest.h>
#include <unistd.h>

#include <csignal>
#include <random>
#include <set>

#include "cli/run_store.h"
#include "service/server.h"

// Servers that are killed under load: no job is lost or doubled, and every total is the published one (OEIS A048987).

namespace plyforge::testing {
namespace {

using nlohmann::json;

/// Kills servers of one folder while they work, each after it has got new jobs.
void kill_again_and_again(int kills, int jobs_each_time) {
  const std::vector<std::pair<json, std::string>> questions = {
      {{{"kind", "perft"}, {"depth", 5}, {"split", 2}}, "4865609"},
      {{{"kind", "divide"}, {"depth", 4}, {"split", 2}}, "197281"},
      {{{"kind", "perft"}, {"depth", 6}}, "119060324"},
  };
  const unsigned seed = std::random_device()();
  std::cout << "seed " << seed << std::endl;
  std::mt19937 random(seed);
  std::uniform_int_distribution<int> microseconds(0, 700'000);
  const TemporaryDirectory directory;
  const std::vector<std::string> options = {"--store", directory.path(), "--jobs-per-client", "1000"};
  std::size_t submitted = 0;
  for (int kill = 0; kill < kills; ++kill) {
    Server server(options);
    for (int i = 0; i < jobs_each_time; ++i, ++submitted) {
      const httplib::Headers key = {{"Idempotency-Key", "key " + std::to_string(submitted)}};
      ASSERT_EQ(server.post("/api/jobs", questions[submitted % questions.size()].first, key).status, 201);
    }
    usleep(static_cast<useconds_t>(microseconds(random)));
    server.signal(SIGKILL);
    EXPECT_EQ(server.join(), 128 + SIGKILL);
  }
  const Server server(options);
  // A client that does not know whether it was heard asks again, and makes no second job.
  const httplib::Headers key = {{"Idempotency-Key", "key " + std::to_string(submitted - 1)}};
  EXPECT_EQ(server.post("/api/jobs", questions[(submitted - 1) % questions.size()].first, key).status, 200);
  EXPECT_EQ(server.get("/api/jobs?limit=200").body["jobs"].size(), submitted);
  for (std::size_t job = 1; job <= submitted; ++job) {
    EXPECT_EQ(server.wait(static_cast<std::int64_t>(job)), "done");
    const json result = server.get("/api/jobs/" + std::to_string(job) + "/result").body;
    EXPECT_EQ(result["nodes"], questions[(job - 1) % questions.size()].second) << job;
    const std::string run = directory.file("runs/" + std::to_string(job) + ".db");
    EXPECT_EQ(number(run, "SELECT count(*) - count(DISTINCT unit) FROM count"), 0) << "a unit counted twice";
  }
}

TEST(ServerSurvival, KilledAgainAndAgain) { kill_again_and_again(3, 2); }
TEST(ServerSurvivalLong, KilledAgainAndAgain) { kill_again_and_again(20, 3); }

}  // namespace
}  // namespace plyforge::testing
