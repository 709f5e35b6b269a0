#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>
#include <fstream>
#include <sstream>

#include "cli/run_binary.h"
#include "cli/run_store.h"

// Units that are counted elsewhere: export, work, import.

namespace plyforge::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

constexpr const char* kPerft5 = "4865609";  // OEIS A048987

std::string text_of(const std::string& path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

class RunExchange : public ::testing::Test {
 protected:
  void SetUp() override {
    ASSERT_EQ(run({"run", "start", store_, "--depth", "5", "--split", "2", "--units-only"}).exit_code, 0);
    std::ofstream(units_) << run({"run", "export", store_}).out;
  }

  RunResult work(const std::string& out, const std::vector<std::string>& more = {}) {
    std::vector<std::string> arguments = {"work", "--units", units_, "--out", out};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return run(arguments);
  }

  std::string file(const std::string& name) const { return directory_.file(name); }
  const TemporaryDirectory directory_;
  const std::string store_ = directory_.file("run.db");
  const std::string units_ = directory_.file("units.jsonl");
};

TEST_F(RunExchange, RoundTripInParts) {
  EXPECT_EQ(json_lines(text_of(units_)).size(), 400u);
  EXPECT_THAT(work(file("1"), {"--part", "1/2"}).out, StartsWith("200 units counted"));
  EXPECT_THAT(work(file("2"), {"--part", "2/2", "--no-merge"}).out, StartsWith("200 units counted"));
  EXPECT_EQ(json_lines(text_of(file("1"))).size(), 200u);

  const RunResult half = run({"run", "import", store_, file("1")});
  EXPECT_EQ(half.exit_code, 0);
  EXPECT_THAT(half.out, StartsWith("200 counts imported, 0 already known"));
  EXPECT_EQ(json_lines(run({"run", "export", store_, "--open"}).out).size(), 200u);

  const RunResult both = run({"run", "import", store_, file("1"), file("2")});
  EXPECT_EQ(both.exit_code, 0);
  EXPECT_THAT(both.out, StartsWith("200 counts imported, 200 already known"));
  expect_done(store_, kPerft5, 400);
}

TEST_F(RunExchange, ExportsResults) {
  run({"run", "resume", store_});
  std::uint64_t sum = 0;
  for (const auto& unit : json_lines(run({"run", "export", store_}).out)) {
    EXPECT_EQ(unit["depth"], 3);
    EXPECT_EQ(unit["state"], "done");
    sum += std::stoull(unit["nodes"].get<std::string>()) * std::stoull(unit["multiplicity"].get<std::string>());
  }
  EXPECT_EQ(std::to_string(sum), kPerft5);

  std::istringstream csv(run({"run", "export", store_, "--csv"}).out);
  std::string line;
  std::getline(csv, line);
  EXPECT_EQ(line, "unit,fen,depth,leaf,multiplicity,state,nodes,backend,merged,version,worker,seconds,finished");
  sum = 0;
  while (std::getline(csv, line)) {
    std::istringstream cells(line);
    std::vector<std::string> row;
    for (std::string cell; std::getline(cells, cell, ',');) row.push_back(cell);
    ASSERT_EQ(row.size(), 13u);
    sum += std::stoull(row[4]) * std::stoull(row[6]);
  }
  EXPECT_EQ(std::to_string(sum), kPerft5);
}

TEST_F(RunExchange, AnotherStoresExportIsTakenIn) {
  const std::string other = file("other.db");
  run({"run", "start", other, "--depth", "5", "--split", "2"});
  std::ofstream(file("results")) << run({"run", "export", other}).out;
  EXPECT_EQ(run({"run", "import", store_, file("results")}).exit_code, 0);
  expect_done(store_, kPerft5, 400);
}

TEST_F(RunExchange, KilledWorkGoesOn) {
  for (int i = 0; i < 5; ++i) work(file("out"), {"--threads", "1"});
  const std::string whole = text_of(file("out"));
  EXPECT_EQ(json_lines(whole).size(), 400u);
  // A line that a kill has left unfinished is counted again.
  std::ofstream(file("out")) << whole.substr(0, whole.size() / 2);
  const RunResult result = work(file("out"));
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(json_lines(text_of(file("out"))).size(), 400u);
  EXPECT_EQ(run({"run", "import", store_, file("out")}).exit_code, 0);
  expect_done(store_, kPerft5, 400);
}

TEST_F(RunExchange, AFullDiskLeavesWholeLines) {
  const RunResult full = run_shell("ulimit -f 16; plyforge work --units " + units_ + " --out " + file("out"));
  EXPECT_EQ(full.exit_code, 3);
  EXPECT_THAT(full.err, HasSubstr("cannot write " + file("out") + ": File too large"));
  EXPECT_GT(json_lines(text_of(file("out"))).size(), 10u);
  EXPECT_EQ(work(file("out")).exit_code, 0);
  EXPECT_EQ(json_lines(text_of(file("out"))).size(), 400u);
}

TEST_F(RunExchange, ADifferentResultIsADispute) {
  work(file("out"));
  std::string results = text_of(file("out"));
  run({"run", "import", store_, file("out")});
  const std::string nodes = json_lines(results)[6]["nodes"];
  const std::size_t place = results.find("\"nodes\":\"" + nodes, results.find("\"unit\":7,")) + 9;
  results[place] = results[place] == '1' ? '2' : '1';
  std::ofstream(file("wrong")) << results;
  for (int i = 0; i < 2; ++i) {  // one voice, however often it is heard
    const RunResult result = run({"run", "import", store_, file("wrong")});
    EXPECT_EQ(result.exit_code, i == 0 ? 1 : 0);
    EXPECT_EQ(status(store_)["disputed"], 1);
    EXPECT_EQ(status(store_)["disputes"][0]["unit"], 7);
  }
  EXPECT_EQ(run({"run", "resume", store_}).exit_code, 0);
  EXPECT_EQ(status(store_)["nodes"], kPerft5);
}

TEST_F(RunExchange, LinesThatDoNotFitAreRefused) {
  work(file("out"), {"--part", "1/400"});
  const nlohmann::json good = json_lines(text_of(file("out"))).at(0);
  const struct {
    const char* member;
    nlohmann::json value;
    const char* message;
  } cases[] = {
      {"unit", 2, "is unit 1 of "},
      {"unit", 401, "is unit 1 of "},
      {"unit", "1", "\"unit\" is not a whole number"},
      {"unit", -1, "\"unit\" is not a whole number"},
      {"fen", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "is not a unit of "},
      {"fen", "nothing", "\"fen\": character "},
      {"fen", nullptr, "\"fen\" is not a string"},
      {"depth", 4, "the units of "},
      {"depth", 65, "\"depth\" is not a whole number from 1 to 64"},
      {"leaf", "outcome", "\"checkmate\" is not a string"},
      {"leaf", "leaves", "it must be moves, stats or outcome"},
      {"nodes", "1e3", "not a count in decimal digits"},
      {"nodes", "-5", "not a count in decimal digits"},
      {"nodes", "999999999999999999999999999999999999999999", "not a count in decimal digits"},
      {"nodes", 12, "\"nodes\" is not a string"},
      {"worker", "a,b", "printable ASCII"},
      {"version", "\x1b[2J", "printable ASCII"},
      {"backend", 1, "\"backend\" is not a string"},
      {"merged", "yes", "\"merged\" is not true or false"},
      {"seconds", "1", "\"seconds\" is not a number"},
  };
  for (const auto& [member, value, message] : cases) {
    nlohmann::json bad = good;
    bad[member] = value;
    const RunResult result = run({"run", "import", store_, "-"}, bad.dump() + "\n");
    EXPECT_EQ(result.exit_code, 2) << bad;
    EXPECT_THAT(result.err, HasSubstr("standard input:1: ")) << bad;
    EXPECT_THAT(result.err, HasSubstr(message)) << bad;
    EXPECT_THAT(result.out, StartsWith("0 counts imported")) << bad;
  }
  EXPECT_EQ(status(store_)["done"], 0);
}

TEST_F(RunExchange, ColumnsMustGoWithTheNodes) {
  const std::string store = file("outcomes.db");
  run({"run", "start", store, "--depth", "3", "--split", "1", "--leaf", "outcome"});
  auto line = json_lines(run({"run", "export", store}).out).at(0);
  line["check"] = "1000000";
  const RunResult result = run({"run", "import", store, "-"}, line.dump() + "\n");
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_THAT(result.err, HasSubstr("the columns contradict the nodes"));
}

TEST_F(RunExchange, WorkStopsOnSignal) {
  const std::string deep = file("deep.db");
  run({"run", "start", deep, "--depth", "12", "--split", "1", "--units-only"});
  std::ofstream(units_) << run({"run", "export", deep}).out;
  const RunResult result = run({"work", "--units", units_, "--out", file("out")}, "", {SIGTERM, 0.5});
  EXPECT_EQ(result.exit_code, 130);
  EXPECT_THAT(result.err, HasSubstr("0 of 20 units are stored in " + file("out") + "; resume with the same command"));
}

}  // namespace
}  // namespace plyforge::testing
