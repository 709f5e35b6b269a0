#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <regex>
#include <set>
#include <sstream>

#include "cli/run_binary.h"

namespace plyforge::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsSubsetOf;
using ::testing::IsSupersetOf;

using Words = std::vector<std::string>;

Words lines_of(const std::string& text) {
  Words lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

bool installed(const std::string& program) { return run_shell("command -v " + program).exit_code == 0; }

std::string quoted(const std::string& word) { return "'" + word + "'"; }

/// What bash offers for each of these command lines, the last word of which is being written.
std::vector<Words> bash_offers(const std::vector<Words>& command_lines) {
  std::string script =
      "source /dev/stdin <<<\"$(plyforge completion bash)\"\n"
      "compopt() { :; }\n"
      "offers() { COMP_WORDS=(\"$@\"); COMP_CWORD=$(($# - 1)); COMPREPLY=(); _plyforge \"$1\" \"${@: -1}\" \"${@: "
      "-2:1}\"\n"
      "  printf '%s\\n' \"${COMPREPLY[@]}\"; echo .; }\n";
  for (const Words& words : command_lines) {
    script += "offers";
    for (const std::string& word : words) script += " " + quoted(word);
    script += "\n";
  }
  const TemporaryFile file(script);
  const RunResult result = run_shell("bash " + file.path());
  EXPECT_EQ(result.err, "");
  std::vector<Words> offers(1);
  for (const std::string& line : lines_of(result.out)) {
    if (line == ".") {
      offers.emplace_back();
    } else if (!line.empty()) {
      offers.back().push_back(line);
    }
  }
  offers.pop_back();
  return offers;
}

Words bash_offer(const Words& words) { return bash_offers({words}).at(0); }

/// The words that a section of --help lists, without their dashes' alternatives: "--json", "perft".
Words listed(const std::string& help, const std::string& section) {
  Words words;
  bool within = false;
  const std::regex entry("^  (?:-\\w, ?)?(-?-?[a-z][\\w-]*).*");
  for (const std::string& line : lines_of(help)) {
    std::smatch match;
    if (line == section + ":") {
      within = true;
    } else if (line.empty()) {
      within = false;
    } else if (within && std::regex_match(line, match, entry)) {
      words.push_back(match[1]);
    }
  }
  return words;
}

/// Every verb by its words, the program itself being none, with what its --help says.
std::map<Words, std::string> helps() {
  std::map<Words, std::string> all = {{{}, run({"--help"}).out}};
  for (const std::string& verb : listed(all[{}], "Subcommands")) {
    const std::string help = run({verb, "--help"}).out;
    for (const std::string& below : listed(help, "Subcommands")) all[{verb, below}] = run({verb, below, "--help"}).out;
    all[{verb}] = help;
  }
  return all;
}

TEST(Completion, OfBashOffersEachVerbAndOptionThatHelpLists) {
  const std::map<Words, std::string> all = helps();
  std::vector<Words> command_lines;
  std::vector<Words> expected;
  for (const auto& [verb, help] : all) {
    Words words = {"plyforge"};
    words.insert(words.end(), verb.begin(), verb.end());
    words.emplace_back("--");
    command_lines.push_back(words);
    expected.push_back(listed(help, "Options"));
    words.back() = "";
    command_lines.push_back(words);
    expected.push_back(listed(help, "Subcommands"));
  }
  EXPECT_GT(command_lines.size(), 50);
  const std::vector<Words> offers = bash_offers(command_lines);
  ASSERT_EQ(offers.size(), command_lines.size());
  for (std::size_t i = 0; i < offers.size(); ++i) {
    EXPECT_THAT(offers[i], IsSupersetOf(expected[i])) << ::testing::PrintToString(command_lines[i]);
  }
}

TEST(Completion, OfBashOffersTheValuesOfAnOption) {
  EXPECT_THAT(bash_offer({"plyforge", "perft", "--leaf", ""}), ElementsAre("moves", "stats", "outcome"));
  EXPECT_THAT(bash_offer({"plyforge", "perft", "4", "--leaf", "=", "s"}), ElementsAre("stats"));
  EXPECT_THAT(bash_offer({"plyforge", "run", "start", "--backend", "=", ""}), ElementsAre("auto", "cpu", "cuda"));
  EXPECT_THAT(bash_offer({"plyforge", "completion", ""}), IsSupersetOf({"bash", "zsh", "fish"}));
  EXPECT_THAT(bash_offer({"plyforge", "perft", "--fen", ""}), ElementsAre());
}

TEST(Completion, OfBashOffersFilesAndFoldersWhereTheyAreTaken) {
  const TemporaryDirectory folder;
  ASSERT_EQ(run_shell("cd " + folder.path() + " && mkdir sub && touch suite.epd").exit_code, 0);
  const std::string start = folder.path() + "/su";
  EXPECT_THAT(bash_offer({"plyforge", "verify", start}),
              IsSupersetOf({folder.path() + "/sub", folder.path() + "/suite.epd"}));
  EXPECT_THAT(bash_offer({"plyforge", "perft", "--file", start}), IsSupersetOf({folder.path() + "/suite.epd"}));
  EXPECT_THAT(bash_offer({"plyforge", "endgame", "solve", "--dir", start}), ElementsAre(folder.path() + "/sub"));
}

TEST(Completion, OfZshIsValid) {
  if (!installed("zsh")) GTEST_SKIP() << "there is no zsh";
  const RunResult result = run_shell("plyforge completion zsh | zsh -n");
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(result.err, "");
}

TEST(Completion, OfFishOffersVerbsOptionsAndValues) {
  if (!installed("fish")) GTEST_SKIP() << "there is no fish";
  const auto offers = [](const std::string& line) {
    const RunResult result = run_shell(
        "HOME=/nonexistent fish --no-config -c 'plyforge completion fish | source; complete -C \"" + line + "\"'");
    EXPECT_EQ(result.err, "");
    Words words;
    for (const std::string& offer : lines_of(result.out)) words.push_back(offer.substr(0, offer.find('\t')));
    return words;
  };
  EXPECT_THAT(offers("plyforge "), IsSupersetOf({"perft", "endgame", "completion"}));
  EXPECT_THAT(offers("plyforge endgame ver"), ElementsAre("verify"));
  EXPECT_THAT(offers("plyforge endgame verify --syz"), ElementsAre("--syzygy"));
  EXPECT_THAT(offers("plyforge verify --syz"), ElementsAre());
  EXPECT_THAT(offers("plyforge perft --leaf "), IsSupersetOf({"moves", "stats", "outcome"}));
}

TEST(Completion, OfAnotherShellIsRefused) {
  const RunResult result = run({"completion", "tcsh"});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_EQ(result.out, "");
  EXPECT_THAT(result.err, HasSubstr("tcsh"));
}

}  // namespace
}  // namespace plyforge::testing
