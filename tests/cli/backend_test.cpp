// Where counts run: what the user asks for, and what is said where no GPU can do it.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "cli/run_binary.h"

namespace plyforge::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

bool has_gpu() { return json_lines(run({"info", "--json"}).out).at(0)["backends"].size() > 1; }

TEST(Backend, CpuIsNamedInResults) {
  for (const char* verb : {"perft", "divide"}) {
    const auto line = json_lines(run({verb, "4", "--backend", "cpu", "--json"}).out).at(0);
    EXPECT_EQ(line["nodes"], "197281");
    EXPECT_EQ(line["backend"], "cpu");
    EXPECT_FALSE(line.contains("devices"));
  }
}

TEST(Backend, AutoLeavesSmallCountsToTheCpu) {
  const RunResult result = run({"perft", "5", "--json"});
  EXPECT_EQ(json_lines(result.out).at(0)["backend"], "cpu");
  EXPECT_EQ(result.err, "");
}

TEST(Backend, CudaWithoutAGpuIsExitCode3) {
  if (has_gpu()) GTEST_SKIP() << "there is a GPU";
  for (const char* verb : {"perft", "divide"}) {
    const RunResult result = run({verb, "3", "--backend", "cuda"});
    EXPECT_EQ(result.exit_code, 3);
    EXPECT_EQ(result.out, "");
    EXPECT_THAT(result.err, StartsWith("plyforge: "));
    EXPECT_THAT(result.err, HasSubstr("use --backend cpu"));
    EXPECT_EQ(std::count(result.err.begin(), result.err.end(), '\n'), 1);
  }
}

TEST(Backend, CudaCountsOnAGpu) {
  if (!has_gpu()) GTEST_SKIP() << "no GPU";
  for (const char* verb : {"perft", "divide"}) {
    const auto line = json_lines(run({verb, "6", "--backend", "cuda", "--json"}).out).at(0);
    EXPECT_EQ(line["nodes"], "119060324");
    EXPECT_EQ(line["backend"], "cuda");
    EXPECT_FALSE(line["devices"].empty());
  }
}

// Two kings alone have some 10^11 paths of 13 plies, which is thought worth a GPU, and few positions, so that it is
// not.
TEST(Backend, AutoFallsBackToTheCpu) {
  if (has_gpu()) GTEST_SKIP() << "there is a GPU";
  const std::vector<std::string> asked = {"perft", "13", "--json", "--fen", "8/8/3k4/8/8/3K4/8/8 w - - 0 1"};
  const RunResult result = run(asked);
  EXPECT_EQ(result.exit_code, 0);
  const auto line = json_lines(result.out).at(0);
  EXPECT_EQ(line["backend"], "cpu");
  auto on_cpu = asked;
  on_cpu.insert(on_cpu.end(), {"--backend", "cpu"});
  EXPECT_EQ(line["nodes"], json_lines(run(on_cpu).out).at(0)["nodes"]);
  // Silent in a build without CUDA, one line in another.
  const auto info = json_lines(run({"info", "--json"}).out).at(0);
  if (info["cuda"]["error"].get<std::string>().find("built without CUDA") != std::string::npos) {
    EXPECT_EQ(result.err, "");
  } else {
    EXPECT_THAT(result.err, StartsWith("plyforge: warning: no GPU is used: "));
    EXPECT_THAT(result.err, HasSubstr("counting on the CPU"));
  }
}

TEST(Backend, VerifyTakesItToo) {
  const std::string suite = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 ;D1 20 ;D5 4865609\n";
  EXPECT_EQ(run({"verify", "-", "--backend", "cpu"}, suite).exit_code, 0);
  const RunResult result = run({"verify", "-", "--backend", "cuda"}, suite);
  EXPECT_EQ(result.exit_code, has_gpu() ? 0 : 3) << result.err;
}

TEST(Backend, BadRequests) {
  const auto expect_refusal = [](const std::vector<std::string>& arguments, const std::string& message) {
    const RunResult result = run(arguments);
    EXPECT_EQ(result.exit_code, 2) << result.err;
    EXPECT_EQ(result.out, "");
    EXPECT_THAT(result.err, HasSubstr(message));
  };
  expect_refusal({"perft", "3", "--backend", "gpu"}, "--backend: gpu not in {auto,cpu,cuda}");
  expect_refusal({"perft", "3", "--device", "x"}, "'x' is not a whole number from 0 to 1023");
  expect_refusal({"perft", "3", "--device", "-1"}, "");
  expect_refusal({"perft", "3", "--device", "0,0"}, "--device names a GPU twice");
  expect_refusal({"perft", "3", "--backend", "cpu", "--device", "0"}, "--device names GPUs, but --backend is cpu");
}

}  // namespace
}  // namespace plyforge::testing
