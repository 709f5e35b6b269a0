// Published perft counts and statistics, without merging.

#include <gtest/gtest.h>

#include <string>

#include "count/counting.h"
#include "leaf/leaf.h"
#include "notation/fen.h"
#include "support/data_files.h"
#include "support/published.h"

namespace plyforge::testing {
namespace {

Totals count_unmerged(const FenRecord& record, int depth, Leaf leaf) {
  return perft_unmerged(record.position, depth, leaf);
}

/// With merging, for depths beyond the reach of plain counting.
Totals count_merged(const FenRecord& record, int depth, Leaf leaf) {
  CountOptions options;
  options.leaf = leaf;
  return perft(record.position, depth, options).totals;
}

TEST(PerftTables, WellKnownPositions) { expect_published_nodes(read_stats(), 200'000'000, count_unmerged); }

TEST(PerftTables, StatisticsOfWellKnownPositions) {
  expect_published_statistics(read_stats(), 200'000'000, count_unmerged);
}

TEST(PerftTables, StandardSuite) { expect_published_nodes(read_suite("standard.epd"), 4, count_unmerged); }

TEST(PerftTables, Chess960Suite) { expect_published_nodes(read_suite("chess960.epd"), 4, count_unmerged); }

TEST(PerftTables, PositionsOfBugReports) { expect_published_nodes(read_suite("bug_reports.epd"), 5, count_unmerged); }

// Counts with mates, which the published tables leave out: confirmed by independent recounts.
TEST(PerftTables, DoubleChecksWithMates) {
  const Position kiwipete = parse_fen(kKiwipeteFen).position;
  EXPECT_EQ(to_string(perft_unmerged(kiwipete, 5, Leaf::stats)[StatsColumn::double_checks]), "2645");
}

TEST(PerftTablesLong, WellKnownPositions) { expect_published_nodes(read_stats(), 3'000'000'000'000, count_merged); }

TEST(PerftTablesLong, StatisticsOfWellKnownPositions) {
  expect_published_statistics(read_stats(), 100'000'000'000, count_merged);
}

TEST(PerftTablesLong, StatisticsWithMates) {
  const FenRecord kiwipete = parse_fen(kKiwipeteFen);
  EXPECT_EQ(to_string(count_merged(kiwipete, 6, Leaf::stats)[StatsColumn::double_checks]), "55014");
  const FenRecord start = parse_fen(kStartFen);
  EXPECT_EQ(to_string(count_merged(start, 8, Leaf::stats)[StatsColumn::discovered_checks]), "847043");
}

TEST(PerftTablesLong, StandardSuite) { expect_published_nodes(read_suite("standard.epd"), 5, count_unmerged); }

TEST(PerftTablesLong, Chess960Suite) { expect_published_nodes(read_suite("chess960.epd"), 5, count_unmerged); }

}  // namespace
}  // namespace plyforge::testing
