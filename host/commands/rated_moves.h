#pragma once

#include <vector>

#include "endgame/tables.h"
#include "fen.h"
#include "move.h"

namespace plyforge {

/// A move and its value for the one who makes it.
struct RatedMove {
  Move move;
  EndgameValue value;
};

/// The value of a position. Throws InputError, with what would help, where the tables do not have it.
EndgameValue value_of(EndgameTables& tables, const FenRecord& record);

/// The legal moves from best to worst: wins that mate soonest, draws, losses that last longest; equal ones in the
/// generator's order. Throws InputError.
std::vector<RatedMove> rated_moves(EndgameTables& tables, const FenRecord& record);

/// The line that ends in mate with best play by both (by DTM), in SAN with move numbers: "1. Qd5 Kc3 2. ..."; empty for
/// a draw. Throws InputError.
std::string mate_line(EndgameTables& tables, FenRecord record);

}  // namespace plyforge
