#pragma once

#include <string>

#include "fen.h"

namespace plyforge {

/// The board in text, as White sees it, with the names of ranks and files; capital letters are White's men. Each line
/// begins with `indent`.
std::string board_drawing(const FenRecord& record, const std::string& indent);

}  // namespace plyforge
