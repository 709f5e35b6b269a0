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

/// How much may be spent on one position.
struct SearchLimits {
  std::optional<std::uint64_t> nodes{};  ///< positions looked at
  std::optional<double> seconds{};
  std::stop_token stop{};
};

/// A move of a node's list; those with high scores are tried first.
struct ScoredMove {
  Move move;
  std::int32_t score;
};

/// What one thread searches with, position after position. Nothing is allocated while it searches.
struct SearchState {
  /// `table_bytes`: for proofs.
  explicit SearchState(std::size_t table_bytes);

  /// Before a new position.
  void begin(const SearchLimits& limits);

  /// Looks at the limits; whether to stop. Called when `nodes` reaches `next_look`.
  bool look();

  ProofTable table;
  std::vector<ScoredMove> moves;  ///< the lists of the nodes from the root to the present one, one after another
  /// How often a defender's move from a square to a square refuted, for the order of replies.
  std::array<std::int32_t, std::size_t{64} * 64> refutations{};
  std::uint64_t nodes = 0;
  std::uint64_t next_look = 0;
  bool stopped = false;  ///< answers mean nothing any more

 private:
  SearchLimits limits_;
  Clock::time_point deadline_;
};

/// The exhaustive search for one stipulation, compiled once for each instruction set.
struct MateSearch {
  /// Whether the mover reaches the goal in `plies` plies or fewer (with help: in exactly so many, and is to be asked
  /// only where it is known that fewer do not do). Not to be believed if `state.stopped` after it.
  bool (*reaches)(SearchState& state, const Stipulation& stipulation, const Position& position, int plies);

  /// Whether the goal is reached in `plies` plies or fewer whatever the mover does, who is the defender.
  bool (*is_forced)(SearchState& state, const Stipulation& stipulation, const Position& position, int plies);
};

/// The search that suits this processor.
const MateSearch& mate_search();

}  // namespace plyforge
