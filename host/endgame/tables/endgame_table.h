#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "endgame/index.h"
#include "endgame/material.h"
#include "endgame/tables/zero_pages.h"
#include "endgame/value.h"
#include "notation/fen.h"

namespace plyforge {

/// The value of a legal position from its stored numbers.
constexpr EndgameValue decoded(StoredValue dtm, StoredValue dtz50, StoredValue dtz) {
  if (dtm == kStoredDraw) return {};
  const auto plies = [](StoredValue stored) { return static_cast<std::int16_t>(stored - 1); };
  return {static_cast<std::int8_t>(dtm % 2 == 0 ? 1 : -1), plies(dtm), plies(dtz50), plies(dtz)};
}

/// The value at `data`, one byte or two, little-endian; all ones mean kIllegal.
constexpr StoredValue stored_value(const std::uint8_t* data, int width) {
  if (width == 2) return static_cast<StoredValue>(data[0] | data[1] << 8);
  return data[0] == 0xFF ? kIllegal : data[0];
}

/// The values of one metric for one side to move, by EndgameIndex.
struct TableSection {
  Metric metric = Metric::dtm;
  bool black_to_move = false;
  int width = 1;  ///< bytes of a value: 1, or 2 where one byte is too small
  LargeArray<std::uint8_t> bytes;

  StoredValue at(std::uint64_t index) const {
    return stored_value(bytes.data() + index * static_cast<std::size_t>(width), width);
  }
};

/// The table of an endgame in memory. Symmetric material has White to move only; `dtz` is left out where it always
/// equals `dtz50`.
class EndgameTable {
 public:
  explicit EndgameTable(Material material) : material_(std::move(material)), index_(material_) {}

  const Material& material() const { return material_; }
  const EndgameIndex& index() const { return index_; }
  std::vector<TableSection>& sections() { return sections_; }
  const std::vector<TableSection>& sections() const { return sections_; }
  /// The section, or null where there is none.
  const TableSection* section(Metric metric, bool black_to_move) const;

  /// The value; nothing where no legal position has this number.
  std::optional<EndgameValue> value(std::uint64_t index, bool black_to_move) const;

  /// The memory of its values, in bytes.
  std::size_t bytes() const;

 private:
  Material material_;
  EndgameIndex index_;
  std::vector<TableSection> sections_;
};

/// The most bytes that a value of an endgame takes: two where a distance may exceed 253 plies.
int most_value_bytes(const Material& material);

/// The most memory that the table of an endgame takes, in bytes.
std::size_t most_table_bytes(const Material& material);

/// The position with this number in a table.
FenRecord record_of(const EndgameTable& table, std::uint64_t number, bool black_to_move);

}  // namespace plyforge
