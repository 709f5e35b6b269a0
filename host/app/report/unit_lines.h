#pragma once

#include <optional>
#include <string_view>

#include "app/report/json.h"
#include "runs/unit.h"

namespace plyforge {

// The form in which units travel: one JSON object a line, with the result once there is one.

/// A unit as it is exported: its paths, its state, and its count where one stands, or all where they are disputed.
Json unit_json(const CountedUnit& item, const RunQuestion& question);

/// Adds a count of a unit: nodes, columns, and how they were counted.
void add_count(Json& object, const UnitCount& count, Leaf leaf);

/// A line that was read.
struct UnitLine {
  std::int64_t id = 0;
  std::string fen;
  int depth = 1;
  Leaf leaf = Leaf::moves;
  std::optional<UnitCount> count{};

  /// As unit_json() would begin it.
  Json json() const;
};

/// Reads such a line. Throws InputError, which says what member is wrong, also for a FEN that is none and for columns
/// that cannot belong to their nodes.
UnitLine parse_unit_line(std::string_view text);

}  // namespace plyforge
