#include "endgame/tables/tables.h"

#include "base/files.h"
#include "endgame/tables/en_passant.h"

namespace plyforge {

const TableFile* EndgameTables::find(const Material& material) {
  const std::unique_lock lock(mutex_);
  const auto known = tables_.find(material);
  if (known != tables_.end()) return known->second.get();
  const std::string path = table_path(folder_, material);
  std::unique_ptr<TableFile> table;
  if (file_exists(path)) table = std::make_unique<TableFile>(path, material, &room_);
  return tables_.emplace(material, std::move(table)).first->second.get();
}

EndgameTables::Entry EndgameTables::entry(const Position& position) {
  const std::uint32_t key = material_key(position);
  {
    const std::shared_lock lock(mutex_);
    const auto known = entries_.find(key);
    if (known != entries_.end()) return known->second;
  }
  const std::optional<PositionMaterial> material = material_of(position);
  if (!material) return {};
  Entry entry{nullptr, material->mover_is_white, material->material.men().empty()};
  if (!entry.bare_kings) entry.table = find(material->material);
  const std::unique_lock lock(mutex_);
  entries_.emplace(key, entry);
  return entry;
}

std::optional<EndgameValue> EndgameTables::probe(const Position& position) {
  if (popcount(position.occupied()) > kMaxEndgameMen || position.castling_rooks() != 0) return std::nullopt;
  return value_with_en_passant(position, [this](const Position& quiet) -> std::optional<EndgameValue> {
    const Entry found = entry(quiet);
    if (found.bare_kings) return EndgameValue{};
    if (found.table == nullptr) return std::nullopt;
    const TableFile& table = *found.table;
    const EndgamePlacement placement = placement_of(table.material(), quiet, found.mover_is_white);
    return table.value(table.index().index(placement), placement.black_to_move);
  });
}

}  // namespace plyforge
