#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <csignal>
#include <fstream>

#include "cli/run_binary.h"
#include "cli/run_store.h"

// Runs: what is counted unit by unit adds up to what is known. Counts and statistics are those published on the Chess
// Programming Wiki ("Perft Results"), the numbers of distinct positions those of OEIS A083276.

namespace plyforge::testing {
namespace {

using ::testing::HasSubstr;

constexpr const char* kKiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

class Runs : public ::testing::Test {
 protected:
  std::string file(const std::string& name) const { return directory_.file(name); }
  const TemporaryDirectory directory_;
  const std::string store_ = directory_.file("run.db");
};

TEST_F(Runs, StartCountsToTheEnd) {
  const RunResult result = run({"run", "start", "--store", store_, "--depth", "5", "--split", "2"});
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_EQ(result.err, "");
  EXPECT_THAT(result.out, HasSubstr("400 done, 0 open, 0 disputed"));
  EXPECT_THAT(result.out, HasSubstr(" 4,865,609 "));
  expect_done(store_, "4865609", 400);
}

TEST_F(Runs, UnitsAreTheDistinctPositions) {
  for (const auto& [split, units, paths] : {std::tuple{0, 1, 1}, {1, 20, 20}, {2, 400, 400}, {3, 5362, 8902}}) {
    const std::string store = file("split" + std::to_string(split));
    const RunResult result =
        run({"run", "start", store, "--depth", "4", "--split", std::to_string(split), "--units-only", "--json"});
    EXPECT_EQ(json_lines(result.out).at(0)["units"], units);
    EXPECT_EQ(json_lines(result.out).at(0)["open"], units);
    EXPECT_FALSE(json_lines(result.out).at(0).contains("nodes"));
    EXPECT_EQ(number(store, "SELECT sum(multiplicity) FROM path"), paths);
  }
}

TEST_F(Runs, ResumeGoesOn) {
  run({"run", "start", store_, "--depth", "5", "--split", "2", "--units-only"});
  const RunResult result = run({"run", "resume", store_, "--threads", "1"});
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_THAT(result.out, HasSubstr(" 4,865,609 "));
  EXPECT_EQ(run({"run", "resume", store_}).exit_code, 0);  // nothing left to do
  expect_done(store_, "4865609", 400);
}

TEST_F(Runs, StatusSplitsByFirstMove) {
  run({"run", "start", store_, "--depth", "4", "--split", "3"});
  const RunResult result = run({"run", "status", store_, "--divide", "--json"});
  const auto moves = json_lines(result.out).at(0)["moves"];
  ASSERT_EQ(moves.size(), 20u);
  EXPECT_EQ(moves[0]["move"], "a2a3");
  EXPECT_EQ(moves[0]["nodes"], "8457");
}

TEST_F(Runs, PerftKeepsItsUnits) {
  for (int i = 0; i < 2; ++i) {  // counted, then read
    const auto lines = json_lines(run({"perft", "4", "--store", store_, "--leaf", "stats", "--fen", kKiwipete,
                                       "--stats-definition", "published", "--json"})
                                      .out);
    ASSERT_EQ(lines.size(), 1u);
    EXPECT_EQ(lines[0]["nodes"], "4085603");
    EXPECT_EQ(lines[0]["captures"], "757163");
    EXPECT_EQ(lines[0]["en_passant"], "1929");
    EXPECT_EQ(lines[0]["castles"], "128013");
    EXPECT_EQ(lines[0]["promotions"], "15172");
    EXPECT_EQ(lines[0]["checks"], "25523");
    EXPECT_EQ(lines[0]["discovered_checks"], "42");
    EXPECT_EQ(lines[0]["double_checks"], "6");
    EXPECT_EQ(lines[0]["checkmates"], "43");
  }
}

TEST_F(Runs, OutcomesAddUp) {
  const auto lines = json_lines(run({"perft", "5", "--store", store_, "--leaf", "outcome", "--json"}).out);
  ASSERT_EQ(lines.size(), 1u);
  EXPECT_EQ(lines[0]["nodes"], "4865609");
  EXPECT_EQ(lines[0]["checkmate"], "347");
  EXPECT_EQ(lines[0]["stalemate"], "0");
}

TEST_F(Runs, DivideKeepsItsUnits) {
  const RunResult result = run({"divide", "5", "--store", store_, "--split", "3", "--format", "stockfish"});
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_EQ(result.out, run({"divide", "5", "--format", "stockfish"}).out);
  EXPECT_THAT(result.out, HasSubstr("Nodes searched: 4865609"));
}

TEST_F(Runs, Chess960) {  // from a public suite
  const auto lines = json_lines(run({"divide", "4", "--store", store_, "--chess960", "--json", "--fen",
                                     "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9"})
                                    .out);
  ASSERT_EQ(lines.size(), 1u);
  EXPECT_EQ(lines[0]["nodes"], "326672");
}

TEST_F(Runs, ADefinitionOfColumnsThatTheRunDoesNotHaveIsRefused) {
  EXPECT_EQ(run({"run", "start", store_, "--depth", "2"}).exit_code, 0);
  for (const char* verb : {"status", "resume"}) {
    const RunResult result = run({"run", verb, store_, "--stats-definition", "published"});
    EXPECT_EQ(result.exit_code, 2);
    EXPECT_EQ(result.out, "");
    EXPECT_THAT(result.err, HasSubstr("a run without --leaf stats"));
  }
}

TEST_F(Runs, FensArePrintedAsTheyWereRead) {
  const std::string fen = "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9";
  const std::vector<std::string> command = {"perft", "4", "--store", store_, "--json", "--fen", fen};
  for (int i = 0; i < 2; ++i) {  // counted, then read from the store
    const auto lines = json_lines(run(command).out);
    ASSERT_EQ(lines.size(), 1u);
    EXPECT_EQ(lines[0]["nodes"], "326672");
    EXPECT_EQ(lines[0]["fen"], fen);
  }
  EXPECT_EQ(json_lines(run({"run", "status", store_, "--json"}).out).at(0)["fen"], fen);
  for (const auto& unit : json_lines(run({"run", "export", store_}).out)) {
    const auto again = json_lines(run({"perft", "3", "--json", "--fen", unit["fen"].get<std::string>()}).out);
    ASSERT_EQ(again.size(), 1u) << unit;
    EXPECT_EQ(again[0]["nodes"], unit["nodes"]);
    EXPECT_EQ(again[0]["fen"], unit["fen"]);
  }
}

TEST_F(Runs, AGameThatIsOverHasNoUnits) {
  const RunResult result = run(
      {"run", "start", store_, "--depth", "5", "--split", "2", "--json", "--fen", "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1"});
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_EQ(json_lines(result.out).at(0)["nodes"], "0");
}

TEST_F(Runs, AnInterruptSaysWhereToGoOn) {
  for (const int signal : {SIGINT, SIGTERM}) {
    const bool first = signal == SIGINT;
    const RunResult result =
        run(first ? std::vector<std::string>{"run", "start", store_, "--depth", "10", "--split", "2"}
                  : std::vector<std::string>{"run", "resume", store_},
            "", {signal, 1.5});
    EXPECT_EQ(result.exit_code, 130);
    EXPECT_EQ(result.out, "");
    EXPECT_THAT(result.err, HasSubstr("of 400 units are stored in " + store_));
    EXPECT_THAT(result.err, HasSubstr("plyforge run resume " + store_));
    EXPECT_EQ(status(store_)["state"], "open");
  }
}

TEST_F(Runs, AuditFindsAPlantedFaultAndResumeSettlesIt) {
  run({"run", "start", store_, "--depth", "5", "--split", "2"});
  change(store_, "UPDATE count SET totals = CAST(totals AS INTEGER) - 1 WHERE unit = 17");
  const RunResult planted = run({"run", "status", store_});
  EXPECT_THAT(planted.out, ::testing::Not(HasSubstr("4,865,609")));

  const RunResult audit = run({"run", "audit", store_, "--share", "100%"});
  EXPECT_EQ(audit.exit_code, 1);
  EXPECT_THAT(audit.out, HasSubstr("differs   unit 17: "));
  EXPECT_THAT(audit.out, HasSubstr("audited   400 of 400 units done (100.00%), 1 differs"));

  const RunResult disputed = run({"run", "status", store_});
  EXPECT_EQ(disputed.exit_code, 1);
  EXPECT_THAT(disputed.out, HasSubstr("399 done, 0 open, 1 disputed"));
  EXPECT_EQ(status(store_)["state"], "disputed");
  EXPECT_FALSE(status(store_).contains("nodes"));
  EXPECT_EQ(status(store_)["disputes"][0]["counts"].size(), 2u);

  const RunResult settled = run({"run", "resume", store_});
  EXPECT_EQ(settled.exit_code, 0);
  EXPECT_THAT(settled.out, HasSubstr(" 4,865,609 "));
  EXPECT_EQ(status(store_)["outvoted"], 1);
}

TEST_F(Runs, AnAuditSaysHowSureTheTotalIs) {
  run({"run", "start", store_, "--depth", "5", "--split", "2"});
  const RunResult result = run({"run", "audit", store_, "--share", "5", "--seed", "1"});
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_THAT(result.out, HasSubstr("seed      1\n"));
  EXPECT_THAT(result.out, HasSubstr("audited   20 of 400 units done (5.00%), 0 differ"));
  EXPECT_THAT(result.out, HasSubstr("with 95% confidence fewer than "));
  EXPECT_EQ(run({"run", "audit", store_, "--share", "5", "--seed", "2", "--recount", "merged"}).exit_code, 0);
  EXPECT_EQ(status(store_)["nodes"], "4865609");  // recounts do not count
  EXPECT_GE(status(store_)["audited"], 20);
}

TEST_F(Runs, AStoreHoldsOneRun) {
  run({"run", "start", store_, "--depth", "3", "--split", "1"});
  const RunResult again = run({"run", "start", store_, "--depth", "3", "--split", "1"});
  EXPECT_EQ(again.exit_code, 2);
  EXPECT_THAT(again.err, HasSubstr("already exists; resume with: plyforge run resume"));
  for (const auto& other : {std::vector<std::string>{"perft", "4"},
                            {"perft", "3", "--leaf", "stats"},
                            {"perft", "3", "--fen", kKiwipete},
                            {"divide", "3", "--split", "2"}}) {
    std::vector<std::string> arguments = other;
    arguments.insert(arguments.end(), {"--store", store_});
    const RunResult result = run(arguments);
    EXPECT_EQ(result.exit_code, 2);
    EXPECT_EQ(result.out, "");
    EXPECT_THAT(result.err, HasSubstr("contains a "));
  }
}

TEST_F(Runs, BadInput) {
  run({"run", "start", store_, "--depth", "3", "--split", "0"});
  std::ofstream(file("text")) << "not a store, but long enough to have a header of a hundred bytes, had it been one, "
                                 "which it is not, and never was, whatever its name may say.\n";
  std::ofstream(file("empty")) << "";
  change((std::ofstream(file("other")), file("other")), "CREATE TABLE t (x)");
  const struct {
    std::vector<std::string> arguments;
    std::string message;
  } cases[] = {
      {{"run"}, "subcommand is required"},
      {{"run", "go"}, "subcommand is required"},
      {{"run", "start", "--depth", "3"}, "--store is required"},
      {{"run", "start", file("new")}, "--depth is required"},
      {{"run", "start", file("new"), "--depth", "0"}, "'0' is not a whole number from 1 to 64"},
      {{"run", "start", file("new"), "--depth", "3", "--split", "3"}, "must be less than the depth"},
      {{"run", "start", file("new"), "--depth", "13", "--split", "12"}, "give a smaller --split"},
      {{"run", "start", file("no/such"), "--depth", "3"}, "cannot open "},
      {{"run", "start", "/", "--depth", "3"}, "cannot open /"},
      {{"run", "start", file("text"), "--depth", "3"}, "is not a plyforge store"},
      {{"run", "resume", file("new")}, "cannot open "},
      {{"run", "resume", file("text")}, "is not a plyforge store"},
      {{"run", "resume", file("empty")}, "is not a plyforge store"},
      {{"run", "status", file("other")}, "is not a plyforge store"},
      {{"run", "status", store_, "--divide"}, "cannot be divided by first move"},
      {{"run", "audit", store_, "--share", "0"}, "'0' is not a share"},
      {{"run", "audit", store_, "--share", "101%"}, "'101%' is not a share"},
      {{"run", "audit", store_, "--recount", "twice"}, "not in {walked,merged}"},
      {{"run", "import", store_, file("new")}, "cannot read "},
      {{"perft", "0", "--store", file("new")}, "a depth of 0 cannot be split into units"},
      {{"divide", "1", "--store", file("new")}, "a depth of 1 cannot be split into units"},
      {{"divide", "3", "--store", file("new"), "--split", "0"}, "must be at least 1"},
      {{"perft", "3", "--store", file("new"), "--all-depths"}, "excludes"},
      {{"perft", "3", "--split", "1"}, "requires --store"},
      {{"work", "--units", file("text"), "--out", "/dev/null"}, "it is not a regular file"},
      {{"work", "--units", file("text"), "--out", file("out"), "--part", "3/2"}, "'3/2' is not a part"},
      {{"work", "--units", file("new"), "--out", file("out")}, "cannot read "},
      {{"work", "--units", file("text"), "--out", file("out")}, "text:1: expected a JSON object"},
  };
  for (const auto& [arguments, message] : cases) {
    const RunResult result = run(arguments);
    EXPECT_EQ(result.exit_code, 2) << message;
    EXPECT_THAT(result.err, HasSubstr(message));
  }
  EXPECT_NE(::access(file("new").c_str(), F_OK), 0);  // what was refused has left nothing
}

}  // namespace
}  // namespace plyforge::testing
