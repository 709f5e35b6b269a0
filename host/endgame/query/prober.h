#pragma once

#include <cstdint>
#include <optional>

#include "board/position.h"
#include "endgame/query/syzygy.h"
#include "endgame/tables/tables.h"
#include "endgame/value.h"

namespace plyforge {

/// How much of a value is known; each level includes those before it.
enum class Knowledge : std::uint8_t {
  wdl,    ///< the result: Syzygy without the table of distances
  dtz50,  ///< and DTZ50, perhaps one ply too small: Syzygy
  all,    ///< our tables
};

/// What is known of a position. Where DTZ50 is unknown, it is set within or beyond 50 moves to match the result.
struct KnownValue {
  EndgameValue value;
  Knowledge knowledge = Knowledge::all;
};

/// Probes our tables, and Syzygy's where ours lack the material. Safe to use from many threads.
class Prober {
 public:
  /// `syzygy` may be null; both must outlive this.
  Prober(EndgameTables& tables, const SyzygyTables* syzygy = nullptr)  // NOLINT(google-explicit-constructor)
      : tables_(&tables), syzygy_(syzygy) {}

  /// The value; nothing where there is no table, or the position has a castling right. Throws TableError.
  std::optional<KnownValue> probe(const Position& position) const;

  const EndgameTables& tables() const { return *tables_; }
  const SyzygyTables* syzygy() const { return syzygy_; }

 private:
  std::optional<KnownValue> probe_syzygy(const Position& position) const;

  EndgameTables* tables_;
  const SyzygyTables* syzygy_;
};

}  // namespace plyforge
