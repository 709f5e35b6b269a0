#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cli/run_binary.h"

namespace plyforge::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

TEST(Help, OfTheProgramNamesEveryVerb) {
  const RunResult result = run({"--help"});
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_EQ(result.err, "");
  for (const char* verb : {"perft", "divide", "verify", "bisect", "distinct", "suite", "mate", "game", "uci", "info"})
    EXPECT_THAT(result.out, HasSubstr(verb));
}

class HelpOfVerb : public ::testing::TestWithParam<const char*> {};

TEST_P(HelpOfVerb, HasAnExampleThatWorks) {
  const RunResult help = run({GetParam(), "--help"});
  EXPECT_EQ(help.exit_code, 0);
  const std::string heading = "Example:\n";
  const std::size_t at = help.out.find(heading);
  ASSERT_NE(at, std::string::npos) << help.out;
  const RunResult example = run_shell(help.out.substr(at + heading.size()));
  EXPECT_EQ(example.exit_code, 0) << example.err;
  EXPECT_NE(example.out, "");
  EXPECT_EQ(example.err, "");
}

INSTANTIATE_TEST_SUITE_P(Verbs, HelpOfVerb,
                         ::testing::Values("perft", "divide", "verify", "bisect", "distinct", "suite", "mate", "game",
                                           "uci", "info"));

TEST(Version, IsPrinted) { EXPECT_EQ(run({"--version"}).out, "plyforge " PLYFORGE_VERSION "\n"); }

TEST(Info, SaysWhatThisBinaryIs) {
  const RunResult result = run({"info"});
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_THAT(result.out, StartsWith("version    " PLYFORGE_VERSION "\n"));
  EXPECT_THAT(result.out, HasSubstr("cuda: "));
  const auto info = json_lines(run({"info", "--json"}).out).at(0);
  EXPECT_EQ(info["version"], PLYFORGE_VERSION);
  EXPECT_GT(info["threads"], 0);
  EXPECT_GT(info["default_budget_bytes"], 0);
  EXPECT_LT(info["default_budget_bytes"], info["memory_bytes"]);
}

}  // namespace
}  // namespace plyforge::testing
