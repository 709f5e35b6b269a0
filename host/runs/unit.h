#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "leaf/leaf.h"
#include "notation/fen.h"

namespace plyforge {

/// What a run counts.
struct RunQuestion {
  FenRecord root;
  int depth = 1;  ///< plies, 1 at least
  int split = 0;  ///< plies after which the work is cut into units, below depth
  Leaf leaf = Leaf::moves;

  /// Plies that are counted below each unit.
  int unit_depth() const { return depth - split; }
};

/// The move paths from the root to a unit that begin with one move.
struct UnitPaths {
  std::string first_move;  ///< UCI; empty where the unit is the root itself
  std::uint64_t multiplicity = 0;
};

/// One independent piece of a run: a distinct position after the plies of the split.
struct Unit {
  std::int64_t id = 0;  ///< from 1
  std::string fen;      ///< normalised
  std::vector<UnitPaths> paths{};
};

/// What somebody counted below a unit, once.
struct UnitCount {
  Totals totals;
  std::string backend;   ///< "cpu" or "cuda"
  bool merged = true;    ///< whether equal positions were merged
  std::string version;   ///< of the program
  std::string worker;    ///< host name and process
  double seconds = 0;    ///< it took
  std::string finished;  ///< UTC, as 2026-01-31T12:00:00Z
};

/// A unit with all that has been counted of it, in the order in which it came in.
struct CountedUnit {
  Unit unit;
  std::vector<UnitCount> counts{};
};

/// The move paths from the root to a unit. Throws std::overflow_error.
Wide multiplicity(const Unit& unit);

/// Which of the counts of a unit stands: any where all agree, else one of those that at least two agree on and fewer
/// contradict with any other value. Null where there is none yet, or the unit is disputed.
const UnitCount* accepted(std::span<const UnitCount> counts);

/// Whether counts differ and none of them stands.
inline bool is_disputed(std::span<const UnitCount> counts) { return !counts.empty() && accepted(counts) == nullptr; }

/// The position of a unit's FEN. Throws FenError.
FenRecord unit_position(std::string_view fen);

/// Totals as a store holds them: nodes, then each column of the evaluator, decimal, blanks between.
std::string totals_text(const Totals& totals, Leaf leaf);

/// The totals of such a text; nothing where it is none.
std::optional<Totals> parse_totals(std::string_view text, Leaf leaf);

/// Whether the columns can belong to these nodes: none is more than them, and outcomes add up to them.
bool is_plausible(const Totals& totals, Leaf leaf);

/// The time now, UTC, as 2026-01-31T12:00:00Z.
std::string utc_now();

/// This process as others can tell it from themselves: host name and process number.
std::string this_worker();

}  // namespace plyforge
