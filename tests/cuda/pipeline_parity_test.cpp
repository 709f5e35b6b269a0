// The batched pipeline on Thrust's CPU systems against the CPU backend, on the same work.

#include <gtest/gtest.h>

#include "count/counting.h"
#include "cuda/test_backend.h"
#include "notation/fen.h"
#include "rulebook/count.h"
#include "rulebook/fen.h"
#include "support/bridge.h"
#include "support/data_files.h"
#include "support/published.h"
#include "support/random_boards.h"

namespace plyforge::testing {
namespace {

constexpr Leaf kLeaves[] = {Leaf::moves, Leaf::stats, Leaf::outcome};
constexpr std::size_t kMiB = std::size_t{1} << 20;

/// The ways in which the pipeline can count the moves of the last plies.
std::vector<LeafMethod> methods_of(Leaf leaf) {
  if (leaf != Leaf::moves) return {LeafMethod::automatic};
  return {LeafMethod::set_wise, LeafMethod::piece_wise, LeafMethod::fused_two_plies};
}

void expect_totals(BatchBackend& backend, const Position& position, int depth, Leaf leaf, const Totals& totals) {
  for (const LeafMethod method : methods_of(leaf)) {
    for (const bool merge : {true, false}) {
      BatchOptions options;
      options.leaf = leaf;
      options.method = method;
      options.merge = merge;
      options.memory_bytes = 64 * kMiB;
      const Result<BatchReport> report = backend.count(position, depth, options);
      ASSERT_TRUE(report.ok()) << report.error().message();
      EXPECT_EQ(report.value().totals, totals)
          << leaf_name(leaf) << " method " << static_cast<int>(method) << (merge ? " merged" : " plain");
    }
  }
}

/// Expects the totals of the CPU backend, on random boards of every kind.
void expect_parity(int boards, int depth, std::uint64_t stream) {
  const auto backend = test_backend();
  Random random(stream);
  random_boards(random, boards, [&](const rulebook::Board& board) {
    if (::testing::Test::HasFailure()) return;
    SCOPED_TRACE(rulebook::write_fen(board));
    const Position position = position_of(board);
    for (const Leaf leaf : kLeaves) {
      expect_totals(*backend, position, depth, leaf, perft_unmerged(position, depth, leaf));
    }
  });
}

TEST(PipelineParity, OfNoPly) { expect_parity(100, 0, 3000); }
TEST(PipelineParity, OfOnePly) { expect_parity(1000, 1, 3001); }
TEST(PipelineParity, OfTwoPlies) { expect_parity(200, 2, 3002); }
TEST(PipelineParity, OfThreePlies) { expect_parity(20, 3, 3003); }

TEST(PipelineParityLong, OfThreePlies) { expect_parity(1000, 3, 3004); }
TEST(PipelineParityLong, OfFourPlies) { expect_parity(1000, 4, 3005); }

TEST(PipelineParity, OfTheWellKnownPositions) {
  const auto backend = test_backend();
  for (const StatsCase& row : read_stats()) {
    if (row.nodes > 200'000) continue;
    SCOPED_TRACE(row.name + " depth " + std::to_string(row.depth));
    const Position position = parse_fen(row.fen).position;
    for (const Leaf leaf : kLeaves) {
      expect_totals(*backend, position, row.depth, leaf, perft_unmerged(position, row.depth, leaf));
    }
  }
}

TEST(PipelineParity, OfPublishedTables) {
  const auto backend = test_backend();
  const auto count = [&](const FenRecord& record, int depth, Leaf leaf) {
    BatchOptions options;
    options.leaf = leaf;
    options.memory_bytes = 256 * kMiB;
    const Result<BatchReport> report = backend->count(record.position, depth, options);
    EXPECT_TRUE(report.ok()) << report.error().message();
    return report.ok() ? report.value().totals : Totals{};
  };
  expect_published_nodes(read_stats(), 30'000'000, count);
  expect_published_statistics(read_stats(), 5'000'000, count);
}

}  // namespace
}  // namespace plyforge::testing
