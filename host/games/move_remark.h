#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "notation/move_pattern.h"

namespace plyforge {

/// A word among the moves that says something about the last move and moves nobody: "!?", "mate", "ch.", "e.p.".
struct MoveRemark {
  std::size_t length = 0;            ///< characters of the text
  CheckSign sign = CheckSign::none;  ///< what it says about check and mate, in words
  bool en_passant = false;           ///< it says that the move captured en passant

  /// Whether it says something that the board can be asked about.
  bool claims() const { return sign != CheckSign::none || en_passant; }
};

/// The remark that a text of ASCII begins with, or nothing.
std::optional<MoveRemark> read_move_remark(std::string_view text);

}  // namespace plyforge
