#pragma once

#include <string>
#include <vector>

#include "board/move.h"
#include "endgame/query/prober.h"
#include "notation/fen.h"

namespace plyforge {

/// A move and its value for the one who makes it.
struct RatedMove {
  Move move;
  EndgameValue value;
  Knowledge knowledge = Knowledge::all;
};

/// What is known of a position. Throws InputError, with what would help, where no table has it.
KnownValue known_value_of(const Prober& prober, const FenRecord& record);

/// The value of a position, from tables that know all of it. Throws InputError likewise.
EndgameValue value_of(EndgameTables& tables, const FenRecord& record);

/// The legal moves with their values, in the generator's order. Throws InputError.
std::vector<RatedMove> valued_moves(const Prober& prober, const FenRecord& record);

/// The legal moves from best to worst: wins that mate soonest, draws, losses that last longest; equal ones in the
/// generator's order. Throws InputError.
std::vector<RatedMove> rated_moves(EndgameTables& tables, const FenRecord& record);

/// The moves that lead to mate with best play by both (by DTM; the 50-move rule is no concern of it): as many as the
/// DTM of the position, `value`. Empty for a draw. Throws InputError where a table is missing, TableError where the
/// tables contradict each other.
std::vector<Move> mating_moves(const Prober& prober, FenRecord record, EndgameValue value);

/// mating_moves() as a text, with move numbers from 1. Throws as that does.
std::string mate_line(EndgameTables& tables, const FenRecord& record);

}  // namespace plyforge
