// Endgames solved by the pipeline, byte for byte as the CPU solves them.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "cuda/test_backend.h"
#include "endgame/solve/device_solver.h"
#include "support/solved_endgames.h"

namespace plyforge::testing {
namespace {

constexpr std::size_t kMiB = std::size_t{1} << 20;

Devices device(std::size_t memory_bytes = 4096 * kMiB, const AllocationGate& gate = {}) {
  std::vector<std::unique_ptr<BatchBackend>> backends;
  backends.push_back(test_backend(gate));
  return Devices(std::move(backends), memory_bytes);
}

Material material(const char* name) { return parse_materials(name).front(); }

void expect_the_same(const SolvedEndgames& solved, const char* name) {
  SCOPED_TRACE(name);
  Devices devices = device();
  const EndgameTable& expected = solved.table(name);
  const EndgameTable table = solve_endgame_on(devices, material(name), solved.finder(), solved.pool(), {});
  ASSERT_EQ(table.sections().size(), expected.sections().size());
  for (std::size_t i = 0; i < table.sections().size(); ++i) {
    const TableSection& section = table.sections()[i];
    const TableSection& on_cpu = expected.sections()[i];
    EXPECT_EQ(section.metric, on_cpu.metric);
    EXPECT_EQ(section.black_to_move, on_cpu.black_to_move);
    EXPECT_EQ(section.width, on_cpu.width);
    EXPECT_TRUE(section.bytes == on_cpu.bytes) << plyforge::name(section.metric) << " " << section.black_to_move;
  }
}

TEST(PipelineEndgames, TheSameBytesAsOnTheCpu) {
  const SolvedEndgames solved({"KQvKR", "KBNvK", "KPvKP", "KPPvK"});
  for (const char* name : {"KQvK", "KNvK", "KPvK", "KQvKR", "KBNvK", "KPvKP", "KPPvK"}) {
    expect_the_same(solved, name);
  }
}

// Longest mates, in plies; sources in tests/host/endgame/endgame_solver_test.cpp.
TEST(PipelineEndgames, LongestMate) {
  const SolvedEndgames solved({"KQvKR"});
  Devices devices = device();
  const EndgameTable table = solve_endgame_on(devices, material("KQvKR"), solved.finder(), solved.pool(), {});
  int longest = 0;
  for (std::uint64_t i = 0; i < table.index().size(); ++i) {
    const StoredValue value = table.section(Metric::dtm, false)->at(i);
    if (value != kIllegal && value % 2 == 0) longest = std::max(longest, value - 1);
  }
  EXPECT_EQ(longest, 69);
}

TEST(PipelineEndgames, TooLittleMemoryIsAnError) {
  const SolvedEndgames solved({"KBNvK"});
  Devices devices = device(8 * kMiB);
  try {
    solve_endgame_on(devices, material("KBNvK"), solved.finder(), solved.pool(), {});
    FAIL() << "solved";
  } catch (const DeviceError& error) {
    EXPECT_STREQ(
        error.what(),
        "solving KBNvK takes 10 MiB of device memory, the budget is 8 MiB; give more memory, or solve it on the "
        "CPU");
  }
}

TEST(PipelineEndgames, FailingAllocationsAreErrors) {
  const SolvedEndgames solved({"KRvK"});
  int allocations = 0;
  Devices counting = device(64 * kMiB, [&](std::size_t) {
    ++allocations;
    return true;
  });
  solve_endgame_on(counting, material("KRvK"), solved.finder(), solved.pool(), {});
  ASSERT_GT(allocations, 20);
  for (int failing = 1; failing <= allocations; failing += 3) {
    int seen = 0;
    Devices devices = device(64 * kMiB, [&](std::size_t) { return ++seen != failing; });
    try {
      solve_endgame_on(devices, material("KRvK"), solved.finder(), solved.pool(), {});  // a smaller page will do
    } catch (const DeviceError& error) {
      EXPECT_THAT(error.what(), ::testing::HasSubstr("refused by a test"));
    }
  }
}

TEST(PipelineEndgames, StopWhenAsked) {
  const SolvedEndgames solved({"KQvK"});
  for (const Metric metric : {Metric::dtm, Metric::dtz}) {
    std::stop_source source;
    const WorkerPool pool(2, source.get_token());
    Devices devices = device();
    const auto stop_at = [&](const SolveProgress& news) {
      if (news.metric == metric && news.plies == 5) source.request_stop();
    };
    EXPECT_THROW(solve_endgame_on(devices, material("KQvK"), solved.finder(), pool, stop_at), Interrupted);
  }
}

// Five men, with wins that need more than 50 moves without a capture or pawn move.
TEST(PipelineEndgamesLong, CursedWins) { expect_the_same(SolvedEndgames({"KBBvKN"}), "KBBvKN"); }

}  // namespace
}  // namespace plyforge::testing
