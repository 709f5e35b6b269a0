#include "support/published.h"

#include <gtest/gtest.h>

#include <map>
#include <string>

namespace plyforge::testing {

void expect_published_nodes(const std::vector<PerftCase>& cases, int max_depth, const Count& count) {
  for (const PerftCase& perft_case : cases) {
    const FenRecord record = parse_fen(perft_case.fen, {.chess960 = true});
    for (const auto& [depth, nodes] : perft_case.counts) {
      if (depth > max_depth) break;
      EXPECT_EQ(to_string(count(record, depth, Leaf::moves).nodes), std::to_string(nodes))
          << perft_case.fen << " depth " << depth;
    }
  }
}

void expect_published_nodes(const std::vector<StatsCase>& cases, std::uint64_t max_nodes, const Count& count) {
  for (const StatsCase& row : cases) {
    if (row.nodes > max_nodes) continue;
    EXPECT_EQ(to_string(count(parse_fen(row.fen), row.depth, Leaf::moves).nodes), std::to_string(row.nodes))
        << row.name << " depth " << row.depth;
  }
}

void expect_published_statistics(const std::vector<StatsCase>& cases, std::uint64_t max_nodes, const Count& count) {
  for (const StatsCase& row : cases) {
    if (row.nodes > max_nodes || !row.captures) continue;
    SCOPED_TRACE(row.name + " depth " + std::to_string(row.depth));
    const Totals totals = count(parse_fen(row.fen), row.depth, Leaf::stats);
    EXPECT_EQ(to_string(totals.nodes), std::to_string(row.nodes));
    std::map<std::string_view, Wide> columns;
    for (const NamedColumn& column : named_columns(Leaf::stats, totals, StatsDefinition::published)) {
      columns[column.name] = column.value;
    }
    const std::map<std::string_view, std::optional<std::uint64_t>> published = {
        {"captures", row.captures},
        {"en_passant", row.en_passant},
        {"castles", row.castles},
        {"promotions", row.promotions},
        {"checks", row.checks},
        {"discovered_checks", row.discovered_checks},
        {"double_checks", row.double_checks},
        {"checkmates", row.checkmates},
    };
    for (const auto& [name, value] : published) {
      if (!value) continue;
      EXPECT_EQ(to_string(columns.at(name)), std::to_string(*value)) << name;
    }
  }
}

}  // namespace plyforge::testing
