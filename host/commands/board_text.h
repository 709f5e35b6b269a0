#pragma once

#include <string>

#include "fen.h"

namespace plyforge {

/// The board as White sees it, drawn in text as Stockfish's `d` draws it: 18 lines, each with its end.
std::string board_text(const FenRecord& record);

/// The squares of the men that give check to the mover, lowest first, each with a blank after it ("e4 h5 ").
std::string checkers_text(const FenRecord& record);

}  // namespace plyforge
