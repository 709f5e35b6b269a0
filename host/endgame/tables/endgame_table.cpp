#include "endgame/tables/endgame_table.h"

#include <algorithm>

namespace plyforge {

const TableSection* EndgameTable::section(Metric metric, bool black_to_move) const {
  for (const TableSection& section : sections_) {
    if (section.metric == metric && section.black_to_move == black_to_move) return &section;
  }
  return nullptr;
}

std::optional<EndgameValue> EndgameTable::value(std::uint64_t index, bool black_to_move) const {
  const StoredValue dtm = section(Metric::dtm, black_to_move)->at(index);
  if (dtm == kIllegal) return std::nullopt;
  const StoredValue dtz50 = section(Metric::dtz50, black_to_move)->at(index);
  const TableSection* const dtz = section(Metric::dtz, black_to_move);
  return decoded(dtm, dtz50, dtz == nullptr ? dtz50 : dtz->at(index));
}

std::size_t EndgameTable::bytes() const {
  std::size_t bytes = 0;
  for (const TableSection& section : sections_) bytes += section.bytes.size();
  return bytes;
}

int most_value_bytes(const Material& material) {
  // The longest mates of five men take 253 plies (KPPvKP) and 247 (KQPvKQ), according to Prophet's statistics.
  const auto pawns = std::ranges::count(material.men(), Piece::pawn, &EndgameMan::piece);
  return material.size() >= 6 || pawns >= 3 ? 2 : 1;
}

std::size_t most_table_bytes(const Material& material) {
  const std::size_t sections = material.is_symmetric() ? 3 : 6;
  return sections * EndgameIndex(material).size() * static_cast<std::size_t>(most_value_bytes(material));
}

FenRecord record_of(const EndgameTable& table, std::uint64_t number, bool black_to_move) {
  EndgamePlacement placement = table.index().placement(number);
  placement.black_to_move = black_to_move;
  return {.position = to_position(table.material(), placement), .mover = black_to_move ? Colour::black : Colour::white};
}

}  // namespace plyforge
