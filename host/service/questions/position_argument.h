#pragma once

#include <string>
#include <vector>

#include "notation/fen.h"
#include "service/http/arguments.h"
#include "service/http/limits.h"

namespace plyforge {

/// A FEN as it comes in an address, where underscores may stand for blanks. Throws Problem.
FenRecord read_fen(const std::string& text, const FenOptions& rules, std::vector<std::string>* warnings = nullptr);

/// `chess960` and `any_material`.
FenOptions take_rules(Arguments& arguments);

/// The position of `fen` (default: the start position), `moves`, and the rules. Throws Problem.
FenRecord take_position(Arguments& arguments, const ServiceLimits& limits);

/// `leaf` and `stats_definition`. Throws Problem.
LeafRequest take_leaf(Arguments& arguments);

}  // namespace plyforge
