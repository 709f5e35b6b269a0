#pragma once

#include "diagnosis/strata.h"
#include "movegen/legal.h"

namespace plyforge {

// Parts of strata_of(), for strata.cpp.

inline void set(Strata& strata, Stratum stratum) { strata.set(static_cast<std::size_t>(stratum)); }

void add_castling_strata(Strata& strata, const FenRecord& record, const MoveList& moves);

/// `ep_square`: the square that a double push has just passed over, as the mover sees it.
void add_en_passant_strata(Strata& strata, const Position& position, Square ep_square);

}  // namespace plyforge
