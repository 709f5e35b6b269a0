#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <regex>
#include <set>
#include <sstream>

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

/// The help of the program, of every verb, and of every verb below one.
std::vector<std::string> all_helps() {
  std::vector<std::string> helps;
  std::vector<std::vector<std::string>> verbs = {{}};
  while (!verbs.empty()) {
    std::vector<std::string> words = verbs.back();
    verbs.pop_back();
    words.emplace_back("--help");
    helps.push_back(run(words).out);
    words.pop_back();
    const std::string& help = helps.back();
    const std::size_t list = help.find("\nSubcommands:\n");
    if (list == std::string::npos) continue;
    std::istringstream lines(help.substr(list + std::string("\nSubcommands:\n").size()));
    for (std::string line; std::getline(lines, line) && line.starts_with("  ");) {
      std::string verb;
      std::istringstream(line) >> verb;
      if (line[2] == ' ') continue;  // a description's second line
      words.push_back(verb);
      verbs.push_back(words);
      words.pop_back();
    }
  }
  EXPECT_GT(helps.size(), 25U);
  return helps;
}

TEST(Help, AsksForEveryArgumentOnce) {
  static const std::regex positional("\n  ([A-Z]+) ");
  static const std::regex option("\n  (?:-., ?)?--[a-z0-9-]+ ?([A-Z]*)[^\n]* REQUIRED");
  for (const std::string& help : all_helps()) {
    const std::string arguments = help.substr(0, help.find("\nOptions:\n"));
    std::set<std::string> names;
    for (std::sregex_iterator found(arguments.begin(), arguments.end(), positional), end; found != end; ++found) {
      EXPECT_TRUE(names.insert((*found)[1]).second) << (*found)[1] << " twice in\n" << help;
    }
    const std::string usage = help.substr(0, help.find('\n'));
    for (std::sregex_iterator found(help.begin(), help.end(), option), end; found != end; ++found) {
      EXPECT_FALSE(names.contains((*found)[1])) << (*found)[0] << " beside the argument of " << usage;
    }
  }
}

TEST(Help, NamesNoFileThatIsNotInstalled) {
  namespace fs = std::filesystem;
  static const std::regex path("[A-Za-z0-9_.-]+(/[A-Za-z0-9_.-]+)+|[A-Za-z0-9_-]+\\.(md|epd|cpp|h|sh|json)");
  for (const std::string& help : all_helps()) {
    for (std::sregex_iterator found(help.begin(), help.end(), path), end; found != end; ++found) {
      const std::string name = found->str();
      const bool installed = name.starts_with("docs/");  // as share/doc/plyforge
      EXPECT_TRUE(installed || !fs::exists(fs::path(PLYFORGE_SOURCE_DIR) / name)) << name << " in\n" << help;
    }
  }
}

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
