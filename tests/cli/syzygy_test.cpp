#include "endgame/query/syzygy.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <fstream>

#include "cli/run_binary.h"
#include "endgame/query/compare_syzygy.h"

// Syzygy files are not part of the project. These tests write the smallest there are, in which every position of one
// side to move has the same result: the format has a form for that (one value instead of compressed blocks; libfathom
// reads it in setup_pairs() of tbprobe.c). Captures are looked up by the prober, so that such a table of KQvK is right
// but for stalemates, and one of KNvK or KBvK wholly right: the real ones look like that.

namespace plyforge::testing {
namespace {

using ::testing::HasSubstr;

/// A table of results of an endgame of three men without pawns. `pieces`: Syzygy's codes (pawn 1 to king 6, Black's 8
/// more); results as libfathom numbers them, 0 loss to 4 win.
void write_constant_table(const std::string& path, std::array<int, 3> pieces, int white_to_move, int black_to_move) {
  std::string bytes = "\x71\xE8\x23\x5D";
  bytes += '\x01';  // both sides to move
  bytes += '\0';    // order of the men
  for (const int piece : pieces) bytes += static_cast<char>(piece | piece << 4);
  bytes += '\0';  // to an even offset
  bytes += {'\x80', static_cast<char>(white_to_move), '\x80', static_cast<char>(black_to_move)};
  bytes.resize(16);  // as all are: a multiple of 64, and 16
  std::ofstream(path, std::ios::binary) << bytes;
}

class Syzygy : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!has_syzygy_support()) GTEST_SKIP() << "built without libfathom";
    constexpr int kDraw = 2;
    constexpr int kWin = 4;
    write_constant_table(syzygy_.file("KQvK.rtbw"), {6, 14, 5}, kWin, 0);
    write_constant_table(syzygy_.file("KNvK.rtbw"), {6, 14, 2}, kDraw, kDraw);
  }

  TemporaryDirectory syzygy_;
  TemporaryDirectory tables_;
};

TEST_F(Syzygy, StudyAsksItWhereOursLackTheMaterial) {
  const RunResult result = run({"study", "--dir", tables_.path(), "--syzygy", syzygy_.path(), "--json"},
                               "8/8/8/8/8/2k5/8/K5Q1 w - - 0 1\n"    // win
                               "8/8/8/8/8/2k5/1Q6/4K3 b - - 0 1\n"   // the queen is taken
                               "7k/8/6K1/8/8/8/8/7N w - - 0 1\n"     // draw
                               "K1k5/8/8/8/8/8/8/7R w - - 0 1\n"     // in neither
                               "4k3/8/8/8/8/8/8/Q3K2R w K - 0 1\n"   // castling
                               "k7/1Q6/1K6/8/8/8/8/8 b - - 0 1\n");  // mate
  EXPECT_EQ(result.exit_code, 2);
  const auto lines = json_lines(result.out);
  ASSERT_EQ(lines.size(), 4u) << result.err;
  EXPECT_EQ(lines[0]["wdl"], "win");
  EXPECT_EQ(lines[0]["source"], "syzygy");
  EXPECT_EQ(lines[0]["dtm"], nullptr);
  EXPECT_EQ(lines[0]["dtz50"], nullptr);  // no table for distances
  EXPECT_EQ(lines[0]["pv"].size(), 0u);
  EXPECT_GT(lines[0]["winning_moves"], 1);
  EXPECT_EQ(lines[1]["wdl"], "draw");
  EXPECT_EQ(lines[1]["best"][0], "Kxb2");
  EXPECT_EQ(lines[2]["wdl"], "draw");
  EXPECT_EQ(lines[3]["wdl"], "loss");
  EXPECT_EQ(lines[3]["dtz50"], 0);
  EXPECT_THAT(result.err, HasSubstr("standard input:4: K1k5/8/8/8/8/8/8/7R w - - 0 1: no table for KRvK in " +
                                    tables_.path() + ", nor a Syzygy table in " + syzygy_.path()));
  EXPECT_THAT(result.err, HasSubstr("castling rights"));

  const RunResult epd = run({"study", "--dir", tables_.path(), "--syzygy", syzygy_.path()},
                            "8/8/8/8/8/2k5/1Q6/4K3 b - - id \"first\";\n");
  EXPECT_EQ(epd.out,
            "8/8/8/8/8/2k5/1Q6/4K3 b - - id \"first\"; wdl draw; bm Kxb2; best_uci c3b2; winning_moves 0; only_move; "
            "source syzygy;\n");
}

TEST_F(Syzygy, OurTablesComeFirst) {
  ASSERT_EQ(run({"endgame", "solve", "KQvK", "--dir", tables_.path()}).exit_code, 0);
  // Stalemate, which the table of one value takes for a loss.
  const auto line = json_lines(run({"study", "--dir", tables_.path(), "--syzygy", syzygy_.path(), "--json"},
                                   "k7/2Q5/8/8/8/8/8/K7 b - - 0 1")
                                   .out)
                        .at(0);
  EXPECT_EQ(line["wdl"], "draw");
  EXPECT_EQ(line["source"], "plyforge");
}

TEST_F(Syzygy, VerifyComparesPositionByPosition) {
  ASSERT_EQ(run({"endgame", "solve", "KQvK", "KNvK", "--dir", tables_.path()}).exit_code, 0);
  const std::vector<std::string> verify = {"endgame",      "verify",   "--json",      "--dir",
                                           tables_.path(), "--syzygy", syzygy_.path()};
  const RunResult result = run(verify);  // all that both have
  EXPECT_EQ(result.exit_code, 1);
  const auto lines = json_lines(result.out);
  ASSERT_EQ(lines.size(), 2u) << result.err;
  const auto& queen = lines[0]["ending"] == "KQvK" ? lines[0] : lines[1];
  const auto& knight = lines[0]["ending"] == "KQvK" ? lines[1] : lines[0];

  // 25750 and 28056 positions, nothing but draws (with mates in mind: there is none).
  EXPECT_EQ(knight["positions"], std::to_string(25750 + 28056));
  EXPECT_EQ(knight["wdl_differs"], "0");
  EXPECT_EQ(knight["dtz_differs"], "0");
  EXPECT_NE(knight["dtz_compared"], "0");
  EXPECT_EQ(knight["unknown"], "0");

  // The published 872 stalemates of the whole board are all that differs.
  EXPECT_EQ(queen["positions"], std::to_string(18081 + 28056));
  const auto stalemates = [](std::vector<std::string> options) {
    std::vector<std::string> arguments = {"endgame", "enumerate", "KQvK", "--json", "--where", "stalemate"};
    arguments.insert(arguments.end(), options.begin(), options.end());
    return json_lines(run(arguments).out).at(0)["black_to_move"]["positions"];
  };
  EXPECT_EQ(stalemates({"--board"}), "872");
  EXPECT_EQ(queen["wdl_differs"], stalemates({}));
  ASSERT_GT(queen["first_differences"].size(), 0u);
  EXPECT_THAT(queen["first_differences"][0].get<std::string>(),
              HasSubstr(" b - - wdl draw; dtz50 0; syzygy_wdl loss;"));

  std::vector<std::string> knights_only = verify;
  knights_only.emplace_back("KNvK");
  EXPECT_EQ(run(knights_only).exit_code, 0);
  std::vector<std::string> rook = verify;
  rook.emplace_back("KRvK");
  EXPECT_EQ(run(rook).exit_code, 2);  // neither has it
}

TEST_F(Syzygy, BadFolders) {
  const TemporaryDirectory empty;
  const RunResult nothing = run({"study", "--syzygy", empty.path()}, "");
  EXPECT_EQ(nothing.exit_code, 2);
  EXPECT_THAT(nothing.err, HasSubstr("there are no Syzygy tables (*.rtbw, *.rtbz) in " + empty.path()));
  EXPECT_THAT(run({"endgame", "verify", "KQvK", "--syzygy", "/no/such"}, "").err, HasSubstr("/no/such"));
  std::ofstream(syzygy_.file("KRvK.rtbw")) << "cut off";
  const RunResult cut = run({"study", "--syzygy", syzygy_.path()}, "");
  EXPECT_EQ(cut.exit_code, 2);
  EXPECT_THAT(cut.err, HasSubstr("KRvK.rtbw is cut off"));
}

TEST(SyzygyBuild, SaysWhatIsMissing) {
  if (has_syzygy_support()) GTEST_SKIP() << "built with libfathom";
  const RunResult result = run({"study", "--syzygy", "/tmp"}, "");
  EXPECT_EQ(result.exit_code, 3);
  EXPECT_THAT(result.err, HasSubstr("libfathom-dev"));
}

TEST(SyzygyRounding, OnePlyLessButNotOverTheEdge) {
  // libfathom, tbprobe.c, on probe_dtz(): n may mean n + 1, "this cannot happen for tables with positions exactly on
  // the edge of the 50-move rule".
  EXPECT_TRUE(dtz_agrees(65, 65));
  EXPECT_TRUE(dtz_agrees(65, 64));  // KBNvK 8/8/7N/8/8/8/8/K1k1B3 w - - 0 1
  EXPECT_TRUE(dtz_agrees(-18, -17));
  EXPECT_TRUE(dtz_agrees(0, 0));
  EXPECT_FALSE(dtz_agrees(64, 65));
  EXPECT_FALSE(dtz_agrees(65, 63));
  EXPECT_FALSE(dtz_agrees(1, 0));
  EXPECT_FALSE(dtz_agrees(2, -1));
  EXPECT_FALSE(dtz_agrees(101, 100));
  EXPECT_FALSE(dtz_agrees(-101, -100));
}

}  // namespace
}  // namespace plyforge::testing
