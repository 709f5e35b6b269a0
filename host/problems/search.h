#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <stop_token>
#include <vector>

#include "base/clock.h"
#include "board/move.h"
#include "board/position.h"
#include "problems/proof_table.h"
#include "problems/stipulation.h"

namespace plyforge {

/// The limits for one position.
struct SearchLimits {
  std::optional<std::uint64_t> nodes{};  ///< positions searched
  std::optional<double> seconds{};
  std::stop_token stop{};
};

/// A move in a node's list; moves with high scores are tried first.
struct ScoredMove {
  Move move;
  std::int32_t score;
};

/// The state of one thread's search, reused for each position. The search itself allocates nothing.
struct SearchState {
  /// `table_bytes`: the memory for proofs.
  explicit SearchState(std::size_t table_bytes);

  /// Prepares for a new position.
  void begin(const SearchLimits& limits);

  /// Checks the limits; returns whether to stop. Called when `nodes` reaches `next_look`.
  bool look();

  ProofTable table;
  std::vector<ScoredMove> moves;  ///< the lists of the nodes from the root to the current one, in order
  /// How often a defender's move between two squares was a refutation; orders the replies.
  std::array<std::int32_t, std::size_t{64} * 64> refutations{};
  std::uint64_t nodes = 0;
  std::uint64_t next_look = 0;
  bool stopped = false;  ///< results are no longer valid

 private:
  SearchLimits limits_;
  Clock::time_point deadline_;
};

/// The exhaustive search for one stipulation, compiled once per instruction set.
struct MateSearch {
  /// Whether the side to move reaches the goal in at most `plies` plies (with help: in exactly that many; call it only
  /// if fewer are known not to suffice). The result is invalid if `state.stopped` is set afterwards.
  bool (*reaches)(SearchState& state, const Stipulation& stipulation, const Position& position, int plies);

  /// Whether the goal is reached in at most `plies` plies whatever the side to move, the defender, plays.
  bool (*is_forced)(SearchState& state, const Stipulation& stipulation, const Position& position, int plies);
};

/// The fastest search for this processor.
const MateSearch& mate_search();

}  // namespace plyforge
