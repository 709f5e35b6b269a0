// Suites of unrelated positions, counted in launches that they share.

#include <gtest/gtest.h>

#include "count/counting.h"
#include "cuda/test_backend.h"
#include "notation/fen.h"
#include "rulebook/board.h"
#include "support/bridge.h"
#include "support/data_files.h"
#include "support/random_boards.h"

namespace plyforge::testing {
namespace {

constexpr std::size_t kMiB = std::size_t{1} << 20;

std::vector<Totals> count_each(const std::vector<BatchItem>& items, const BatchOptions& options) {
  const Result<std::vector<Totals>> totals = test_backend()->count_each(items, options);
  EXPECT_TRUE(totals.ok()) << totals.error().message();
  return totals.ok() ? totals.value() : std::vector<Totals>(items.size());
}

std::vector<BatchItem> random_items(int count, int most_depth, std::uint64_t stream) {
  Random random(stream);
  std::vector<BatchItem> items;
  random_boards(random, count, [&](const rulebook::Board& board) {
    items.push_back({position_of(board), random.below(most_depth + 1)});
  });
  return items;
}

TEST(Batches, OfNothing) { EXPECT_TRUE(count_each({}, {}).empty()); }

TEST(Batches, OfRandomBoardsAgreeWithUnmergedCounting) {
  const std::vector<BatchItem> items = random_items(300, 2, 3100);
  for (const Leaf leaf : {Leaf::moves, Leaf::stats, Leaf::outcome}) {
    for (const LeafMethod method : {LeafMethod::set_wise, LeafMethod::piece_wise, LeafMethod::fused_two_plies}) {
      if (leaf != Leaf::moves && method != LeafMethod::set_wise) continue;
      BatchOptions options;
      options.leaf = leaf;
      options.method = method;
      options.memory_bytes = 32 * kMiB;
      const std::vector<Totals> totals = count_each(items, options);
      for (std::size_t i = 0; i < items.size(); ++i) {
        ASSERT_EQ(totals[i], perft_unmerged(items[i].position, items[i].depth, leaf))
            << leaf_name(leaf) << " item " << i << " depth " << items[i].depth;
      }
    }
  }
}

// Small chunks cut items apart.
TEST(Batches, InSmallChunksAreTheSame) {
  const std::vector<BatchItem> items = random_items(40, 3, 3101);
  BatchOptions options;
  options.method = LeafMethod::set_wise;
  options.memory_bytes = 8 * kMiB;
  options.chunk_children = 1;
  const std::vector<Totals> totals = count_each(items, options);
  for (std::size_t i = 0; i < items.size(); ++i) {
    ASSERT_EQ(totals[i], perft_unmerged(items[i].position, items[i].depth, Leaf::moves)) << "item " << i;
  }
}

/// Expects the published counts of a suite to a depth, all positions and depths in one batch.
void expect_suite(std::string_view file, int most_depth) {
  std::vector<BatchItem> items;
  std::vector<std::uint64_t> published;
  std::vector<std::string> names;
  for (const PerftCase& perft_case : read_suite(file)) {
    for (const auto& [depth, count] : perft_case.counts) {
      if (depth > most_depth) continue;
      items.push_back({parse_fen(perft_case.fen, {.chess960 = true}).position, depth});
      published.push_back(count);
      names.push_back(perft_case.fen + " depth " + std::to_string(depth));
    }
  }
  BatchOptions options;
  options.memory_bytes = 128 * kMiB;
  const std::vector<Totals> totals = count_each(items, options);
  for (std::size_t i = 0; i < items.size(); ++i) {
    EXPECT_EQ(to_string(totals[i].nodes), std::to_string(published[i])) << names[i];
  }
}

TEST(Batches, OfPublishedSuites) {
  expect_suite("standard.epd", 3);
  expect_suite("chess960.epd", 3);
  expect_suite("bug_reports.epd", 3);
}

TEST(BatchesLong, OfPublishedSuites) {
  expect_suite("standard.epd", 5);
  expect_suite("chess960.epd", 5);
}

TEST(Batches, SayWhichDepthIsWrong) {
  const Position start = parse_fen(kStartFen).position;
  const auto result = test_backend()->count_each({{BatchItem{start, 2}, BatchItem{start, -1}}}, {});
  ASSERT_FALSE(result.ok());
  EXPECT_EQ(result.error().kind, BatchError::Kind::bad_request);
  EXPECT_EQ(result.error().message(), "the depth is -1; it must be 0 to 64 plies");
}

}  // namespace
}  // namespace plyforge::testing
