#pragma once

#include "endgame/conversions.h"
#include "endgame/sets.h"
#include "endgame/values.h"

namespace plyforge {

/// What is known of an ending's positions once DTM is.
struct EndingOutcome {
  EndingSet main;     ///< legal positions of this ending
  EndingSet mated;    ///< those among them
  EndingSet not_won;  ///< exits included
  EndingSet lost;     ///< likewise
};

/// Finds the legal positions of an ending and their DTM, which is left in `values`. The same search as in
/// host/endgame/dtm.cpp, in passes over all words.
EndingOutcome find_dtm(const EndingSolve& solve, const ExitStream& exits, EndingValues& values);

/// Finds DTZ50, and DTZ where it is not the same, and stores them. The same search as in host/endgame/dtz.cpp.
void find_dtz(const EndingSolve& solve, const ExitStream& exits, const EndingOutcome& outcome, EndingValues& values);

/// Device memory that solving an ending takes, in bytes; more where distances pass one byte or wins are cursed.
std::size_t ending_bytes(const Material& material);

}  // namespace plyforge
