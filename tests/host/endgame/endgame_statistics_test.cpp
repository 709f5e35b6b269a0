#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <numeric>
#include <set>
#include <sstream>

#include "endgame/query/enumerate.h"
#include "endgame/query/table_stats.h"
#include "endgame/solve/solver.h"
#include "support/solved_endgames.h"

namespace plyforge {
namespace {

/// A line of tests/data/endgame_statistics.csv. Positions and zugzwangs are distinct ones, mates and stalemates those
/// of the whole board; distances in plies.
struct Figure {
  std::string endgame;
  std::string side;
  std::string name;
  std::uint64_t value = 0;
};

std::vector<Figure> published_figures(const std::set<std::string>& endgames) {
  std::ifstream file(PLYFORGE_TEST_DATA "/endgame_statistics.csv");
  std::vector<Figure> figures;
  std::string line;
  std::getline(file, line);
  while (std::getline(file, line)) {
    std::istringstream fields(line);
    Figure figure;
    std::string value;
    std::getline(fields, figure.endgame, ',');
    std::getline(fields, figure.side, ',');
    std::getline(fields, figure.name, ',');
    std::getline(fields, value, ',');
    figure.value = std::stoull(value);
    if (endgames.contains(figure.endgame)) figures.push_back(figure);
  }
  return figures;
}

std::uint64_t distinct_zugzwangs(const TableStats& stats) {
  return std::accumulate(stats.zugzwangs.begin(), stats.zugzwangs.end(), std::uint64_t{0},
                         [](std::uint64_t sum, const PositionCount& count) { return sum + count.distinct; });
}

/// Solves, counts and enumerates endgames, and compares with the published figures; returns how many there were.
int compare_with_published(const testing::SolvedEndgames& solved, const std::set<std::string>& endgames) {
  std::map<std::string, TableStats> statistics;
  std::map<std::string, Census> censuses;
  for (const std::string& endgame : endgames) {
    const EndgameTable& table = solved.table(endgame);
    statistics[endgame] = count_table(table, 1, solved.pool());
    censuses[endgame] = enumerate_endgame(table.material(), {}, solved.pool(), {});
  }
  int compared = 0;
  for (const Figure& figure : published_figures(endgames)) {
    const std::string what = figure.endgame + ' ' + figure.side + ' ' + figure.name;
    const TableStats& stats = statistics.at(figure.endgame);
    const std::size_t side = figure.side == "black" ? 1 : 0;
    const SideStats& counted = stats.sides[side];
    const SideCensus& enumerated = censuses.at(figure.endgame)[side];
    if (figure.name == "positions") {
      EXPECT_EQ(counted.positions.distinct, figure.value) << what;
      EXPECT_EQ(enumerated.positions.distinct, figure.value) << what;
    } else if (figure.name == "checkmates") {
      EXPECT_EQ(counted.losses.empty() ? 0 : counted.losses.front().board, figure.value) << what;
      EXPECT_EQ(enumerated.checkmates.board, figure.value) << what;
    } else if (figure.name == "stalemates") {
      EXPECT_EQ(enumerated.stalemates.board, figure.value) << what;
    } else if (figure.name == "longest_win") {
      EXPECT_EQ(counted.wins.size(), figure.value + 1) << what;
    } else if (figure.name == "zugzwangs") {
      EXPECT_EQ(distinct_zugzwangs(stats), figure.value) << what;
    } else if (figure.name == "half_point_zugzwangs") {  // in symmetric material, with White's half point at stake
      EXPECT_EQ(stats.zugzwangs[static_cast<std::size_t>(Zugzwang::draw_or_win)].distinct, figure.value) << what;
    } else if (figure.name == "full_point_zugzwangs") {
      EXPECT_EQ(stats.zugzwangs[static_cast<std::size_t>(Zugzwang::loss_or_win)].distinct, figure.value) << what;
    } else {
      ADD_FAILURE() << "unknown figure " << figure.name;
    }
    ++compared;
  }
  return compared;
}

TEST(EndgameStatistics, SomeSmallEndgames) {
  const std::set<std::string> endgames = {"KQvK", "KRvK", "KBvK", "KNvK", "KPvK", "KBBvK", "KRvKN", "KRvKR"};
  const testing::SolvedEndgames solved({endgames.begin(), endgames.end()});
  EXPECT_EQ(compare_with_published(solved, endgames), 49);
}

TEST(EndgameStatisticsLong, AllOfThreeAndFourMen) {
  const testing::SolvedEndgames solved({"K??vK", "K?vK?"});
  std::set<std::string> endgames;
  for (const auto& [material, table] : solved.tables()) endgames.insert(material.name());
  EXPECT_EQ(endgames.size(), 35u);
  compare_with_published(solved, endgames);
}

TEST(EndgameStatisticsLong, FiveMen) {
  for (const std::string endgame : {"KBBvKN", "KQRvKR"}) {
    compare_with_published(testing::SolvedEndgames({endgame}), {endgame});
  }
}

}  // namespace
}  // namespace plyforge
