// Every way of counting on the same work: with and without merging, whole and by first move, with little and much
// memory, on one thread and on two, and the rule book.

#include <gtest/gtest.h>

#include <map>

#include "count/counting.h"
#include "notation/fen.h"
#include "rulebook/count.h"
#include "rulebook/fen.h"
#include "support/bridge.h"
#include "support/data_files.h"
#include "support/published.h"
#include "support/random_boards.h"

namespace plyforge::testing {
namespace {

constexpr std::size_t kMiB = std::size_t{1} << 20;
constexpr std::size_t kLittleMemory = 128 * kMiB;  // the limit is for the process, and the tests take part of it
constexpr Leaf kLeaves[] = {Leaf::moves, Leaf::stats, Leaf::outcome};

/// A way of counting, and its name for messages.
struct Way {
  std::string name;
  CountOptions options;
};

std::vector<Way> all_ways(Leaf leaf) {
  std::vector<Way> ways;
  for (const bool merge : {true, false}) {
    for (const std::size_t memory : {kLittleMemory, 512 * kMiB}) {
      for (const int threads : {1, 2}) {
        Way way;
        way.name = std::string(leaf_name(leaf)) + (merge ? " merged " : " plain ") + std::to_string(memory / kMiB) +
                   " MiB " + std::to_string(threads) + " threads";
        way.options.leaf = leaf;
        way.options.merge = merge;
        way.options.memory_bytes = memory;
        way.options.threads = threads;
        ways.push_back(way);
      }
    }
  }
  return ways;
}

Totals sum_of(const std::vector<DivideLine>& lines) {
  Totals sum;
  for (const DivideLine& line : lines) sum.add(line.totals);
  return sum;
}

/// Expects `totals` from every way of counting.
void expect_totals(const Position& position, int depth, Leaf leaf, const Totals& totals) {
  EXPECT_EQ(perft_unmerged(position, depth, leaf), totals) << leaf_name(leaf) << " perft_plain";
  for (const Way& way : all_ways(leaf)) {
    EXPECT_EQ(perft(position, depth, way.options).totals, totals) << way.name;
    if (depth == 0) continue;
    const DivideReport report = divide(position, depth, way.options);
    EXPECT_EQ(report.count.totals, totals) << way.name << " divide";
    EXPECT_EQ(sum_of(report.lines), totals) << way.name << " lines of divide";
  }
}

TEST(CountingParity, OfTheRuleBookOnRandomBoards) {
  Random random(2000);
  random_boards(random, 100, [&random](const rulebook::Board& board) {
    if (HasFailure()) return;
    SCOPED_TRACE(rulebook::write_fen(board));
    const int depth = random.below(3);
    for (const Leaf leaf : kLeaves) expect_totals(position_of(board), depth, leaf, rulebook_totals(board, depth, leaf));
  });
}

TEST(CountingParity, OfUnmergedCountingOnRandomBoards) {
  Random random(2001);
  random_boards(random, 20, [](const rulebook::Board& board) {
    if (HasFailure()) return;
    SCOPED_TRACE(rulebook::write_fen(board));
    const Position position = position_of(board);
    for (const Leaf leaf : kLeaves) expect_totals(position, 3, leaf, perft_unmerged(position, 3, leaf));
  });
}

TEST(CountingParity, OfDivideWithEachMovePlayed) {
  Random random(2002);
  random_boards(random, 40, [](const rulebook::Board& board) {
    if (HasFailure()) return;
    SCOPED_TRACE(rulebook::write_fen(board));
    const Colour mover = mover_of(board);
    std::map<std::string, Totals> played;
    for (const rulebook::Move& move : rulebook::legal_moves(board)) {
      played[rulebook::text(move)] = perft_unmerged(position_of(rulebook::play(board, move)), 2, Leaf::outcome);
    }
    for (const bool merge : {true, false}) {
      CountOptions options;
      options.leaf = Leaf::outcome;
      options.merge = merge;
      options.memory_bytes = kLittleMemory;
      std::map<std::string, Totals> lines;
      for (const DivideLine& line : divide(position_of(board), 3, options).lines) {
        lines[text_of(line.move, mover)] = line.totals;
      }
      EXPECT_EQ(lines, played) << (merge ? "merged" : "plain");
    }
  });
}

TEST(CountingParity, OfTheWellKnownPositions) {
  for (const StatsCase& row : read_stats()) {
    if (row.nodes > 700'000) continue;
    SCOPED_TRACE(row.name + " depth " + std::to_string(row.depth));
    const Position position = parse_fen(row.fen).position;
    for (const Leaf leaf : kLeaves) {
      const Totals totals = perft_unmerged(position, row.depth, leaf);
      EXPECT_EQ(to_string(totals.nodes), std::to_string(row.nodes));
      expect_totals(position, row.depth, leaf, totals);
    }
  }
}

TEST(CountingParity, OfPublishedTablesWithMerging) {
  const auto count = [](const FenRecord& record, int depth, Leaf leaf) {
    CountOptions options;
    options.leaf = leaf;
    options.memory_bytes = 512 * kMiB;
    return perft(record.position, depth, options).totals;
  };
  expect_published_nodes(read_stats(), 800'000'000, count);
  expect_published_statistics(read_stats(), 200'000'000, count);
  expect_published_nodes(read_suite("bug_reports.epd"), 5, count);
}

// Deep counts of kings behind a wall of pawns: great multiplicities, and a count beyond 64 bits.
TEST(CountingParity, OfDeepCountsByLayersOfTheRuleBook) {
  struct Case {
    const char* fen;
    int depth;
  };
  for (const auto& [fen, depth] : {
           Case{"k7/8/p1p1p1p1/P1P1P1P1/8/8/8/7K w - - 0 1", 16},
           Case{"k7/8/8/p1p1p1p1/PpPpPpPp/1P1P1P1P/8/K7 w - - 0 1", 32},
       }) {
    SCOPED_TRACE(fen);
    const rulebook::Count nodes = rulebook::layered_perft(rulebook::read_fen(fen), depth);
    CountOptions options;
    options.memory_bytes = 256 * kMiB;
    EXPECT_EQ(to_string(perft(parse_fen(fen).position, depth, options).totals.nodes), to_string(nodes));
  }
}

TEST(CountingParity, OfDistinctPositions) {
  Random random(2003);
  random_boards(random, 40, [](const rulebook::Board& board) {
    if (HasFailure()) return;
    SCOPED_TRACE(rulebook::write_fen(board));
    CountOptions options;
    options.memory_bytes = kLittleMemory;
    EXPECT_EQ(distinct(position_of(board), 2, options, {}), rulebook::distinct(board, 2));
  });
}

TEST(CountingParityLong, OfTheStartAtNinePlies) {
  const CountReport report = perft(parse_fen(kStartFen).position, 9, {});
  EXPECT_EQ(to_string(report.totals.nodes), "2439530234167");
}

TEST(CountingParityLong, OfSuitesWithMergingInLittleMemory) {
  const auto count = [](const FenRecord& record, int depth, Leaf leaf) {
    CountOptions options;
    options.leaf = leaf;
    options.memory_bytes = kLittleMemory;
    return perft(record.position, depth, options).totals;
  };
  expect_published_nodes(read_suite("standard.epd"), 5, count);
  expect_published_nodes(read_suite("chess960.epd"), 5, count);
}

}  // namespace
}  // namespace plyforge::testing
