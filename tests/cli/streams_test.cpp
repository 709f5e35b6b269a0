#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <csignal>

#include "cli/run_binary.h"

// Where output goes, and how the program ends when it cannot go on.

namespace plyforge::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

TEST(Streams, AFullDeviceIsAnError) {
  for (const char* verb : {"perft 3", "perft 3 --json", "divide 2", "distinct 2", "info", "--help", "--version"}) {
    const RunResult result = run_shell(std::string("plyforge ") + verb + " > /dev/full");
    EXPECT_EQ(result.exit_code, 3) << verb;
    EXPECT_THAT(result.err, HasSubstr("cannot write results: No space left on device")) << verb;
  }
}

TEST(Streams, AClosedOutputIsAnError) { EXPECT_EQ(run_shell("plyforge perft 3 >&-").exit_code, 3); }

TEST(Streams, AReaderThatLeavesEndsTheProgramQuietly) {
  const RunResult result = run_shell(
      "{ plyforge perft 1 --all-depths; plyforge divide 6 --all-depths --csv; echo $? >&2; } | head -n 1 > /dev/null");
  EXPECT_THAT(result.err, Not(HasSubstr("plyforge")));
  EXPECT_THAT(result.err, Not(::testing::StartsWith("0\n")));
}

TEST(Streams, NoProgressInPipes) {
  const RunResult result = run({"perft", "6"});
  EXPECT_EQ(result.err, "");
}

TEST(Streams, ProgressOnATerminalIsErased) {
  const RunResult result = run_on_terminal({"perft", "7", "--no-merge"});
  EXPECT_EQ(result.exit_code, 0);
  const std::string erase = "\r\x1b[K";
  const std::size_t last = result.out.rfind(erase);
  ASSERT_NE(last, std::string::npos) << result.out;
  EXPECT_THAT(result.out, HasSubstr("depth 7"));
  EXPECT_THAT(result.out, HasSubstr("%"));
  EXPECT_THAT(result.out.substr(last), HasSubstr("3,195,901,860"));
}

/// The promise is one second; a machine that is busy with other things gets more.
constexpr double kStopSeconds = 3.0;

class Interrupt : public ::testing::TestWithParam<int> {};

TEST_P(Interrupt, StopsACount) {
  const RunResult result = run({"perft", "14", "--all-depths", "--json"}, "", {GetParam(), 2.0});
  EXPECT_EQ(result.exit_code, 130);
  EXPECT_LT(result.seconds, 2.0 + kStopSeconds);
  EXPECT_GE(json_lines(result.out).size(), 4u);  // what was completed
  EXPECT_THAT(result.err, HasSubstr("interrupted in depth "));
}

TEST_P(Interrupt, StopsWithoutMerging) {
  const RunResult result = run({"perft", "14", "--no-merge"}, "", {GetParam(), 0.5});
  EXPECT_EQ(result.exit_code, 130);
  EXPECT_LT(result.seconds, 0.5 + kStopSeconds);
}

TEST_P(Interrupt, StopsDistinct) {
  const RunResult result = run({"distinct", "20", "--json"}, "", {GetParam(), 1.0});
  EXPECT_EQ(result.exit_code, 130);
  EXPECT_LT(result.seconds, 1.0 + kStopSeconds);
  EXPECT_GE(json_lines(result.out).size(), 3u);
}

TEST_P(Interrupt, StopsWaitingForInput) {
  for (const std::vector<std::string>& arguments :
       {std::vector<std::string>{"verify", "-"}, std::vector<std::string>{"perft", "3", "--file", "-"},
        std::vector<std::string>{"mate", "2", "-"}}) {
    const RunResult result = run(arguments, "", {GetParam(), 0.3});
    EXPECT_EQ(result.exit_code, 130);
    EXPECT_LT(result.seconds, 0.3 + kStopSeconds);
  }
}

/// Whoever reads positions or units from this file is stopped while it reads.
void expect_stop_while_reading(const std::string& file, int signal) {
  const TemporaryDirectory directory;
  const std::string store = directory.file("store");
  EXPECT_EQ(run({"run", "start", store, "--depth", "2", "--units-only"}).exit_code, 0);
  for (const std::vector<std::string>& arguments :
       {std::vector<std::string>{"verify", file}, std::vector<std::string>{"perft", "2", "--file", file},
        std::vector<std::string>{"run", "import", store, file}, std::vector<std::string>{"mate", "2", file},
        std::vector<std::string>{"game", file},
        std::vector<std::string>{"bisect", "--engine", "true", "--depth", "1", "--file", file},
        std::vector<std::string>{"work", "--out", directory.file("results"), "--units", file}}) {
    const RunResult result = run(arguments, "", {signal, 0.3});
    EXPECT_EQ(result.exit_code, 130) << arguments[0] << ": " << result.err.substr(0, 1000);
    EXPECT_LT(result.seconds, 0.3 + kStopSeconds) << arguments[0];
  }
}

TEST_P(Interrupt, StopsInALineWithoutEnd) { expect_stop_while_reading("/dev/zero", GetParam()); }

TEST_P(Interrupt, StopsAmongBadLines) { expect_stop_while_reading("/dev/urandom", GetParam()); }

TEST_P(Interrupt, StopsWaitingForTheWriterOfAPipe) {
  const TemporaryDirectory directory;
  ASSERT_EQ(mkfifo(directory.file("pipe").c_str(), 0600), 0);
  expect_stop_while_reading(directory.file("pipe"), GetParam());
}

TEST(Streams, ANamedPipeIsReadToItsEnd) {
  const TemporaryDirectory directory;
  const RunResult result =
      run_shell("cd " + directory.path() +
                "; mkfifo pipe; { sleep 0.3; for i in 1 2 3; do echo '8/8/8/8/8/8/8/K1k5 w - - 0 1'; "
                "sleep 0.1; done; } > pipe & plyforge perft 1 --csv --file pipe | tail -n +2 | wc -l");
  EXPECT_EQ(result.out, "3\n") << result.err;
}

TEST_P(Interrupt, StopsVerifyWithASummary) {
  const TemporaryFile suite(
      "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 ;D1 20 ;D13 1981066775000396239\n");
  const RunResult result = run({"verify", suite.path(), "--json"}, "", {GetParam(), 1.0});
  EXPECT_EQ(result.exit_code, 130);
  EXPECT_LT(result.seconds, 1.0 + kStopSeconds);
  EXPECT_EQ(json_lines(result.out).at(0)["complete"], false);
}

INSTANTIATE_TEST_SUITE_P(Signals, Interrupt, ::testing::Values(SIGINT, SIGTERM));

}  // namespace
}  // namespace plyforge::testing
