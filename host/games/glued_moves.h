#pragma once

#include <cstddef>
#include <string_view>

#include "notation/fen.h"
#include "notation/move_pattern.h"

namespace plyforge {

/// Moves written without a blank between them, where reading as far as possible leads nowhere: "e4e5" is not a move of
/// the man on e4, but e4, then e5; likewise "Nf3d5", "exd5exd5", "e52.Nf3" and "Qxe5ch". Returns the number of
/// characters of the first of them and its pattern, which fits one legal move of the record; or 0 where `text` (ASCII)
/// is no such text.
std::size_t read_glued_move(const FenRecord& record, std::string_view text, MovePattern& pattern);

}  // namespace plyforge
