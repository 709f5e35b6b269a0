#pragma once

#include <cstdint>
#include <mutex>
#include <optional>
#include <string>

#include "board/position.h"
#include "endgame/material.h"
#include "endgame/value.h"

namespace plyforge {

/// The user's Syzygy tables, probed through libfathom. There is one object per process, as libfathom has one set of
/// tables and keeps it to the end. A build without libfathom has none.
///
/// Their distances (`dtz`) may be one ply too small where a table holds moves instead of plies. libfathom's notes on
/// its probe_dtz(): "a return value -n can mean a loss in n+1 ply and +n can mean a win in n+1 ply", but never so
/// that it would matter at the limit of the 50-move rule.
class SyzygyTables {
 public:
  /// `folders`: one, or several separated by ':'. Throws InputError where they have no Syzygy tables or a truncated
  /// one, ResourceError where this program was built without libfathom.
  explicit SyzygyTables(const std::string& folders);
  SyzygyTables(const SyzygyTables&) = delete;
  SyzygyTables& operator=(const SyzygyTables&) = delete;

  /// The result of a position with its 50-move counter at zero. Nothing where a table is missing, or the position has a
  /// castling right. Safe to use from many threads.
  std::optional<Wdl> wdl(const Position& position) const;

  /// DTZ50 with Syzygy's sign (EndgameValue::syzygy_dtz()) and rounding; the position must have a legal move. Nothing
  /// where a table is missing, as those of distances often are. Threads take turns.
  std::optional<int> dtz(const Position& position) const;

  /// Whether there is a table of results for an endgame.
  bool has(const Material& material) const;

  const std::string& folders() const { return folders_; }

 private:
  std::string folders_;
  mutable std::mutex mutex_;
};

/// Whether this program was built with libfathom.
bool has_syzygy_support();

}  // namespace plyforge
