// Every two options of a verb, given together, work or are refused by name: options come from --help, so that a new one
// cannot be left out.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <map>
#include <memory>
#include <optional>
#include <random>
#include <regex>
#include <set>
#include <sstream>

#include "cli/run_binary.h"

namespace plyforge::testing {
namespace {

using Words = std::vector<std::string>;

/// A verb and what it cannot be run without. "@name" is a file of the test's folder, "@new" one that is not there yet.
struct VerbCall {
  Words verb;
  Words needed;
};

const std::vector<VerbCall> kCalls = {{{"perft"}, {"2"}},
                                      {{"divide"}, {"2"}},
                                      {{"distinct"}, {"2"}},
                                      {{"verify"}, {"@suite.epd"}},
                                      {{"bisect"}, {"--depth", "1", "--engine", PLYFORGE_RULEBOOK_ENGINE}},
                                      {{"suite"}, {"1", "--positions", "2"}},
                                      {{"endgame", "solve"}, {"KQvK", "--dir", "@tables"}},
                                      {{"endgame", "verify"}, {"KQvK", "--dir", "@tables"}},
                                      {{"endgame", "probe"}, {"--dir", "@tables"}},
                                      {{"endgame", "stats"}, {"KQvK", "--dir", "@tables"}},
                                      {{"endgame", "enumerate"}, {"KQvK", "--dir", "@tables"}},
                                      {{"study"}, {"@positions.epd", "--dir", "@tables"}},
                                      {{"mate"}, {"1"}},
                                      {{"game"}, {"@games.pgn"}},
                                      {{"uci"}, {}},
                                      {{"run", "start"}, {"@new", "--depth", "2"}},
                                      {{"run", "status"}, {"@run.db"}},
                                      {{"run", "resume"}, {"@run.db"}},
                                      {{"run", "audit"}, {"@run.db"}},
                                      {{"run", "export"}, {"@run.db"}},
                                      {{"run", "import"}, {"@run.db", "@units.jsonl"}},
                                      {{"work"}, {"--units", "@units.jsonl", "--out", "@new"}},
                                      {{"info"}, {}}};

/// Values that make sense for each option, by its name or by what stands for its value in --help. Options whose value
/// is one of several words take each of them. Not here: what needs a GPU.
const std::map<std::string, std::string> kValues = {
    {"N", "1"},
    {"K", "1"},
    {"SECONDS", "60"},
    {"SIZE", "64M"},
    {"PERCENT", "50"},
    {"PLY", "1"},
    {"PLY,...", "0,1"},
    {"I/N", "1/1"},
    {"FEN", "k7/8/1K6/8/8/8/8/6Q1 w - - 0 1"},
    {"MOVES", "@move"},
    {"PREDICATE", "check"},
    {"NAME=COUNT", "en-passant=1"},
    {"CMD", PLYFORGE_RULEBOOK_ENGINE},
    {"LINE", "go perft {depth}"},
    {"FILE", "@positions.epd"},
    {"--men", "3"},
    {"--max-nodes", "1000"},
    {"--store", "@new"},
    {"--junit", "@new"},
    {"--plot", "@new"},
    {"--move-pattern", "([a-h][1-8][a-h][1-8][qrbn]?): ([0-9]+)"},
    {"--total-pattern", "Nodes searched: ([0-9]+)"},
};
const std::set<std::string> kNotTried = {"--help",    // does nothing else
                                         "--device",  // needs a GPU
                                         "--syzygy",  // needs tables of others
                                         "--each",    // takes seconds
                                         "--list-strata"};
const std::set<std::string> kWordsNotTried = {"cuda", "script", "template"};  // these need other engines

/// An option as --help lists it, with one value.
struct Option {
  std::string name;
  std::optional<std::string> value;
  Words needs;
};

Words words_of(const std::string& text, const std::string& separators) {
  Words words;
  std::string word;
  for (const char c : text + separators[0]) {
    if (separators.find(c) == std::string::npos) {
      word += c;
    } else if (!word.empty()) {
      words.push_back(word);
      word.clear();
    }
  }
  return words;
}

/// The options of a verb, each as often as there are values to try.
std::vector<Option> options_of(const VerbCall& call) {
  Words words = call.verb;
  words.emplace_back("--help");
  const std::string help = run(words).out;
  static const std::regex line("\n  (?:-., ?)?(--[a-z0-9-]+)(?: ([^ \n]+))?( REQUIRED)?([^\n]*(?:\n {10,}[^\n]*)*)");
  std::vector<Option> options;
  for (std::sregex_iterator found(help.begin(), help.end(), line), end; found != end; ++found) {
    const std::string name = (*found)[1];
    const std::string placeholder = (*found)[2];
    const std::string description = (*found)[4];
    if (kNotTried.contains(name) || (*found)[3].matched || placeholder == "STORE") continue;
    if (std::ranges::find(call.needed, name) != call.needed.end()) continue;
    Option option{name, std::nullopt, {}};
    static const std::regex needs("; needs ([-a-z, ]+)");
    if (std::smatch match; std::regex_search(description, match, needs)) option.needs = words_of(match[1], ", ");
    if (placeholder.empty()) {
      options.push_back(option);
      continue;
    }
    Words values;
    if (placeholder.find('|') != std::string::npos) {
      values = words_of(placeholder, "|");
    } else {
      const auto known = kValues.contains(name) ? kValues.find(name) : kValues.find(placeholder);
      if (known == kValues.end()) {
        ADD_FAILURE() << "no value is known for " << name << " " << placeholder << " of " << call.verb.front();
        continue;
      }
      values = {known->second};
    }
    for (const std::string& value : values) {
      if (kWordsNotTried.contains(value)) continue;
      option.value = value;
      options.push_back(option);
    }
  }
  return options;
}

class OptionPairs : public ::testing::Test {
 protected:
  OptionPairs() {
    write("suite.epd", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 ;D1 20\n");
    write("positions.epd", "k7/8/1K6/8/8/8/8/6Q1 w - - 0 1\n");
    write("games.pgn", "[Result \"*\"]\n\n1. e4 e5 *\n");
    EXPECT_EQ(run({"run", "start", file("run.db"), "--depth", "2", "--split", "1"}).exit_code, 0);
    write("units.jsonl", run({"run", "export", file("run.db")}).out);
    EXPECT_EQ(run({"endgame", "solve", "--men", "3", "--dir", file("tables")}).exit_code, 0);
  }

  std::string file(const std::string& name) const { return directory_.file(name); }
  void write(const std::string& name, const std::string& text) const { std::ofstream(file(name)) << text; }

  /// Runs a verb with two options. It must work, or refuse them by name.
  void try_pair(const VerbCall& call, const std::vector<Option>& options, const Option& first, const Option& second) {
    Words words = call.verb;
    words.insert(words.end(), call.needed.begin(), call.needed.end());
    std::set<std::string> given;
    const auto give = [&](const Option& option) {
      if (!given.insert(option.name).second) return;
      words.push_back(option.name);
      if (option.value) words.push_back(*option.value);
    };
    give(first);
    give(second);
    for (const Words* needs : {&first.needs, &second.needs}) {
      for (const std::string& name : *needs) {
        const auto needed = std::ranges::find(options, name, &Option::name);
        if (needed != options.end()) give(*needed);
      }
    }
    const bool black_bare = given.contains("--fen") || given.contains("--file");
    const bool has_position = black_bare || !std::ranges::count(Words{"probe", "mate"}, call.verb.back());
    if (!has_position) words.insert(words.end(), {"--fen", kValues.at("FEN")});
    std::string line = "plyforge";
    for (std::string& word : words) {
      if (word == "@new") {
        word = file("new-" + std::to_string(++made_));
      } else if (word == "@move") {
        word = given.contains("--fen") || !has_position ? "Qh7" : "e4";
      } else if (word.starts_with("@")) {
        word = file(word.substr(1));
      }
      line += " '" + word + "'";
    }
    const RunResult result = run(words);
    if (result.exit_code == 0) return;
    EXPECT_EQ(result.exit_code, 2) << line << "\n" << result.err;
    const auto names = [&](const Option& option) { return result.err.find(option.name) != std::string::npos; };
    EXPECT_TRUE(names(first) || names(second)) << line << "\n" << result.err;
    EXPECT_EQ(result.out, "") << line;
  }

  struct Pair {
    const VerbCall* call;
    const std::vector<Option>* options;
    std::size_t first, second;
  };

  std::vector<Pair> all_pairs() {
    std::vector<Pair> pairs;
    for (const VerbCall& call : kCalls) {
      options_.push_back(std::make_unique<std::vector<Option>>(options_of(call)));
      const std::vector<Option>& options = *options_.back();
      for (std::size_t i = 0; i < options.size(); ++i) {
        for (std::size_t j = i; j < options.size(); ++j) {  // i == j: the option alone
          if (i == j || options[i].name != options[j].name) pairs.push_back({&call, &options, i, j});
        }
      }
    }
    return pairs;
  }

  void try_pair(const Pair& pair) {
    try_pair(*pair.call, *pair.options, (*pair.options)[pair.first], (*pair.options)[pair.second]);
  }

 private:
  const TemporaryDirectory directory_;
  std::vector<std::unique_ptr<std::vector<Option>>> options_;
  int made_ = 0;
};

TEST_F(OptionPairs, SomeWorkOrAreRefusedByName) {
  const char* const given = std::getenv("PLYFORGE_TEST_SEED");
  const unsigned seed = given != nullptr ? static_cast<unsigned>(std::atoi(given)) : std::random_device()();
  std::cout << "PLYFORGE_TEST_SEED=" << seed << "\n";
  std::vector<Pair> pairs = all_pairs();
  EXPECT_GT(pairs.size(), 1000U) << "--help is not read as it is written";
  std::ranges::shuffle(pairs, std::mt19937(seed));
  pairs.resize(std::min<std::size_t>(pairs.size(), 50));
  for (const Pair& pair : pairs) try_pair(pair);
}

using OptionPairsLong = OptionPairs;

TEST_F(OptionPairsLong, AllWorkOrAreRefusedByName) {
  for (const Pair& pair : all_pairs()) try_pair(pair);
}

// The combinations that could never work: units were cut with the memory of a count that merges nothing.
TEST_F(OptionPairs, UnitsAreCutWithAnyMemoryAndWithoutMerging) {
  for (const Words& more : {Words{}, {"--memory", "4G"}, {"--memory", "32M"}}) {
    const std::string store = file("walked" + std::to_string(more.size()) + (more.empty() ? "" : more[1]));
    Words words = {"run", "start", store, "--depth", "4", "--split", "1", "--no-merge", "--json"};
    words.insert(words.end(), more.begin(), more.end());
    const RunResult result = run(words);
    EXPECT_EQ(result.exit_code, 0) << result.err;
    EXPECT_NE(result.out.find("\"nodes\":\"197281\""), std::string::npos) << result.out;
  }
}

}  // namespace
}  // namespace plyforge::testing
