// Memory budgets, chunks, failing allocations, stopping, and what is reported.

#include <gtest/gtest.h>

#include <atomic>
#include <map>

#include "count/counting.h"
#include "cuda/test_backend.h"
#include "notation/fen.h"
#include "rulebook/count.h"
#include "rulebook/fen.h"
#include "support/bridge.h"
#include "support/published.h"
#include "support/random_boards.h"

namespace plyforge::testing {
namespace {

constexpr std::size_t kMiB = std::size_t{1} << 20;

const Position kStart = parse_fen(kStartFen).position;
const Position kKiwipete = parse_fen(kKiwipeteFen).position;

/// Published: perft(1) to perft(7) of the start position.
constexpr const char* kStartCounts[] = {"1", "20", "400", "8902", "197281", "4865609", "119060324", "3195901860"};

BatchOptions within(std::size_t bytes) {
  BatchOptions options;
  options.memory_bytes = bytes;
  return options;
}

std::string nodes_of(const Result<BatchReport>& report) {
  return report.ok() ? to_string(report.value().totals.nodes) : report.error().message();
}

TEST(PipelineLimits, BudgetIsKeptAndCountsStayTheSame) {
  for (const std::size_t mebibytes : {8, 9, 12, 20, 40, 100}) {
    const Result<BatchReport> report = test_backend()->count(kStart, 6, within(mebibytes * kMiB));
    EXPECT_EQ(nodes_of(report), kStartCounts[6]) << mebibytes << " MiB";
    if (report.ok()) {
      EXPECT_LE(report.value().peak_bytes, mebibytes * kMiB);
    }
  }
}

TEST(PipelineLimits, TooSmallABudgetIsRefused) {
  const Result<BatchReport> report = test_backend()->count(kStart, 3, within(8 * kMiB - 1));
  ASSERT_FALSE(report.ok());
  EXPECT_EQ(report.error().kind, BatchError::Kind::bad_request);
  EXPECT_EQ(report.error().message(), "the memory budget is 8388607 bytes; it must be at least 8 MiB");
}

TEST(PipelineLimits, ChunksOfAnySizeAreTheSame) {
  for (const std::size_t chunk : {1, 2048, 3000, 10000, 1000000}) {
    for (const LeafMethod method : {LeafMethod::set_wise, LeafMethod::fused_two_plies}) {
      for (const bool merge : {true, false}) {
        BatchOptions options = within(64 * kMiB);
        options.chunk_children = chunk;
        options.method = method;
        options.merge = merge;
        EXPECT_EQ(nodes_of(test_backend()->count(kStart, 5, options)), kStartCounts[5]) << chunk;
        EXPECT_EQ(nodes_of(test_backend()->count(kKiwipete, 4, options)), "4085603") << chunk;
      }
    }
  }
}

// Wherever one allocation fails, the count is right, by smaller chunks, or the error says so.
TEST(PipelineLimits, OneFailingAllocationChangesNothing) {
  for (const LeafMethod method : {LeafMethod::set_wise, LeafMethod::fused_two_plies}) {
    BatchOptions options = within(16 * kMiB);
    options.method = method;
    std::vector<std::size_t> sizes;
    const auto note = [&](std::size_t bytes) {
      sizes.push_back(bytes);
      return true;
    };
    ASSERT_EQ(nodes_of(test_backend(note)->count(kStart, 5, options)), kStartCounts[5]);
    ASSERT_GT(sizes.size(), 10U);
    for (std::size_t failing = 0; failing < sizes.size(); ++failing) {
      SCOPED_TRACE("allocation " + std::to_string(failing) + " of " + std::to_string(sizes[failing]) + " bytes");
      std::size_t seen = 0;
      const auto backend = test_backend([&](std::size_t) { return seen++ != failing; });
      const Result<BatchReport> report = backend->count(kStart, 5, options);
      constexpr std::size_t large = 400'000;  // larger than the least tables and chunks
      if (report.ok() || sizes[failing] > large) {
        EXPECT_EQ(nodes_of(report), kStartCounts[5]);
      } else {
        EXPECT_EQ(report.error().kind, BatchError::Kind::out_of_memory);
      }
    }
  }
}

TEST(PipelineLimits, MemoryThatEndsIsAnError) {
  for (int last = 0; last < 10; ++last) {
    int seen = 0;
    const auto backend = test_backend([&](std::size_t) { return ++seen <= last; });
    const Result<BatchReport> report = backend->count(kStart, 6, within(16 * kMiB));
    ASSERT_FALSE(report.ok()) << last;
    EXPECT_EQ(report.error().kind, BatchError::Kind::out_of_memory);
  }
}

TEST(PipelineLimits, LargeAllocationsThatFailMakeSmallerChunks) {
  const auto backend = test_backend([](std::size_t bytes) { return bytes <= 1 * kMiB; });
  EXPECT_EQ(nodes_of(backend->count(kStart, 5, within(64 * kMiB))), kStartCounts[5]);
}

TEST(PipelineLimits, FailingAllocationsInBatches) {
  const std::vector<BatchItem> items = {{kStart, 3}, {kKiwipete, 3}, {kStart, 4}};
  for (int failing = 1; failing <= 30; ++failing) {
    int seen = 0;
    const auto backend = test_backend([&](std::size_t) { return ++seen != failing; });
    const auto totals = backend->count_each(items, within(16 * kMiB));
    if (!totals.ok()) {
      EXPECT_EQ(totals.error().kind, BatchError::Kind::out_of_memory);
      continue;
    }
    EXPECT_EQ(to_string(totals.value()[0].nodes), "8902");
    EXPECT_EQ(to_string(totals.value()[1].nodes), "97862");
    EXPECT_EQ(to_string(totals.value()[2].nodes), "197281");
  }
}

TEST(PipelineLimits, StopsWhereverItIsAskedTo) {
  for (const bool merge : {true, false}) {
    for (int pauses = 0; pauses < 40; pauses += 3) {
      std::stop_source source;
      int seen = 0;
      BatchOptions options = within(16 * kMiB);
      options.merge = merge;
      options.stop = source.get_token();
      options.progress = [&](const BatchProgress&) {
        if (seen++ == pauses) source.request_stop();
      };
      const Result<BatchReport> report = test_backend()->count(kStart, 6, options);
      if (report.ok()) {
        EXPECT_EQ(nodes_of(report), kStartCounts[6]);
        EXPECT_LE(seen, pauses + 1);
      } else {
        EXPECT_EQ(report.error().kind, BatchError::Kind::stopped);
      }
    }
  }
}

TEST(PipelineLimits, ProgressGoesForward) {
  double last = 0;
  int calls = 0;
  BatchOptions options = within(16 * kMiB);
  options.progress = [&](const BatchProgress& progress) {
    ++calls;
    EXPECT_GE(progress.share, last);
    EXPECT_LE(progress.share, 1);
    EXPECT_GE(progress.ply, 1);
    EXPECT_LE(progress.ply, 6);
    last = progress.share;
  };
  EXPECT_EQ(nodes_of(test_backend()->count(kStart, 6, options)), kStartCounts[6]);
  EXPECT_GT(calls, 5);
}

TEST(PipelineLimits, TooManyPathsToOnePositionAreAnError) {
  const std::vector<WeightedPosition> frontier = {{kStart, (std::uint64_t{1} << 63) + 5},
                                                  {kStart, std::uint64_t{1} << 63}};
  const Result<BatchReport> report = test_backend()->count_frontier(frontier, 4, within(16 * kMiB));
  ASSERT_FALSE(report.ok());
  EXPECT_EQ(report.error().kind, BatchError::Kind::overflow);
}

TEST(PipelineLimits, TotalsPass64Bits) {
  const std::vector<WeightedPosition> frontier = {{kStart, std::uint64_t{1} << 63},
                                                  {kKiwipete, std::uint64_t{1} << 62}};
  for (const LeafMethod method : {LeafMethod::set_wise, LeafMethod::fused_two_plies}) {
    BatchOptions options = within(16 * kMiB);
    options.method = method;
    const Wide expected = (Wide{8902} << 63) + (Wide{97862} << 62);
    EXPECT_EQ(nodes_of(test_backend()->count_frontier(frontier, 3, options)), to_string(expected));
  }
}

TEST(PipelineLimits, DeepCountsOfManyLayers) {
  const char* fen = "k7/8/p1p1p1p1/P1P1P1P1/8/8/8/7K w - - 0 1";
  const rulebook::Count nodes = rulebook::layered_perft(rulebook::read_fen(fen), 16);
  EXPECT_EQ(nodes_of(test_backend()->count(parse_fen(fen).position, 16, within(64 * kMiB))), to_string(nodes));
}

// Distinct positions from the start: OEIS A083276.
TEST(PipelineLimits, LayersAreTheDistinctPositions) {
  const Result<BatchReport> report = test_backend()->count(kStart, 7, within(512 * kMiB));
  ASSERT_TRUE(report.ok()) << report.error().message();
  EXPECT_EQ(nodes_of(report), kStartCounts[7]);
  const std::uint64_t distinct[] = {20, 400, 5362, 72078, 822518};
  const std::uint64_t children[] = {20, 400, 8902};
  ASSERT_EQ(report.value().layers.size(), 5U);
  for (std::size_t i = 0; i < 5; ++i) EXPECT_EQ(report.value().layers[i].positions, distinct[i]) << i + 1;
  for (std::size_t i = 0; i < 3; ++i) EXPECT_EQ(report.value().layers[i].children, children[i]) << i + 1;
}

TEST(PipelineLimits, ExpandGivesEveryChildOnce) {
  const auto backend = test_backend();
  std::vector<WeightedPosition> frontier = {{kStart, 1}};
  const std::size_t distinct[] = {20, 400, 5362, 72078};
  const std::uint64_t paths[] = {20, 400, 8902, 197281};
  for (int ply = 0; ply < 4; ++ply) {
    const auto next = backend->expand(frontier, within(16 * kMiB));
    ASSERT_TRUE(next.ok()) << next.error().message();
    frontier = next.value();
    EXPECT_EQ(frontier.size(), distinct[ply]);
    std::uint64_t sum = 0;
    for (const WeightedPosition& child : frontier) sum += child.multiplicity;
    EXPECT_EQ(sum, paths[ply]);
  }
}

// Of six plies the last two are leaves; the fourth is merged where that is thought to pay.
TEST(PipelineLimits, RatesDecideWhereMergingStops) {
  const std::pair<double, std::size_t> merge_child_and_layers[] = {{1e-6, 4}, {1e6, 3}};
  for (const auto& [merge_child, layers] : merge_child_and_layers) {
    BatchOptions options = within(64 * kMiB);
    options.rates = {.merge_child = merge_child, .two_plies = 1, .last_ply = 1};
    const Result<BatchReport> report = test_backend()->count(kStart, 6, options);
    EXPECT_EQ(nodes_of(report), kStartCounts[6]);
    ASSERT_TRUE(report.ok());
    EXPECT_EQ(report.value().layers.size(), layers);
  }
}

// Each share counted in another way: what it is a share of must not depend on where merging stops or on the memory.
TEST(PipelineLimits, SharesOfACountAddUp) {
  const auto backend = test_backend();
  for (const Leaf leaf : {Leaf::moves, Leaf::stats, Leaf::outcome}) {
    for (const int remaining : {2, 3}) {
      for (const std::uint64_t shares : {2, 5}) {
        Totals sum;
        for (std::uint64_t part = 0; part < shares; ++part) {
          BatchOptions options = within((part % 2 == 0 ? 64 : 9) * kMiB);
          options.leaf = leaf;
          options.merge = part % 3 != 1;
          options.method = part % 4 < 2 ? LeafMethod::set_wise : LeafMethod::fused_two_plies;
          options.rates = {.merge_child = part % 5 < 2 ? 1e-6 : 1e6, .two_plies = 1, .last_ply = 1};
          options.share = {.of_positions = {part, shares}, .remaining = remaining};
          const Result<BatchReport> report = backend->count(kKiwipete, 4, options);
          ASSERT_TRUE(report.ok()) << report.error().message();
          EXPECT_LT(report.value().totals.nodes, 4085603U);
          sum.add(report.value().totals);
        }
        EXPECT_EQ(sum, perft_unmerged(kKiwipete, 4, leaf)) << remaining << " in " << shares;
      }
    }
  }
}

TEST(PipelineLimits, SharesOfTooFewPliesAreRefused) {
  for (const int remaining : {0, 1, 5, 6}) {
    BatchOptions options = within(16 * kMiB);
    options.share = {.of_positions = {0, 2}, .remaining = remaining};
    const Result<BatchReport> report = test_backend()->count(kStart, 5, options);
    ASSERT_FALSE(report.ok());
    EXPECT_EQ(report.error().kind, BatchError::Kind::bad_request);
  }
}

TEST(PipelineLimitsLong, SevenPliesIn256MiB) {
  const Result<BatchReport> report = test_backend()->count(kStart, 7, within(256 * kMiB));
  EXPECT_EQ(nodes_of(report), kStartCounts[7]);
  if (report.ok()) {
    EXPECT_LE(report.value().peak_bytes, 256 * kMiB);
  }
}

}  // namespace
}  // namespace plyforge::testing
