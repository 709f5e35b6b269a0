// Counting on devices as the host does it: one or several of them, shared out, and their errors.

#include "count/devices.h"

#include <gtest/gtest.h>

#include "cuda/test_backend.h"
#include "notation/fen.h"
#include "support/bridge.h"
#include "support/data_files.h"
#include "support/published.h"
#include "support/random_boards.h"

namespace plyforge::testing {
namespace {

constexpr std::size_t kMiB = std::size_t{1} << 20;
constexpr Leaf kLeaves[] = {Leaf::moves, Leaf::stats, Leaf::outcome};

Devices devices(int count, const AllocationGate& gate = {}) {
  std::vector<std::unique_ptr<BatchBackend>> backends;
  for (int i = 0; i < count; ++i) backends.push_back(test_backend(gate));
  return Devices(std::move(backends), 64 * kMiB);
}

CountOptions on(Devices& devices, Leaf leaf = Leaf::moves, bool merge = true) {
  CountOptions options;
  options.devices = &devices;
  options.leaf = leaf;
  options.merge = merge;
  return options;
}

TEST(Devices, OneOrSeveralAgreeWithThePublishedTables) {
  for (const int count : {1, 2, 3}) {
    Devices several = devices(count);
    const auto count_on = [&](const FenRecord& record, int depth, Leaf leaf) {
      const CountReport report = perft(record.position, depth, on(several, leaf));
      EXPECT_EQ(report.backend, several.backend());
      EXPECT_EQ(report.devices.size(), static_cast<std::size_t>(count));
      return report.totals;
    };
    expect_published_nodes(read_stats(), 5'000'000, count_on);
    expect_published_statistics(read_stats(), 500'000, count_on);
  }
}

TEST(Devices, DivideAgreesWithTheCpu) {
  Devices two = devices(2);
  Random random(3200);
  random_boards(random, 20, [&](const rulebook::Board& board) {
    const Position position = position_of(board);
    for (const Leaf leaf : kLeaves) {
      for (const bool merge : {true, false}) {
        CountOptions cpu;
        cpu.leaf = leaf;
        for (int depth = 1; depth <= 3; ++depth) {
          const DivideReport expected = divide(position, depth, cpu);
          const DivideReport report = divide(position, depth, on(two, leaf, merge));
          ASSERT_EQ(report.lines.size(), expected.lines.size());
          EXPECT_EQ(report.count.totals, expected.count.totals);
          for (std::size_t i = 0; i < report.lines.size(); ++i) {
            EXPECT_EQ(report.lines[i].totals, expected.lines[i].totals) << leaf_name(leaf) << " line " << i;
          }
        }
      }
    }
  });
}

// Deep enough for each move to be merged on its own.
TEST(Devices, DivideOfSixPlies) {
  for (const int count : {1, 2}) {
    Devices some = devices(count);
    const DivideReport report = divide(parse_fen(kStartFen).position, 6, on(some));
    EXPECT_EQ(to_string(report.count.totals.nodes), "119060324");
    EXPECT_EQ(report.lines.size(), 20U);
    EXPECT_EQ(report.count.backend, some.backend());
  }
}

TEST(Devices, EachPositionOfASuite) {
  for (const int count : {1, 3}) {
    Devices some = devices(count);
    std::vector<BatchItem> items;
    std::vector<std::uint64_t> published;
    for (const PerftCase& perft_case : read_suite("chess960.epd")) {
      for (const auto& [depth, nodes] : perft_case.counts) {
        if (depth > 2) continue;
        items.push_back({parse_fen(perft_case.fen, {.chess960 = true}).position, depth});
        published.push_back(nodes);
      }
    }
    const std::vector<Totals> totals = some.perft_each(items, on(some));
    ASSERT_EQ(totals.size(), items.size());
    for (std::size_t i = 0; i < items.size(); ++i) EXPECT_EQ(to_string(totals[i].nodes), std::to_string(published[i]));
    EXPECT_TRUE(some.perft_each({}, on(some)).empty());
  }
}

TEST(Devices, PositionsWithoutMoves) {
  Devices two = devices(2);
  const Position mated = parse_fen("R5k1/5ppp/8/8/8/8/8/7K b - - 0 1").position;
  for (int depth = 0; depth <= 6; ++depth) {
    EXPECT_EQ(to_string(perft(mated, depth, on(two)).totals.nodes), depth == 0 ? "1" : "0");
  }
}

TEST(Devices, ADeviceThatFailsIsAnError) {
  for (const int count : {1, 2}) {
    Devices failing = devices(count, [](std::size_t) { return false; });
    EXPECT_THROW(perft(parse_fen(kStartFen).position, 5, on(failing)), DeviceError);
    EXPECT_THROW(divide(parse_fen(kStartFen).position, 6, on(failing)), DeviceError);
  }
}

TEST(Devices, StopWhenAsked) {
  for (const int count : {1, 2}) {
    Devices some = devices(count);
    CountOptions options = on(some);
    std::stop_source source;
    options.stop = source.get_token();
    options.progress = [&](const Progress& news) {
      EXPECT_LE(news.done, news.total);
      source.request_stop();
    };
    EXPECT_THROW(perft(parse_fen(kStartFen).position, 7, options), Interrupted);
  }
}

TEST(Devices, DepthOutOfRange) {
  Devices one = devices(1);
  EXPECT_THROW(perft(parse_fen(kStartFen).position, 65, on(one)), std::invalid_argument);
  EXPECT_THROW(perft(parse_fen(kStartFen).position, -1, on(one)), std::invalid_argument);
}

}  // namespace
}  // namespace plyforge::testing
