#include "suites/suite_maker.h"

#include <tbb/parallel_for.h>

#include <algorithm>

#include "base/memory.h"
#include "board/position_hash.h"
#include "count/counting.h"
#include "count/position_table.h"

namespace plyforge {
namespace {

/// Games or scenes that are played at once. What a seed gives depends on it: the search for a kind goes on to the end
/// of the batch that completes it.
constexpr std::uint64_t kBatch = 128;

/// Up to this depth each core counts a position of its own; deeper counts use all cores, with merging.
constexpr int kShallow = 5;

/// The positions of one game or scene that may be taken.
struct Source {
  std::vector<Candidate> positions;
  std::vector<Strata> strata;  ///< of each; empty for positions of any kind
};

/// Positions that have been handed out.
class Seen {
 public:
  explicit Seen(std::size_t bytes)
      : budget_(bytes != 0 ? bytes : default_memory_bytes()), table_(budget_, Payload::none()) {}

  /// Whether the position is new; from now on it is not.
  bool add(const Position& position) {
    const std::size_t before = table_.size();
    if (!table_.add(position, hash(position), 1)) {
      throw ResourceError("the memory limit does not hold " + std::to_string(before) +
                          " positions, needed to detect repeats; raise --memory, or give --repeats");
    }
    return table_.size() != before;
  }

 private:
  MemoryBudget budget_;
  PositionTable table_;
};

class Maker {
 public:
  Maker(const SuiteOrder& order, const std::function<void(const SuiteLine&)>& use)
      : order_(order), use_(use), seen_(order.memory_bytes) {}

  std::vector<Shortfall> run() {
    take_any();
    take_strata();
    return std::move(shortfalls_);
  }

 private:
  /// Plays batch after batch until `open()` is false; `take(source, number)` chooses from each game or scene in turn.
  template <class Play, class Open, class Take>
  void play_batches(const Play& play, const Open& open, const Take& take) {
    std::vector<Source> batch(kBatch);
    for (std::uint64_t first = 0; open(); first += kBatch) {
      tbb::parallel_for(std::uint64_t{0}, kBatch, [&](std::uint64_t i) {
        if (!order_.stop.stop_requested()) batch[i] = play(first + i);
      });
      for (std::uint64_t i = 0; i < kBatch; ++i) take(batch[i], first + i);
      hand_out();
    }
  }

  void take_any() {
    std::uint64_t found = 0;
    std::uint64_t last_find = 0;
    std::uint64_t now = 0;
    const auto play = [&](std::uint64_t number) {
      RandomNumbers random(order_.seed, 2 * number);
      Source source;
      constexpr int kTakenPercent = 10;  // neighbouring positions of a game are much alike
      for (const Candidate& candidate : random_game(random, order_.variant)) {
        if (random.percent(kTakenPercent)) source.positions.push_back(candidate);
      }
      return source;
    };
    const auto open = [&] { return found < order_.any && now - last_find < order_.patience; };
    const auto take = [&](const Source& source, std::uint64_t number) {
      now = number;
      for (const Candidate& candidate : source.positions) {
        if (found == order_.any || !accept(candidate, std::nullopt)) continue;
        ++found;
        last_find = number;
      }
    };
    play_batches(play, open, take);
    if (found < order_.any) shortfalls_.push_back({"positions", order_.any, found});
  }

  void take_strata() {
    std::array<std::uint64_t, kStrata> found{};
    std::array<std::uint64_t, kStrata> last_find{};
    std::uint64_t now = 0;
    const auto wants = [&](std::size_t s) { return found[s] < order_.each[s] && now - last_find[s] < order_.patience; };
    const auto play = [&](std::uint64_t number) {
      RandomNumbers random(order_.seed, 2 * number + 1);
      Source source;
      const auto turn = static_cast<int>(number % (kThemes + 1));
      source.positions = turn == kThemes ? random_game(random, order_.variant)
                                         : random_scene(random, order_.variant, static_cast<Theme>(turn));
      for (const Candidate& candidate : source.positions) source.strata.push_back(strata_of(candidate));
      return source;
    };
    const auto open = [&] {
      for (std::size_t s = 0; s < kStrata; ++s) {
        if (wants(s)) return true;
      }
      return false;
    };
    // One position of a stratum from each game or scene, since neighbouring positions are much alike.
    const auto take = [&](const Source& source, std::uint64_t number) {
      now = number;
      Strata taken;
      for (std::size_t i = 0; i < source.positions.size(); ++i) {
        for (std::size_t s = 0; s < kStrata; ++s) {
          if (!source.strata[i][s] || taken[s] || !wants(s)) continue;
          if (!accept(source.positions[i], static_cast<Stratum>(s))) break;
          taken.set(s);
          ++found[s];
          last_find[s] = number;
          break;
        }
      }
    };
    play_batches(play, open, take);
    for (std::size_t s = 0; s < kStrata; ++s) {
      if (found[s] < order_.each[s]) {
        shortfalls_.push_back({std::string(kStratumInfo[s].name), order_.each[s], found[s]});
      }
    }
  }

  bool accept(const Candidate& candidate, std::optional<Stratum> stratum) {
    if (!order_.repeats && !seen_.add(candidate.record.position)) return false;
    lines_.push_back({candidate, stratum, {}});
    return true;
  }

  /// Counts the waiting lines and hands them out.
  void hand_out() {
    if (order_.stop.stop_requested()) throw Interrupted();
    tbb::parallel_for(std::size_t{0}, lines_.size(), [&](std::size_t i) {
      for (int depth = 1; depth <= std::min(order_.depth, kShallow); ++depth) {
        if (order_.stop.stop_requested()) return;
        const Position& position = lines_[i].candidate.record.position;
        lines_[i].counts.push_back(perft_unmerged(position, depth, Leaf::moves, order_.stop).nodes);
      }
    });
    const CountOptions options{.memory_bytes = order_.memory_bytes, .stop = order_.stop, .progress = {}};
    for (SuiteLine& line : lines_) {
      for (int depth = kShallow + 1; depth <= order_.depth; ++depth) {
        line.counts.push_back(perft(line.candidate.record.position, depth, options).totals.nodes);
      }
    }
    if (order_.stop.stop_requested()) throw Interrupted();
    for (const SuiteLine& line : lines_) use_(line);
    lines_.clear();
  }

  const SuiteOrder& order_;
  const std::function<void(const SuiteLine&)>& use_;
  Seen seen_;
  std::vector<SuiteLine> lines_;  ///< not yet handed out
  std::vector<Shortfall> shortfalls_;
};

}  // namespace

std::vector<Shortfall> make_suite(const SuiteOrder& order, const std::function<void(const SuiteLine&)>& use) {
  return Maker(order, use).run();
}

}  // namespace plyforge
