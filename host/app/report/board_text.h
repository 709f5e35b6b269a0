#pragma once

#include <string>

#include "notation/fen.h"

namespace plyforge {

/// The board as White sees it, drawn in text as Stockfish's `d` draws it: 18 lines, each with its end.
std::string board_text(const FenRecord& record);

/// The board as White sees it in nine narrow lines, the last with the names of files; each begins with `indent`.
std::string narrow_board_text(const FenRecord& record, const std::string& indent);

/// The squares of the men that give check to the mover, lowest first, each with a blank after it ("e4 h5 ").
std::string checkers_text(const FenRecord& record);

}  // namespace plyforge
