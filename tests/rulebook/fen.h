#pragma once

#include <string>
#include <string_view>

#include "board.h"

namespace rulebook {

/// Reads a correct FEN, X-FEN or Shredder-FEN; the counters may be missing. Not for bad input: it repairs and reports
/// nothing.
Board read_fen(std::string_view text);

/// The first four fields of the FEN: what makes two positions equal. X-FEN rights; the en passant square only where a
/// legal capture uses it.
std::string position_text(const Board& board);

/// The whole FEN.
std::string write_fen(const Board& board);

}  // namespace rulebook
