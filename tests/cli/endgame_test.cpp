#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <future>
#include <regex>

#include "cli/run_binary.h"

namespace plyforge::testing {
namespace {

using ::testing::HasSubstr;

/// A folder for tables that is gone after the test.
class Endgame : public ::testing::Test {
 protected:
  Endgame() : folder_(std::filesystem::temp_directory_path() / ("plyforge-endgame-" + std::to_string(getpid()))) {
    std::filesystem::remove_all(folder_);
  }
  ~Endgame() override { std::filesystem::remove_all(folder_); }

  /// `plyforge endgame ARGUMENTS --dir FOLDER`
  RunResult endgame(std::vector<std::string> arguments, const std::string& input = "", Kick kick = {}) const {
    arguments.insert(arguments.begin(), "endgame");
    arguments.insert(arguments.end(), {"--dir", folder_.string()});
    return run(arguments, input, kick);
  }

  std::filesystem::path folder_;
};

TEST_F(Endgame, WhereItIsSolved) {
  EXPECT_EQ(endgame({"solve", "KQvK", "--backend", "cpu", "--device", "0"}).exit_code, 2);
  const RunResult several = endgame({"solve", "KQvK", "--backend", "cuda", "--device", "0,1"});
  EXPECT_EQ(several.exit_code, 2);
  EXPECT_EQ(several.err, "plyforge: an endgame is solved on one GPU; give --device a single number\n");
  const bool has_gpu = json_lines(run({"info", "--json"}).out).at(0)["backends"].size() > 1;
  const RunResult cuda = endgame({"solve", "KQvK", "--backend", "cuda"});
  EXPECT_EQ(cuda.exit_code, has_gpu ? 0 : 3) << cuda.err;
  const RunResult any = endgame({"solve", "KQvK"});
  EXPECT_EQ(any.exit_code, 0);
  EXPECT_EQ(any.err, "");
}

TEST_F(Endgame, SolveVerifyProbe) {
  const RunResult solved = endgame({"solve", "KQvKR", "--json"});
  ASSERT_EQ(solved.exit_code, 0) << solved.err;
  const auto lines = json_lines(solved.out);
  ASSERT_EQ(lines.size(), 3u);  // what captures lead to comes first
  EXPECT_EQ(lines[2]["ending"], "KQvKR");
  EXPECT_EQ(lines[2]["was_there"], false);

  const RunResult verified = endgame({"verify", "KQvKR", "KQvK", "--json"});
  EXPECT_EQ(verified.exit_code, 0) << verified.err;
  for (const auto& line : json_lines(verified.out)) EXPECT_EQ(line["wrong"], "0");

  // python-chess, data/endgame-dm-4.epd: the longest win takes 35 moves.
  const std::string longest = "8/8/8/8/2r5/8/2k5/K6Q w - - 0 1";
  const auto value = json_lines(endgame({"probe", "--json", "--fen", longest}).out).at(0);
  EXPECT_EQ(value["wdl"], "win");
  EXPECT_EQ(value["dtm"], 69);
  EXPECT_EQ(value["moves"][0]["dtm"], 69);
  EXPECT_THAT(endgame({"probe", "--fen", longest}).out, HasSubstr("win"));

  // Solving again finds the tables.
  for (const auto& line : json_lines(endgame({"solve", "KQvKR", "--json"}).out)) EXPECT_EQ(line["was_there"], true);
}

TEST_F(Endgame, TwoMaySolveInOneFolder) {
  std::vector<std::future<RunResult>> runs;
  for (int i = 0; i < 3; ++i) {
    runs.push_back(std::async(std::launch::async, [this] { return endgame({"solve", "KQvKR", "--threads", "1"}); }));
  }
  for (auto& one : runs) {
    const RunResult result = one.get();
    EXPECT_EQ(result.exit_code, 0) << result.err;
  }
  EXPECT_EQ(endgame({"verify", "KQvKR", "KQvK", "KRvK"}).exit_code, 0);
}

TEST_F(Endgame, SaysThatColoursChange) {
  const RunResult changed = endgame({"enumerate", "KvKQ", "--json"});
  EXPECT_EQ(changed.exit_code, 0);
  EXPECT_THAT(changed.err, HasSubstr("KvKQ: read as KQvK, so White has the pieces named second\n"));
  for (const char* same : {"KQvK", "knbvk", "krvk", "K?vK"}) {
    EXPECT_EQ(endgame({"enumerate", same, "--where", "mate", "--json"}).err, "") << same;
  }
}

TEST_F(Endgame, ProbeManyLines) {
  ASSERT_EQ(endgame({"solve", "KPvK"}).exit_code, 0);
  const std::string file =
      "8/8/8/8/8/2k5/1R6/K7 w - - 0 1\nnonsense\n8/8/8/8/4Q3/8/6k1/6K1 b - - 0 1\n"
      "4k3/8/8/8/8/8/8/4K2R w K - 0 1\n6K1/8/8/8/4Q3/8/6k1/8 b - - 0 1\n";
  const RunResult result = endgame({"probe", "--csv", "--file", "-"}, file);
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_THAT(result.out, HasSubstr("8/8/8/8/8/2k5/1R6/K7 w - - 0 1,win,31,"));
  EXPECT_THAT(result.out, HasSubstr("6K1/8/8/8/4Q3/8/6k1/8 b - - 0 1,loss,14,"));
  EXPECT_THAT(result.err, HasSubstr("2"));
  EXPECT_THAT(result.err, HasSubstr("castling rights"));
}

TEST_F(Endgame, Stats) {
  ASSERT_EQ(endgame({"solve", "KPvK", "KQvK"}).exit_code, 0);
  // KPvK: counts by brute force, which agree with Syzygy's; DTM from Prophet; zugzwangs from Syzygy's values.
  const auto pawn = json_lines(endgame({"stats", "KPvK", "--json"}).out).at(0);
  EXPECT_EQ(pawn["white_to_move"]["positions"], "81664");
  EXPECT_EQ(pawn["black_to_move"]["positions"], "84012");
  EXPECT_EQ(pawn["white_to_move"]["longest_win_dtm"], 55);
  EXPECT_EQ(pawn["mutual_zugzwangs"]["draw-win"]["positions"], "80");
  const auto queen = json_lines(endgame({"stats", "KQvK", "--json", "--board"}).out).at(0);
  EXPECT_EQ(queen["black_to_move"]["loss_dtm"]["0"], "364");
  const auto distinct = json_lines(endgame({"stats", "KQvK", "--json", "--lines"}).out).at(0);
  EXPECT_EQ(distinct["white_to_move"]["positions"], "18081");
  EXPECT_EQ(distinct["black_to_move"]["positions"], "28056");
  EXPECT_EQ(distinct["white_to_move"]["longest_win_dtm"], 19);
  EXPECT_THAT(distinct["white_to_move"]["longest_win"][0]["line"].get<std::string>(), HasSubstr("#"));
  const std::string plot = (folder_ / "plot.svg").string();
  EXPECT_EQ(endgame({"stats", "KPvK", "--plot", plot}).exit_code, 0);
  std::ifstream svg(plot);
  EXPECT_THAT(std::string(std::istreambuf_iterator<char>(svg), {}), HasSubstr("</svg>"));
}

TEST_F(Endgame, Enumerate) {
  // Counts by brute force that agree with Syzygy's totals and mates: distinct positions, mates and stalemates of the
  // board.
  const auto queen = json_lines(endgame({"enumerate", "KQvK", "--json"}).out).at(0);
  EXPECT_EQ(queen["white_to_move"]["positions"], "18081");
  EXPECT_EQ(queen["black_to_move"]["positions"], "28056");
  const auto board = json_lines(endgame({"enumerate", "KQvK", "--json", "--board"}).out).at(0);
  EXPECT_EQ(board["black_to_move"]["checkmates"], "364");
  EXPECT_EQ(board["black_to_move"]["stalemates"], "872");
  const auto pawn = json_lines(endgame({"enumerate", "KPvK", "--json", "--board"}).out).at(0);
  EXPECT_EQ(pawn["black_to_move"]["stalemates"], "18");
  EXPECT_EQ(pawn["white_to_move"]["stalemates"], "4");
  // All positions with three men are 368079 (published). Of these, 211 have a castling right: Black's king on 57
  // squares with Black, 48 with White to move for the rook on a1, 57 and 49 for h1.
  std::uint64_t all = 0;
  for (const auto& endgame : json_lines(endgame({"enumerate", "--men", "3", "--json"}).out)) {
    for (const char* side : {"white_to_move", "black_to_move"}) {
      all += std::stoull(endgame[side]["positions"].get<std::string>());
    }
  }
  EXPECT_EQ(all, 368079u - 211u);
}

TEST_F(Endgame, DistributionsInText) {
  // KQvK: Black is mated or stalemated without a move, on the whole board 364 and 872 times.
  const std::string moves = endgame({"enumerate", "KQvK", "--board", "--distribution"}).out;
  EXPECT_THAT(moves, ::testing::ContainsRegex("with 0 moves +0 +1,236\n"));
  ASSERT_EQ(endgame({"solve", "KQvK"}).exit_code, 0);
  const std::string plies = endgame({"stats", "KQvK", "--board", "--histogram"}).out;
  EXPECT_THAT(plies, ::testing::ContainsRegex("\n *0 +0 +0 +0 +364\n"));
  EXPECT_THAT(plies, ::testing::ContainsRegex("\n *19 +[1-9][0-9]* +0 +0 +0\n"));
}

TEST_F(Endgame, EnumerateWhere) {
  // The representatives have White's king in the corner triangle.
  const RunResult mates = endgame({"enumerate", "KRvK", "--list", "--where", "mate"});
  EXPECT_EQ(std::count(mates.out.begin(), mates.out.end(), '\n'), 27);  // 216 on the whole board
  EXPECT_THAT(mates.out, HasSubstr(" b - -\n"));
  ASSERT_EQ(endgame({"solve", "KPvK"}).exit_code, 0);
  const auto zugzwangs =
      json_lines(endgame({"enumerate", "KPvK", "--json", "--where", "zugzwang", "--where", "white"}).out).at(0);
  EXPECT_EQ(zugzwangs["white_to_move"]["positions"], "80");
  const auto longest =
      json_lines(endgame({"enumerate", "KPvK", "--json", "--where", "dtm>=55", "--where", "wdl=win"}).out).at(0);
  EXPECT_NE(longest["white_to_move"]["positions"], "0");
  EXPECT_THAT(endgame({"enumerate", "KQvK", "--where", "nice"}).err, HasSubstr("no such predicate"));
  EXPECT_THAT(endgame({"enumerate", "KQvK", "--where", "moves>many"}).err, HasSubstr("moves>=12"));
  EXPECT_THAT(endgame({"enumerate", "KRvKN", "--where", "dtm=1"}).err, HasSubstr("plyforge endgame solve KRvKN"));
}

TEST_F(Endgame, AnInterruptedRunLeavesWholeTables) {
  constexpr double kSoon = 1.5;
  const RunResult stopped =
      endgame({"solve", "KQRvKR", "--men", "3", "--men", "4"}, "", {.signal = SIGINT, .after_seconds = kSoon});
  EXPECT_EQ(stopped.exit_code, 130);
  EXPECT_THAT(stopped.err, HasSubstr("interrupted"));
  for (const auto& entry : std::filesystem::directory_iterator(folder_)) EXPECT_EQ(entry.path().extension(), ".pft");
}

TEST_F(Endgame, AKilledRunGoesOn) {
  constexpr double kSoon = 0.4;
  endgame({"solve", "KBNvK", "KBBvK"}, "", {.signal = SIGKILL, .after_seconds = kSoon});
  ASSERT_EQ(endgame({"solve", "KBBvK"}).exit_code, 0);
  const RunResult verified = endgame({"verify", "KBvK", "KBBvK", "--json"});
  EXPECT_EQ(verified.exit_code, 0) << verified.err;
}

TEST_F(Endgame, ADamagedTableIsNamed) {
  ASSERT_EQ(endgame({"solve", "KRvK"}).exit_code, 0);
  const std::filesystem::path table = folder_ / "KRvK.pft";
  std::filesystem::resize_file(table, std::filesystem::file_size(table) / 2);
  for (const std::vector<std::string>& arguments :
       {std::vector<std::string>{"probe", "--fen", "8/8/8/8/8/2k5/1R6/K7 w - - 0 1"},
        {"verify", "KRvK"},
        {"stats", "KRvK"},
        {"solve", "KRvKB"}}) {
    const RunResult result = endgame(arguments);
    EXPECT_EQ(result.exit_code, 2) << arguments[0];
    EXPECT_THAT(result.err, HasSubstr("KRvK.pft")) << arguments[0];
    EXPECT_THAT(result.err, HasSubstr("truncated")) << arguments[0];
  }
}

TEST_F(Endgame, BadInput) {
  EXPECT_THAT(endgame({"solve"}).err, HasSubstr("no endgame given"));
  EXPECT_THAT(endgame({"solve", "KXvK"}).err, HasSubstr("'X' is not one of"));
  EXPECT_THAT(endgame({"solve", "KQvK", "--men", "9"}).err, HasSubstr("3 to 6"));
  EXPECT_THAT(endgame({"probe"}).err, HasSubstr("no position given"));
  const RunResult missing = endgame({"probe", "--fen", "8/8/8/8/8/2k5/1R6/K7 w - - 0 1"});
  EXPECT_EQ(missing.exit_code, 2);
  EXPECT_THAT(missing.err, HasSubstr("plyforge endgame solve KRvK"));
  EXPECT_EQ(endgame({"verify", "KRvK"}).exit_code, 2);
  const RunResult little = endgame({"solve", "KQRvKR", "--memory", "64M"});
  EXPECT_EQ(little.exit_code, 3);
  EXPECT_THAT(little.err, HasSubstr("--memory"));
}

TEST_F(Endgame, ABudgetThatIsTooSmallSaysWhatIsNeeded) {
  const RunResult little = endgame({"solve", "KRvKP", "--memory", "16M"});
  EXPECT_EQ(little.exit_code, 3);
  std::smatch needed;
  ASSERT_TRUE(std::regex_search(little.err, needed, std::regex("--memory ([0-9]+)M if"))) << little.err;
  EXPECT_THAT(little.err, HasSubstr("takes up to " + needed[1].str() + " MiB"));
  EXPECT_TRUE(std::filesystem::is_empty(folder_));  // nothing has been begun
  const int enough = std::stoi(needed[1].str());
  EXPECT_EQ(endgame({"solve", "KRvKP", "--memory", std::to_string(enough - 1) + "M"}).exit_code, 3);
  const RunResult solved = endgame({"solve", "KRvKP", "--memory", std::to_string(enough) + "M", "--json"});
  ASSERT_EQ(solved.exit_code, 0) << solved.err;
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)  // which take memory of their own
  constexpr std::uint64_t kProgram = 64;                             // MiB of itself and of what packs tables
  EXPECT_LE(json_lines(solved.out).back()["peak_memory_bytes"].get<std::uint64_t>() >> 20, enough + kProgram);
#endif
}

TEST_F(Endgame, HelpHasExamplesThatWork) {
  std::filesystem::create_directories(folder_);
  for (const std::string verb : {"solve", "verify", "probe", "stats", "enumerate"}) {
    const std::string help = run({"endgame", verb, "--help"}).out;
    const std::string heading = "Example:\n";
    const std::size_t at = help.find(heading);
    ASSERT_NE(at, std::string::npos) << verb;
    const RunResult example = run_shell("cd " + folder_.string() + " && " + help.substr(at + heading.size()));
    EXPECT_EQ(example.exit_code, 0) << example.err;
    EXPECT_NE(example.out, "");
    EXPECT_EQ(example.err, "");
  }
}

}  // namespace
}  // namespace plyforge::testing
