#pragma once

#include <limits>
#include <span>
#include <vector>

#include "app/input/suite.h"
#include "count/counting.h"
#include "engines/engine.h"

namespace plyforge {

/// Which of a suite's counts are checked.
struct CheckLimits {
  int max_depth = kMaxDepth;
  Wide max_nodes = ~Wide{0};  ///< counts that are expected to be larger are left out

  bool admit(const Expectation& expected) const { return expected.depth <= max_depth && expected.nodes <= max_nodes; }
};

/// One count of a suite, and what was counted by us or by an engine.
struct Check {
  Expectation expected;
  double work = 0;  ///< leaves to be expected, by the suite or by the growth of the first plies, whichever says more
  bool done = false;
  Wide got = 0;
  bool at_least =
      false;  ///< there are `got` paths or more, which is more than the suite states: nobody counted further
  std::optional<EngineFailure> failure{};  ///< the engine gave no count

  bool mismatch() const { return done && (failure || got != expected.nodes); }
};

/// An entry of a suite on its way through.
struct CheckedEntry {
  SuiteEntry entry;
  std::optional<FenRecord> record{};  ///< nothing when the entry could not be read
  std::vector<Check> checks{};        ///< by depth, the smallest first
  std::vector<std::string> warnings{};
};

/// Reads a batch of entries, many at once; no count is done.
void read_batch(std::span<CheckedEntry> batch, const FenOptions& rules);

/// The FEN of an entry that could be read, as it was asked: with an en passant square that no capture uses, and with
/// castling rights as `style` has them, or as they were read.
std::string asked_fen(const CheckedEntry& item, std::optional<FenStyle> style = {});

/// Settles the counts that are far smaller than what the first plies promise, where a lower bound that is found at once
/// passes them: counting them out could take years. Throws Interrupted.
void refute_by_bounds(std::span<CheckedEntry> batch, const CheckLimits& limits, const std::stop_token& stop);

/// Reads and counts a batch of entries, many at once. A count that is expected to be large has all cores to itself, by
/// perft() with `options`; the others are counted one a core, the largest first, so that no core waits long for the
/// last. Where the options name devices all run there, the small ones in launches that they share. A count
/// that the suite states far too small is given up once more is found. When stopped it
/// returns early, with what is done marked so.
void check_batch(std::span<CheckedEntry> batch, const FenOptions& rules, const CheckLimits& limits,
                 const CountOptions& options);

}  // namespace plyforge
