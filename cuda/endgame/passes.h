#pragma once

#include "endgame/conversions.h"
#include "endgame/sets.h"
#include "endgame/values.h"

namespace plyforge {

/// What is known of an endgame's positions once their DTM is.
struct EndgameOutcome {
  EndgameSet main;     ///< legal positions of this endgame
  EndgameSet mated;    ///< those among them
  EndgameSet not_won;  ///< conversions included
  EndgameSet lost;     ///< likewise
};

/// Finds the legal positions of an endgame and their DTM, which is left in `values`. The same search as in
/// host/endgame/solve/dtm.cpp, in passes over all words.
EndgameOutcome find_dtm(const EndgameSolve& solve, const ConversionStream& conversions, EndgameValues& values);

/// Finds DTZ50, and DTZ where it is not the same, and stores them. The passes of dtz_schedule.h, on the device.
void find_dtz(const EndgameSolve& solve, const ConversionStream& conversions, const EndgameOutcome& outcome,
              EndgameValues& values);

/// Device memory that solving an endgame takes, in bytes; more where distances exceed one byte or wins are cursed.
std::size_t endgame_bytes(const Material& material);

}  // namespace plyforge
