#pragma once

#include <string>

#include "app/input/positions.h"
#include "app/report/json.h"
#include "problems/solver.h"

namespace plyforge {

/// How solutions are printed.
struct MateReport {
  enum class Style { text, json, epd };

  Style style = Style::text;
  bool duals = false;
  bool tree = false;
};

/// The lines of a solution, with their ends.
std::string solution_text(const InputPosition& position, const Stipulation& stipulation, const Solution& solution,
                          const MateReport& report);

/// The solution as `--json` prints it.
Json solution_json(const InputPosition& position, const Stipulation& stipulation, const Solution& solution,
                   const MateReport& report);

/// What the line itself says of the shortest mate, by `dm N` or `bm #N`, where the solution contradicts it; or nothing.
std::string mate_mismatch(const InputPosition& position, const Stipulation& stipulation, const Solution& solution);

/// Whether the line says something of the shortest mate that a limit has left unchecked.
bool leaves_claim_open(const InputPosition& position, const Stipulation& stipulation, const Solution& solution);

}  // namespace plyforge
