#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "endgame/query/check_table.h"
#include "endgame/query/compare_syzygy.h"
#include "endgame/solve/expand.h"
#include "support/solved_endgames.h"

namespace plyforge {
namespace {

using testing::SolvedEndgames;

/// Longest distance to mate among wins and among losses, -1 where there is none.
std::pair<int, int> longest_dtm(const SolvedEndgames& solved, const std::string& name, bool black_to_move) {
  int wins = -1;
  int losses = -1;
  const TableSection& section = *solved.table(name).section(Metric::dtm, black_to_move);
  for (std::uint64_t i = 0; i < solved.table(name).index().size(); ++i) {
    const StoredValue value = section.at(i);
    if (value == kIllegal || value == kStoredDraw) continue;
    int& longest = value % 2 == 0 ? wins : losses;
    longest = std::max(longest, value - 1);
  }
  return {wins, losses};
}

void expect_consistent(const SolvedEndgames& solved, const EndgameTable& table) {
  const TableCheck check = check_table(table, solved.finder(), solved.pool());
  EXPECT_EQ(check.faults, 0u) << table.material().name();
  EXPECT_GT(check.positions, 0u);
}
void expect_consistent(const SolvedEndgames& solved) {
  for (const auto& [material, table] : solved.tables()) expect_consistent(solved, table);
}

TEST(EndgameSolver, ThreeMen) {
  const SolvedEndgames solved({"K?vK"});
  // Longest mates in plies: published in all tables since Ken Thompson's; these from Prophet's and Gaviota's
  // statistics.
  using Longest = std::pair<int, int>;
  EXPECT_EQ(longest_dtm(solved, "KQvK", false), Longest(19, -1));
  EXPECT_EQ(longest_dtm(solved, "KRvK", false), Longest(31, -1));
  EXPECT_EQ(longest_dtm(solved, "KPvK", false), Longest(55, -1));
  EXPECT_EQ(longest_dtm(solved, "KBvK", false), Longest(-1, -1));
  EXPECT_EQ(longest_dtm(solved, "KNvK", false), Longest(-1, -1));
  expect_consistent(solved);
}

TEST(EndgameSolver, FourMen) {
  const SolvedEndgames solved({"KQvKR", "KRvKN", "KBNvK", "KNNvK"});
  using Longest = std::pair<int, int>;
  EXPECT_EQ(longest_dtm(solved, "KQvKR", false).first, 69);
  EXPECT_EQ(longest_dtm(solved, "KQvKR", true).first, 37);
  EXPECT_EQ(longest_dtm(solved, "KRvKN", false).first, 79);
  EXPECT_EQ(longest_dtm(solved, "KRvKN", true).first, 1);
  EXPECT_EQ(longest_dtm(solved, "KBNvK", false), Longest(65, -1));
  EXPECT_EQ(longest_dtm(solved, "KNNvK", false), Longest(1, -1));
  // python-chess, data/endgame-dm-4.epd.
  EXPECT_EQ(solved.value("8/8/8/8/2r5/8/2k5/K6Q w - - 0 1").dtm, 2 * 35 - 1);
  EXPECT_EQ(solved.value("8/2R5/8/8/7k/3K4/8/4n3 w - - 0 1").dtm, 2 * 40 - 1);
  // Syzygy's values, by python-chess, data/endgame.epd and test.py.
  EXPECT_EQ(solved.value("6q1/8/6K1/4R3/1k6/8/8/8 w - - 0 1").syzygy_dtz(), -46);
  EXPECT_EQ(solved.value("8/5q2/8/2K5/8/8/k7/1R6 w - - 0 1").syzygy_dtz(), -54);
  EXPECT_EQ(solved.value("8/8/8/5N2/5K2/2kB4/8/8 b - - 0 1").wdl(), Wdl::draw);
  // shakmaty-syzygy's documentation, which says that Syzygy may round by one: Black, who takes nothing, loses in an
  // even number of plies.
  EXPECT_NEAR(solved.value("8/8/8/8/B7/N7/K2k4/8 b - - 0 1").syzygy_dtz(), -59, 1);
  // Syzygy's own table says 64 here, rounded; brute force says 65.
  EXPECT_EQ(solved.value("8/8/7N/8/8/8/8/K1k1B3 w - - 0 1").syzygy_dtz(), 65);
  expect_consistent(solved, solved.table("KNNvK"));  // the others in EndgameSolverLong
}

TEST(EndgameSolver, EnPassantAndPromotions) {
  const SolvedEndgames solved({"KPvKP"});
  EXPECT_EQ(longest_dtm(solved, "KPvKP", false).first, 65);
  // python-chess, data/endgame-dm-4.epd: the en passant right alone saves these.
  EXPECT_EQ(solved.value("7K/k7/8/Pp6/8/8/8/8 w - - 0 1"), solved.value("8/8/8/8/pP6/8/K7/7k b - - 0 1"));
  EXPECT_EQ(solved.value("7K/k7/8/Pp6/8/8/8/8 w - - 0 1").sign, -1);
  EXPECT_EQ(solved.value("7K/k7/8/Pp6/8/8/8/8 w - - 0 1").dtm, 30);
  EXPECT_EQ(solved.value("7K/k7/8/Pp6/8/8/8/8 w - b6 0 1").sign, 0);
  EXPECT_EQ(solved.value("8/8/8/8/pP6/8/K7/7k b - b3 0 1").sign, 0);
  // python-chess, test.py; signs confirmed by Syzygy.
  EXPECT_EQ(solved.value("8/8/7k/8/1pP5/7K/8/8 b - c3 0 1").dtm, 19);
  EXPECT_EQ(solved.value("8/8/8/k2Pp3/8/8/8/4K3 w - e6 0 2").wdl(), Wdl::win);
  EXPECT_EQ(solved.value("8/8/8/k2Pp3/8/8/8/4K3 w - - 0 2").wdl(), Wdl::draw);
  EXPECT_EQ(solved.value("8/8/8/8/2pP4/2K5/4k3/8 b - d3 0 1").syzygy_dtz(), 1);
  EXPECT_EQ(solved.value("8/8/8/8/2pP4/2K5/4k3/8 b - - 0 1").sign, -1);
}

TEST(EndgameSolver, KernelsAgree) {
  if (avx2_expand() == nullptr || expand_kernel() != avx2_expand()) GTEST_SKIP() << "one kernel only";
  for (const char* name : {"KQvK", "KPvKP", "KRvKB", "KPPvKP"}) {
    const SliceLayout layout(parse_materials(name).front());
    std::vector<Bitboard> into(layout.words());
    std::uint64_t state = 88172645463325252ULL;  // xorshift
    for (Bitboard& word : into) {
      state ^= state << 13;
      state ^= state >> 7;
      state ^= state << 17;
      word = state;
    }
    const std::vector<std::uint8_t> is_empty(layout.pairs());
    std::vector<Bitboard> one(layout.shape().words);
    std::vector<Bitboard> other(layout.shape().words);
    for (int pair = 0; pair < static_cast<int>(layout.pairs()); pair += 37) {
      for (const bool black : {false, true}) {
        portable_expand()(layout.shape(), pair, black, {}, into.data(), is_empty.data(), one.data());
        avx2_expand()(layout.shape(), pair, black, {}, into.data(), is_empty.data(), other.data());
        ASSERT_EQ(one, other) << name;
      }
    }
  }
}

TEST(EndgameSolverLong, AllFourMen) {
  const SolvedEndgames solved({"K??vK", "K?vK?"});
  expect_consistent(solved);
  std::ifstream cases(PLYFORGE_TEST_DATA "/endgame_cases.csv");
  std::string line;
  std::getline(cases, line);
  int checked = 0;
  while (std::getline(cases, line)) {
    std::istringstream fields(line);
    std::string fen;
    std::string kind;
    std::string expected;
    std::getline(fields, fen, ',');
    std::getline(fields, kind, ',');
    std::getline(fields, expected, ',');
    const EndgameValue value = solved.value(fen);
    const int number = kind == "dtm_moves"   ? value.sign * (value.dtm + 1) / 2
                       : kind == "dtm_plies" ? value.sign * value.dtm
                       : kind == "wdl"       ? static_cast<int>(value.wdl())
                                             : value.syzygy_dtz();
    // Syzygy's tables may be one ply short. So they are in 8/3k4/8/8/8/4q3/3K4/7r w: 1. Kc2 Qc3+ 2. Kxc3 takes three.
    const int known = std::stoi(expected);
    EXPECT_TRUE(kind == "dtz" ? dtz_agrees(number, known) : number == known) << line << ": " << number;
    ++checked;
  }
  EXPECT_EQ(checked, 38);
}

}  // namespace
}  // namespace plyforge
