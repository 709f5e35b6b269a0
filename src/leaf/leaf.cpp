#include "leaf/leaf.h"

namespace plyforge {
namespace {

constexpr std::array<std::string_view, 3> kLeafNames = {"moves", "stats", "outcome"};

constexpr std::array<std::string_view, kMaxColumns> kStatsNames = {
    "captures",          "en_passant",    "castles",    "promotions",       "checks",
    "discovered_checks", "double_checks", "checkmates", "discovered_mates", "double_mates"};
constexpr std::size_t kPrintedStats = 8;  // the last two only separate the two definitions

constexpr std::array<std::string_view, 5> kOutcomeNames = {"checkmate", "stalemate", "dead", "check", "other"};

/// The first columns of the totals under these names.
std::vector<NamedColumn> name_columns(std::span<const std::string_view> names, const Totals& totals) {
  std::vector<NamedColumn> columns;
  columns.reserve(names.size());
  for (std::size_t i = 0; i < names.size(); ++i) columns.push_back({names[i], totals.columns[i]});
  return columns;
}

Totals without_mates(Totals totals) {
  totals[StatsColumn::discovered_checks] -= totals[StatsColumn::discovered_mates];
  totals[StatsColumn::double_checks] -= totals[StatsColumn::double_mates];
  return totals;
}

}  // namespace

std::string_view leaf_name(Leaf leaf) { return kLeafNames[static_cast<std::size_t>(leaf)]; }

std::optional<Leaf> leaf_from_name(std::string_view name) {
  for (std::size_t i = 0; i < kLeafNames.size(); ++i) {
    if (kLeafNames[i] == name) return static_cast<Leaf>(i);
  }
  return std::nullopt;
}

std::string_view definition_name(StatsDefinition definition) {
  return definition == StatsDefinition::published ? "published" : "consistent";
}

std::span<const std::string_view> column_names(Leaf leaf) {
  switch (leaf) {
    case Leaf::moves:
      break;
    case Leaf::stats:
      return kStatsNames;
    case Leaf::outcome:
      return kOutcomeNames;
  }
  return {};
}

std::vector<NamedColumn> named_columns(Leaf leaf, const Totals& totals, StatsDefinition definition) {
  switch (leaf) {
    case Leaf::moves:
      break;
    case Leaf::stats:
      return name_columns(column_names(leaf).first(kPrintedStats),
                          definition == StatsDefinition::published ? without_mates(totals) : totals);
    case Leaf::outcome:
      return name_columns(column_names(leaf), totals);
  }
  return {};
}

}  // namespace plyforge
