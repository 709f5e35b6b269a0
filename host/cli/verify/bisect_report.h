#pragma once

#include <optional>
#include <string>

#include "app/report/json.h"
#include "engines/bisect.h"

namespace plyforge {

/// A finding as people read it: the fault in a sentence, the moves that lead there, the position drawn, the moves that
/// are missing and those that are illegal, and the smallest position, where there is one.
std::string finding_text(const Finding& finding, const std::optional<Finding>& smallest);

/// The same for programs.
Json finding_json(const Finding& finding, const std::optional<Finding>& smallest);

}  // namespace plyforge
