#pragma once

#include <map>
#include <memory>
#include <optional>
#include <shared_mutex>
#include <string>
#include <unordered_map>

#include "base/memory_budget.h"
#include "endgame/index.h"
#include "endgame/tables/table_file.h"
#include "endgame/value.h"

namespace plyforge {

/// A folder of tables to probe. Files are opened when they are first needed. Safe to use from many
/// threads.
class EndgameTables {
 public:
  /// `room_bytes`: memory for unpacked blocks that are kept for good, for many probes in a row.
  explicit EndgameTables(std::string folder, std::size_t room_bytes = 0)
      : folder_(std::move(folder)), room_(room_bytes) {}

  /// The table of an endgame; null where the folder has none. Throws TableError for one that cannot be read.
  const TableFile* find(const Material& material);

  /// The value of a position, its en passant square included. Nothing where a table is missing, or where the position
  /// has too many men or a castling right. Throws TableError.
  std::optional<EndgameValue> probe(const Position& position);

  const std::string& folder() const { return folder_; }

 private:
  struct Entry {
    const TableFile* table = nullptr;
    bool mover_is_white = true;
    bool bare_kings = false;
  };

  Entry entry(const Position& position);

  std::string folder_;
  MemoryBudget room_;
  std::shared_mutex mutex_;
  std::map<Material, std::unique_ptr<TableFile>> tables_;
  std::unordered_map<std::uint32_t, Entry> entries_;  ///< by material_key()
};

}  // namespace plyforge
