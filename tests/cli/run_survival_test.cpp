#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <future>
#include <random>

#include "cli/run_binary.h"
#include "cli/run_store.h"

// Runs that are killed, run out of disk, meet a file they may not write, or each other. Totals are those published for
// the start position (OEIS A048987).

namespace plyforge::testing {
namespace {

using ::testing::HasSubstr;

constexpr const char* kPerft7 = "3195901860";
constexpr const char* kPerft5 = "4865609";

class RunSurvival : public ::testing::Test {
 protected:
  std::string file(const std::string& name) const { return directory_.file(name); }
  const std::string& directory() const { return directory_.path(); }
  const TemporaryDirectory directory_;
  const std::string store_ = directory_.file("run.db");

  void start_units(const char* depth) {
    ASSERT_EQ(run({"run", "start", store_, "--depth", depth, "--split", "2", "--units-only"}).exit_code, 0);
  }
};

TEST_F(RunSurvival, KilledAtTwentyRandomMoments) {
  const unsigned seed = std::random_device()();
  std::cout << "seed " << seed << std::endl;
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> seconds(0.0, 0.3);
  constexpr int kKills = 20;
  constexpr int kKilled = 128 + SIGKILL;
  int kills = 0;
  bool killed = false;
  // A fast machine may be done before: then there is another run to kill.
  for (int round = 0; kills < kKills || killed; ++round) {
    if (!killed) std::filesystem::remove(store_);
    const Kick kick = kills < kKills ? Kick{SIGKILL, seconds(random)} : Kick{};
    // `perft --store` begins a run or goes on with it, whatever the last one has left.
    const RunResult result = run({"perft", "7", "--store", store_, "--split", "2"}, "", kick);
    ASSERT_TRUE(result.exit_code == 0 || result.exit_code == kKilled) << result.exit_code << ": " << result.err;
    killed = result.exit_code == kKilled;
    if (killed) {
      ++kills;
    } else {
      EXPECT_THAT(result.out, HasSubstr(" 3,195,901,860 "));
      expect_done(store_, kPerft7, 400);
    }
    ASSERT_LT(round, 1000);
  }
}

TEST_F(RunSurvival, WhatWasCountedBeforeAKillIsKept) {
  start_units("7");
  std::int64_t before = 0;
  for (int i = 0; i < 3; ++i) {
    run({"run", "resume", store_}, "", {SIGKILL, 0.4});
    const std::int64_t now = status(store_)["done"];
    EXPECT_GE(now, before);
    EXPECT_EQ(number(store_, "SELECT count(*) FROM count"), now);
    before = now;
  }
  EXPECT_GT(before, 0);
}

TEST_F(RunSurvival, TwoProcessesShareTheWork) {
  start_units("7");
  const auto work = [this] { return run({"run", "resume", store_, "--threads", "1", "--json"}); };
  std::future<RunResult> other = std::async(std::launch::async, work);
  for (const RunResult& result : {work(), other.get()}) {
    EXPECT_EQ(result.exit_code, 0) << result.err;
    EXPECT_EQ(json_lines(result.out).at(0)["nodes"], kPerft7);
  }
  expect_done(store_, kPerft7, 400);
  EXPECT_EQ(number(store_, "SELECT count(DISTINCT worker) FROM count"), 2);
  EXPECT_EQ(number(store_, "SELECT count(*) FROM claim"), 0);
}

TEST_F(RunSurvival, TwoProcessesCannotBothStart) {
  const auto start = [this] { return run({"run", "start", store_, "--depth", "5", "--split", "3", "--json"}); };
  std::future<RunResult> other = std::async(std::launch::async, start);
  const RunResult one = start();
  const RunResult two = other.get();
  EXPECT_EQ(std::min(one.exit_code, two.exit_code), 0) << one.err << two.err;
  EXPECT_EQ(std::max(one.exit_code, two.exit_code), 2) << one.err << two.err;
  expect_done(store_, kPerft5, 5362);
}

TEST_F(RunSurvival, AFullDiskLosesNothing) {
  // A limit on the size of files stands for a full disk: the units fit, their results do not.
  start_units("5");
  const auto blocks = std::filesystem::file_size(store_) / 512 + 8;
  const RunResult full =
      run_shell("ulimit -f " + std::to_string(blocks) + "; plyforge run resume " + store_ + " --threads 1");
  EXPECT_EQ(full.exit_code, 3);
  EXPECT_EQ(full.out, "");
  EXPECT_THAT(full.err, HasSubstr("cannot write " + store_ + ": the disk is full or failing"));
  EXPECT_THAT(full.err, HasSubstr("Stored results are kept. Resume with: plyforge run resume " + store_));
  const std::int64_t done = status(store_)["done"];
  EXPECT_GT(done, 0);
  EXPECT_LT(done, 400);
  EXPECT_EQ(run({"run", "resume", store_}).exit_code, 0);
  expect_done(store_, kPerft5, 400);
}

TEST_F(RunSurvival, AFullDiskAtTheStartLeavesNothing) {
  const std::string start = "plyforge run start " + store_ + " --depth 5 --split 2";
  const RunResult full = run_shell("ulimit -f 16; " + start);
  EXPECT_EQ(full.exit_code, 3);
  EXPECT_THAT(full.err, HasSubstr("a file size limit was reached"));
  EXPECT_EQ(run_shell(start).exit_code, 0);
  expect_done(store_, kPerft5, 400);
}

/// The program as a user who may not write what its modes forbid: root may, but for this capability.
RunResult run_bound_by_modes(const std::string& arguments) {
  const std::string prefix =
      geteuid() == 0 ? "setpriv --inh-caps=-dac_override --bounding-set=-dac_override " : std::string();
  return run_shell(prefix + "'" PLYFORGE_BINARY "' " + arguments);
}

TEST_F(RunSurvival, AReadOnlyFileIsReadAndNotWritten) {
  start_units("5");
  ASSERT_EQ(chmod(store_.c_str(), 0444), 0);
  if (run_bound_by_modes("info").exit_code != 0)
    GTEST_SKIP() << "setpriv cannot take the right to write from root here";
  for (const char* verb : {"resume", "import"}) {
    const RunResult result = run_bound_by_modes("run " + std::string(verb) + " " + store_ +
                                                (std::string(verb) == "import" ? " /dev/null" : ""));
    EXPECT_EQ(result.exit_code, 3);
    EXPECT_EQ(result.out, "");
    EXPECT_THAT(result.err, HasSubstr("cannot write " + store_ + ": it is read-only"));
  }
  EXPECT_EQ(run_bound_by_modes("run status " + store_).exit_code, 0);
  ASSERT_EQ(chmod(store_.c_str(), 0644), 0);
  EXPECT_EQ(run({"run", "resume", store_}).exit_code, 0);
  expect_done(store_, kPerft5, 400);
}

TEST_F(RunSurvival, ADirectoryWithoutRoomForAJournal) {
  start_units("5");
  ASSERT_EQ(chmod(directory().c_str(), 0555), 0);
  if (run_bound_by_modes("info").exit_code != 0)
    GTEST_SKIP() << "setpriv cannot take the right to write from root here";
  const RunResult result = run_bound_by_modes("run resume " + store_);
  ASSERT_EQ(chmod(directory().c_str(), 0755), 0);
  EXPECT_EQ(result.exit_code, 3);
  EXPECT_THAT(result.err, HasSubstr("cannot write " + store_ + ": its directory is read-only"));
}

TEST_F(RunSurvival, AStoreOfAnotherFormatSaysSo) {
  start_units("5");
  change(store_, "UPDATE made_by SET version = '9.8.7'");
  const RunResult warned = run({"run", "status", store_});
  EXPECT_EQ(warned.exit_code, 0);
  EXPECT_THAT(warned.err, HasSubstr("created by plyforge 9.8.7; this is "));
  change(store_, "PRAGMA user_version = 2");
  for (const char* verb : {"status", "resume", "audit", "export"}) {
    const RunResult result = run({"run", verb, store_});
    EXPECT_EQ(result.exit_code, 2);
    EXPECT_EQ(result.out, "");
    EXPECT_THAT(result.err,
                HasSubstr(store_ + " was created by plyforge 9.8.7, whose stores have format 2; this program "
                                   "reads format 1"));
  }
}

TEST_F(RunSurvival, ADamagedStoreGivesNoNumber) {
  ASSERT_EQ(run({"run", "start", store_, "--depth", "5", "--split", "2"}).exit_code, 0);
  const auto size = std::filesystem::file_size(store_);
  for (const auto& left :
       {size - 1, size - 4096, size / 2, std::uintmax_t{4096}, std::uintmax_t{100}, std::uintmax_t{10}}) {
    const std::string cut = file("cut");
    std::filesystem::copy_file(store_, cut, std::filesystem::copy_options::overwrite_existing);
    std::filesystem::resize_file(cut, left);
    const RunResult result = run({"run", "status", cut});
    EXPECT_EQ(result.exit_code, 2) << left << ": " << result.out << result.err;
    EXPECT_EQ(result.out, "");
    EXPECT_THAT(result.err, HasSubstr(cut));
  }
  const char* const damages[] = {"DELETE FROM path WHERE unit = 3",
                                 "UPDATE path SET multiplicity = '2' WHERE unit = 3",
                                 "PRAGMA foreign_keys = OFF; DELETE FROM unit WHERE id = 3",
                                 "UPDATE path SET multiplicity = 'many' WHERE unit = 3",
                                 "UPDATE count SET totals = '12a' WHERE unit = 3",
                                 "UPDATE run SET leaf = 'leaves'",
                                 "UPDATE run SET split = 9",
                                 "UPDATE run SET fen = 'none'",
                                 "DELETE FROM run",
                                 "DELETE FROM made_by",
                                 "DROP TABLE count"};
  for (const char* damage : damages) {
    const std::string damaged = file("damaged");
    std::filesystem::copy_file(store_, damaged, std::filesystem::copy_options::overwrite_existing);
    change(damaged, damage);
    const RunResult result = run({"run", "status", damaged});
    EXPECT_EQ(result.exit_code, 2) << damage << ": " << result.err;
    EXPECT_EQ(result.out, "") << damage;
    EXPECT_THAT(result.err, HasSubstr(damaged)) << damage;
  }
}

}  // namespace
}  // namespace plyforge::testing
