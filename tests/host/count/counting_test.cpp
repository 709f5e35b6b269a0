// What the counting library promises besides right counts: ends, reports, stopping.

#include "count/counting.h"

#include <gtest/gtest.h>

#include <chrono>
#include <mutex>
#include <thread>

#include "base/memory.h"
#include "count/lower_bound.h"
#include "movegen/legal.h"
#include "notation/fen.h"
#include "support/data_files.h"
#include "support/published.h"

namespace plyforge::testing {
namespace {

constexpr std::size_t kMiB = std::size_t{1} << 20;
constexpr const char* kMated = "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1";
constexpr const char* kStalemated = "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1";

Position position(std::string_view fen) { return parse_fen(fen).position; }

CountOptions with(bool merge, Leaf leaf = Leaf::moves) {
  CountOptions options;
  options.merge = merge;
  options.leaf = leaf;
  options.memory_bytes = 256 * kMiB;
  return options;
}

class Counting : public ::testing::TestWithParam<bool> {
 protected:
  CountOptions options(Leaf leaf = Leaf::moves) const { return with(GetParam(), leaf); }
};

INSTANTIATE_TEST_SUITE_P(Merged, Counting, ::testing::Bool(),
                         [](const auto& tested) { return tested.param ? "Yes" : "No"; });

TEST_P(Counting, NoPlyIsOneNode) {
  for (const auto& fen : {kStartFen, std::string_view(kMated), std::string_view(kStalemated)}) {
    for (const Leaf leaf : {Leaf::moves, Leaf::stats, Leaf::outcome}) {
      EXPECT_TRUE(perft(position(fen), 0, options(leaf)).totals.nodes == 1) << fen << ' ' << leaf_name(leaf);
    }
  }
}

TEST_P(Counting, NoPlyEndsInTheOutcomeOfTheRoot) {
  EXPECT_TRUE(perft(position(kMated), 0, options(Leaf::outcome)).totals[OutcomeColumn::checkmate] == 1);
  EXPECT_TRUE(perft(position(kStalemated), 0, options(Leaf::outcome)).totals[OutcomeColumn::stalemate] == 1);
  EXPECT_TRUE(perft(position(kStartFen), 0, options(Leaf::outcome)).totals[OutcomeColumn::other] == 1);
}

TEST_P(Counting, EndsOnceItHasFoundEnough) {
  for (const auto& [fen, depth, nodes] : {std::tuple{kStartFen, 5, 4865609}, {kKiwipeteFen, 4, 4085603}}) {
    for (const int threads : {1, 3}) {
      CountOptions counting = options();
      counting.threads = threads;
      for (const int enough : {0, 1, 1000, 1'000'000, nodes - 1}) {
        counting.enough = static_cast<Wide>(enough);
        const CountReport report = perft(position(fen), depth, counting);
        EXPECT_TRUE(report.lower_bound);
        EXPECT_GT(static_cast<int>(report.totals.nodes), enough);
        EXPECT_LE(static_cast<int>(report.totals.nodes), nodes);
      }
      for (const int enough : {nodes, nodes + 1}) {
        counting.enough = static_cast<Wide>(enough);
        const CountReport report = perft(position(fen), depth, counting);
        EXPECT_FALSE(report.lower_bound);
        EXPECT_EQ(static_cast<int>(report.totals.nodes), nodes);
      }
    }
  }
}

TEST(LowerBound, IsNeverAboveTheTruth) {
  constexpr std::size_t kSome = 9;  // every ninth position: each takes some 50 ms
  for (const char* suite : {"standard.epd", "chess960.epd"}) {
    const std::vector<PerftCase> cases = read_suite(suite);
    for (std::size_t i = 0; i < cases.size(); i += kSome) {
      const Position root = parse_fen(cases[i].fen, {.chess960 = true}).position;
      for (const auto& [depth, nodes] : cases[i].counts) {
        const auto bound = static_cast<std::uint64_t>(perft_lower_bound(root, depth));
        EXPECT_LE(bound, nodes) << cases[i].fen << ", depth " << depth;
        if (depth == 1) {
          EXPECT_EQ(bound, nodes) << cases[i].fen;
        }
      }
    }
  }
}

TEST(LowerBound, IsTheCountWhereThereAreFewPositions) {
  EXPECT_TRUE(perft_lower_bound(position(kStartFen), 0) == 1);
  EXPECT_TRUE(perft_lower_bound(position(kStartFen), 2) == 400);
  EXPECT_TRUE(perft_lower_bound(position(kMated), 30) == 0);
  EXPECT_TRUE(perft_lower_bound(position(kStalemated), 1) == 0);
  EXPECT_TRUE(perft_lower_bound(position(kStartFen), 64) > 1'000'000'000);
  // Two kings and nothing else have few positions in some plies, all of which are kept.
  const Position kings = position("7k/8/8/8/8/8/8/K7 w - - 0 1");
  EXPECT_TRUE(perft_lower_bound(kings, 6) == perft_unmerged(kings, 6, Leaf::moves).nodes);
}

TEST(LowerBound, StopsWhenAsked) {
  std::stop_source stop;
  stop.request_stop();
  EXPECT_THROW(perft_lower_bound(position(kStartFen), 64, stop.get_token()), Interrupted);
}

TEST_P(Counting, OnePlyIsTheLegalMoves) {
  EXPECT_TRUE(perft(position(kStartFen), 1, options()).totals.nodes == 20);
  const DivideReport report = divide(position(kStartFen), 1, options());
  ASSERT_EQ(report.lines.size(), 20U);
  const MoveList moves = legal_moves(position(kStartFen));
  for (std::size_t i = 0; i < report.lines.size(); ++i) {
    EXPECT_EQ(report.lines[i].move, moves[i]);  // in the generator's order
    EXPECT_TRUE(report.lines[i].totals.nodes == 1);
  }
}

TEST_P(Counting, AMatedOrStalematedRootHasNoPath) {
  for (const char* fen : {kMated, kStalemated}) {
    for (const Leaf leaf : {Leaf::moves, Leaf::stats, Leaf::outcome}) {
      for (const int depth : {1, 2, 5, kMaxDepth}) {
        EXPECT_EQ(perft(position(fen), depth, options(leaf)).totals, Totals{}) << fen << " depth " << depth;
        const DivideReport report = divide(position(fen), depth, options(leaf));
        EXPECT_TRUE(report.lines.empty()) << fen << " depth " << depth;
        EXPECT_EQ(report.count.totals, Totals{});
      }
    }
  }
}

TEST_P(Counting, AFrontierMayDieOut) {  // the only move is mate
  const Position forced = position("4KQk1/8/8/8/4B3/q7/8/3r4 b - - 0 1");
  EXPECT_TRUE(perft(forced, 1, options()).totals.nodes == 1);
  EXPECT_TRUE(perft(forced, 1, options(Leaf::stats)).totals[StatsColumn::checkmates] == 1);
  for (const int depth : {2, 3, 10}) {
    EXPECT_EQ(perft(forced, depth, options()).totals, Totals{});
    const DivideReport report = divide(forced, depth, options());
    ASSERT_EQ(report.lines.size(), 1U);
    EXPECT_EQ(report.lines[0].totals, Totals{});
  }
}

TEST_P(Counting, ReportsWhatItDid) {
  const CountReport report = perft(position(kStartFen), 5, options());
  EXPECT_EQ(to_string(report.totals.nodes), "4865609");
  EXPECT_GE(report.seconds, 0);
  EXPECT_GT(report.peak_memory_bytes, 0U);
  if (!GetParam()) {
    EXPECT_EQ(report.merged_plies, 0);
  }
  const std::uint64_t distinct_positions[] = {1, 20, 400, 5362, 72078, 822518};  // OEIS A083276
  for (const LayerReport& layer : report.layers) {
    ASSERT_LE(layer.ply, 5);
    EXPECT_EQ(layer.positions, distinct_positions[layer.ply]) << "ply " << layer.ply;
  }
}

TEST_P(Counting, ProgressIsToldOftenAndStaysWithinItsTotal) {
  std::stop_source source;
  CountOptions counting = options();
  counting.stop = source.get_token();
  std::mutex mutex;
  int calls = 0;
  counting.progress = [&](const Progress& progress) {
    const std::lock_guard lock(mutex);
    if (++calls == 4) source.request_stop();
    EXPECT_GE(progress.done, 0);
    EXPECT_LE(progress.done, progress.total * (1 + 1e-9));
    EXPECT_GE(progress.ply, 0);
    EXPECT_LE(progress.ply, 12);
  };
  const auto begin = std::chrono::steady_clock::now();
  EXPECT_THROW(perft(position(kStartFen), 12, counting), Interrupted);
  EXPECT_GE(calls, 4);
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(10));
}

/// Runs `count` with a token that is asked to stop after a while, and expects it to end within a second of that.
void expect_stops(const std::function<void(std::stop_token)>& count) {
  using Clock = std::chrono::steady_clock;
  std::stop_source source;
  Clock::time_point asked;
  std::jthread stopper([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(300));
    asked = Clock::now();
    source.request_stop();
  });
  EXPECT_THROW(count(source.get_token()), Interrupted);
  const Clock::time_point ended = Clock::now();
  stopper.join();
  EXPECT_LT(ended - asked, std::chrono::seconds(1));
}

TEST_P(Counting, StopsWithinASecond) {
  expect_stops([this](std::stop_token stop) {
    CountOptions counting = options();
    counting.stop = stop;
    perft(position(kStartFen), 12, counting);
  });
  expect_stops([this](std::stop_token stop) {
    CountOptions counting = options(Leaf::stats);
    counting.stop = stop;
    divide(position(kStartFen), 12, counting);
  });
}

TEST_P(Counting, DoesNotStartWhenAlreadyAskedToStop) {
  std::stop_source source;
  source.request_stop();
  CountOptions counting = options();
  counting.stop = source.get_token();
  EXPECT_THROW(perft(position(kStartFen), 9, counting), Interrupted);
  EXPECT_THROW(divide(position(kStartFen), 9, counting), Interrupted);
}

TEST(UnmergedCounting, StopsWithinASecond) {
  expect_stops([](std::stop_token stop) { perft_unmerged(position(kStartFen), 12, Leaf::moves, stop); });
}

TEST(Distinct, StopsWithinASecond) {
  expect_stops([](std::stop_token stop) {
    CountOptions options = with(true);
    options.memory_bytes = 2048 * kMiB;
    options.stop = stop;
    distinct(position(kStartFen), 9, options, {});
  });
}

TEST(Distinct, CountsThePositionsOfTheGame) {  // OEIS A083276
  std::vector<std::uint64_t> told;
  const auto found = [&told](int ply, std::uint64_t positions, double seconds) {
    EXPECT_EQ(static_cast<std::size_t>(ply), told.size());
    EXPECT_GE(seconds, 0);
    told.push_back(positions);
  };
  CountOptions options = with(true);
  options.memory_bytes = 2048 * kMiB;
  const std::vector<std::uint64_t> counts = distinct(position(kStartFen), 6, options, found);
  EXPECT_EQ(counts, (std::vector<std::uint64_t>{1, 20, 400, 5362, 72078, 822518, 9417681}));
  EXPECT_EQ(told, counts);
}

TEST(Distinct, EndsWithTheGame) {
  EXPECT_EQ(distinct(position(kMated), 3, with(true), {}), (std::vector<std::uint64_t>{1, 0, 0, 0}));
  EXPECT_EQ(distinct(position(kStartFen), 0, with(true), {}), (std::vector<std::uint64_t>{1}));
}

// Kings behind a wall of pawns: few positions, but so many paths that multiplicities pass 64 bits after 33 plies and
// the count passes 128 bits after 55. That is an error, not a wrong number.
constexpr const char* kWall = "k7/8/8/p1p1p1p1/PpPpPpPp/1P1P1P1P/8/K7 w - - 0 1";

TEST(CountingLimits, PerftTellsACountThatPassesItsBits) {
  EXPECT_THROW(perft(position(kWall), kMaxDepth, with(true)), std::overflow_error);
}

TEST(CountingLimits, DivideTellsACountThatPassesItsBits) {
  EXPECT_THROW(divide(position(kWall), kMaxDepth, with(true)), std::overflow_error);
}

// The limit counts what the process has already taken: nothing may be left of it. Slow or an error, but no wrong
// number.
TEST(CountingLimits, TooLittleMemoryGivesNoWrongNumber) {
  const std::vector<char> taken(200 * kMiB, 1);
  CountOptions options = with(true);
  options.memory_bytes = taken.size() / 2;
  EXPECT_TRUE(perft(position(kStartFen), 4, options).totals.nodes == 197'281);
  EXPECT_TRUE(divide(position(kStartFen), 4, options).count.totals.nodes == 197'281);
  try {
    EXPECT_EQ(distinct(position(kStartFen), 3, options, {}), (std::vector<std::uint64_t>{1, 20, 400, 5362}));
  } catch (const ResourceError& error) {
    SUCCEED() << error.what();
  }
}

TEST(Machine, IsDescribed) {
  EXPECT_TRUE(slider_method() == "pext" || slider_method() == "hyperbola") << slider_method();
  EXPECT_GT(default_memory_bytes(), 64 * kMiB);
  EXPECT_GT(peak_memory_bytes(), kMiB);
}

}  // namespace
}  // namespace plyforge::testing
