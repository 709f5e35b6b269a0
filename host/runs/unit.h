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
  int depth = 1;  ///< plies, at least 1
  int split = 0;  ///< plies after which the work is cut into units; less than depth
  Leaf leaf = Leaf::moves;

  /// Plies counted below each unit.
  int unit_depth() const { return depth - split; }
};

/// The move paths from the root to a unit that begin with one move.
struct UnitPaths {
  std::string first_move;  ///< UCI; empty if the unit is the root itself
  std::uint64_t multiplicity = 0;
};

/// One independent piece of a run: a distinct position after the plies of the split.
struct Unit {
  std::int64_t id = 0;  ///< from 1
  std::string fen;      ///< normalised
  std::vector<UnitPaths> paths{};
};

/// One count below a unit.
struct UnitCount {
  Totals totals;
  std::string backend;   ///< "cpu" or "cuda"
  bool merged = true;    ///< whether equal positions were merged
  std::string version;   ///< of the program
  std::string worker;    ///< host name and process
  double seconds = 0;    ///< spent on it
  std::string finished;  ///< UTC, as 2026-01-31T12:00:00Z
};

/// A unit with all its counts, in the order they were stored.
struct CountedUnit {
  Unit unit;
  std::vector<UnitCount> counts{};
};

/// The number of move paths from the root to a unit. Throws std::overflow_error.
Wide multiplicity(const Unit& unit);

/// The accepted count of a unit: the one that more counts agree on than on any other. Null if there is no count yet, or
/// if the unit is disputed because of a tie.
const UnitCount* accepted(std::span<const UnitCount> counts);

/// Whether the counts differ and none is accepted.
inline bool is_disputed(std::span<const UnitCount> counts) { return !counts.empty() && accepted(counts) == nullptr; }

/// The position of a unit's FEN. Throws FenError.
FenRecord unit_position(std::string_view fen);

/// Totals as stored: nodes, then each column of the evaluator, in decimal, separated by blanks.
std::string totals_text(const Totals& totals, Leaf leaf);

/// The totals of such a text, or nothing if it is malformed.
std::optional<Totals> parse_totals(std::string_view text, Leaf leaf);

/// Whether the columns are plausible: none exceeds the nodes, and outcomes add up to them.
bool is_plausible(const Totals& totals, Leaf leaf);

/// The time now, UTC, as 2026-01-31T12:00:00Z.
std::string utc_now();

/// A name for this process among others: host name and process number.
std::string this_worker();

}  // namespace plyforge
