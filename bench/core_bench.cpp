// Microbenchmarks of the parts that counting is made of: the generator, the bulk count, making a move, and merging.
// Rates are per second of one thread: moves made or generated, leaves counted.

#include <benchmark/benchmark.h>

#include <cstdint>
#include <string>

#include "count/counting.h"
#include "movegen/legal.h"
#include "notation/fen.h"
#include "positions.h"

namespace plyforge {
namespace {

using benchmark::Counter;
using benchmark::State;

/// Work of one iteration, shown as a rate.
Counter rate(double per_iteration) { return {per_iteration, Counter::kIsIterationInvariantRate}; }

void generate(State& state, const Position& position) {
  std::size_t moves = 0;
  for (auto _ : state) {
    const MoveList list = legal_moves(position);
    moves = list.size();
    benchmark::DoNotOptimize(list.begin());
  }
  state.counters["moves"] = rate(static_cast<double>(moves));
}

void make(State& state, const Position& position) {
  const MoveList list = legal_moves(position);
  for (auto _ : state) {
    for (const Move move : list) benchmark::DoNotOptimize(after(position, move));
  }
  state.counters["moves"] = rate(static_cast<double>(list.size()));
}

void bulk_count(State& state, const Position& position, Leaf leaf) {
  const auto depth = static_cast<int>(state.range(0));
  Totals totals;
  for (auto _ : state) {
    totals = perft_unmerged(position, depth, leaf);
    benchmark::DoNotOptimize(totals);
  }
  state.counters["leaves"] = rate(to_double(totals.nodes));
}

/// Expanding and merging alone: the distinct positions of a few plies.
void merge(State& state, const Position& position) {
  CountOptions options;
  options.threads = 1;
  const auto depth = static_cast<int>(state.range(0));
  std::uint64_t positions = 0;
  for (auto _ : state) {
    positions = 0;
    for (const std::uint64_t layer : distinct(position, depth, options, {})) positions += layer;
  }
  state.counters["positions"] = rate(static_cast<double>(positions));
}

/// A whole merged count.
void merged_perft(State& state, const Position& position) {
  CountOptions options;
  options.threads = 1;
  const auto depth = static_cast<int>(state.range(0));
  CountReport report;
  for (auto _ : state) report = perft(position, depth, options);
  state.counters["leaves"] = rate(to_double(report.totals.nodes));
  state.counters["leaf_share"] = report.leaf_seconds / report.seconds;
}

void register_all() {
  for (const auto& [name, fen, depth] : kBenchPositions) {
    const Position position = parse_fen(fen).position;
    const auto title = [name = std::string(name)](const std::string& what) { return what + "/" + name; };
    benchmark::RegisterBenchmark(title("generate").c_str(), generate, position);
    benchmark::RegisterBenchmark(title("make").c_str(), make, position);
    for (const Leaf leaf : {Leaf::moves, Leaf::stats, Leaf::outcome}) {
      const std::string what = "bulk_count_" + std::string(leaf_name(leaf));
      benchmark::RegisterBenchmark(title(what).c_str(), bulk_count, position, leaf)->DenseRange(1, 3);
    }
    benchmark::RegisterBenchmark(title("merge").c_str(), merge, position)->Arg(4)->Unit(benchmark::kMillisecond);
    benchmark::RegisterBenchmark(title("merged_perft").c_str(), merged_perft, position)
        ->Arg(depth)
        ->Unit(benchmark::kMillisecond);
  }
}

}  // namespace
}  // namespace plyforge

int main(int argc, char** argv) {
  plyforge::register_all();
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
}
