#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "board/host_device.h"
#include "leaf/wide.h"

namespace plyforge {

/// What is summed at the last ply of a perft.
enum class Leaf {
  moves,    ///< the number of legal moves
  stats,    ///< what kind of move each of them is
  outcome,  ///< what kind of position each of them leads to
};

/// The columns of Leaf::stats. Each counts moves of the last ply.
///
/// `captures` includes en passant. `promotions` counts every piece promoted to. `checks` counts moves that give check,
/// mates included. A `double_check` gives check with two men. A `discovered_check` gives check with exactly one man,
/// which is neither the man moved nor the rook of a castling. `discovered_mates` and `double_mates` are those of the
/// two columns before that are checkmate: the tables published on the Chess Programming Wiki leave them out of the two
/// columns.
enum class StatsColumn {
  captures,
  en_passant,
  castles,
  promotions,
  checks,
  discovered_checks,
  double_checks,
  checkmates,
  discovered_mates,
  double_mates,
};

/// The columns of Leaf::outcome. Each position of the last ply counts in the first column that is true of its mover.
enum class OutcomeColumn {
  checkmate,
  stalemate,
  dead,   ///< neither side has enough material to mate: see is_dead() in outcome.h
  check,  ///< in check, with a legal move
  other,
};

constexpr std::size_t kMaxColumns = 10;

/// The number of columns an evaluator fills.
constexpr std::size_t column_count(Leaf leaf) {
  switch (leaf) {
    case Leaf::moves:
      return 0;
    case Leaf::stats:
      return kMaxColumns;
    case Leaf::outcome:
      return 5;
  }
  return kMaxColumns;
}

/// What one or many leaves add up to. T is std::uint64_t in the kernels and Wide in results.
template <class T>
struct LeafSums {
  T nodes = 0;  ///< legal move paths
  std::array<T, kMaxColumns> columns{};

  constexpr T& operator[](StatsColumn c) { return columns[static_cast<std::size_t>(c)]; }
  constexpr const T& operator[](StatsColumn c) const { return columns[static_cast<std::size_t>(c)]; }
  constexpr T& operator[](OutcomeColumn c) { return columns[static_cast<std::size_t>(c)]; }
  constexpr const T& operator[](OutcomeColumn c) const { return columns[static_cast<std::size_t>(c)]; }

  /// Adds the other sums `times` times, but only the first `used` columns. Throws std::overflow_error where a sum does
  /// not fit.
  template <class U>
  constexpr void add(const LeafSums<U>& other, T times = 1, std::size_t used = kMaxColumns) {
    nodes = add_exactly(nodes, static_cast<T>(other.nodes), times);
    for (std::size_t i = 0; i < used; ++i) {
      columns[i] = add_exactly(columns[i], static_cast<T>(other.columns[i]), times);
    }
  }

  friend constexpr bool operator==(const LeafSums&, const LeafSums&) = default;
};

using Totals = LeafSums<Wide>;

/// The name of an evaluator on the command line: "moves", "stats", "outcome".
std::string_view leaf_name(Leaf leaf);

/// The evaluator of that name, or nothing.
std::optional<Leaf> leaf_from_name(std::string_view name);

/// The names of all columns that an evaluator fills, in order; none for Leaf::moves.
std::span<const std::string_view> column_names(Leaf leaf);

/// Which definition of the stats columns is printed.
enum class StatsDefinition {
  consistent,  ///< every column counts mates too
  published,   ///< discovered and double checks leave mates out, as the published tables do
};

/// "published" or "consistent"
std::string_view definition_name(StatsDefinition definition);

/// A column as it is printed.
struct NamedColumn {
  std::string_view name;  ///< as in JSON: "captures", "en_passant", ..., "checkmate", ...
  Wide value = 0;
};

/// The columns of the totals by the names they are printed under, in order, without `nodes`; none for Leaf::moves.
std::vector<NamedColumn> named_columns(Leaf leaf, const Totals& totals, StatsDefinition definition);

}  // namespace plyforge
