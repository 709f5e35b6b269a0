#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "base/worker_pool.h"
#include "board/position.h"
#include "endgame/material.h"
#include "endgame/query/syzygy.h"
#include "endgame/tables/tables.h"
#include "endgame/value.h"

namespace plyforge {

/// A position on which our tables and Syzygy's disagree.
struct SyzygyDifference {
  Position position;
  bool black_to_move = false;
  EndgameValue ours;
  Wdl wdl = Wdl::draw;     ///< theirs
  std::optional<int> dtz;  ///< theirs, with its sign; nothing where not compared
};

/// The result of comparing one endgame. Positions that a symmetry of the board transforms into each other count once;
/// en passant positions are included.
struct SyzygyComparison {
  std::uint64_t positions = 0;    ///< compared
  std::uint64_t unknown = 0;      ///< not compared: a Syzygy table is missing
  std::uint64_t wdl_differs = 0;  ///< the results differ
  std::uint64_t dtz_compared = 0;
  std::uint64_t dtz_rounded = 0;  ///< theirs is one ply less: within their rule (dtz_agrees())
  std::uint64_t dtz_differs = 0;
  std::vector<SyzygyDifference> first_differences;  ///< a few of them

  std::uint64_t differences() const { return wdl_differs + dtz_differs; }
};

/// Whether Syzygy's DTZ is one that its rounding can make of ours: the same, or one ply less, but never rounded across
/// the limit of the 50-move rule, from 101 to 100 (libfathom's notes on probe_dtz()). Both have Syzygy's sign.
bool dtz_agrees(int ours, int theirs);

/// Compares each position of an endgame: results exactly, distances by dtz_agrees() and only where the side to move has
/// a legal move. Throws TableError where our table is missing or damaged, Interrupted.
SyzygyComparison compare_with_syzygy(const Material& material, EndgameTables& tables, const SyzygyTables& syzygy,
                                     const WorkerPool& pool);

}  // namespace plyforge
