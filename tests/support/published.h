#pragma once

#include <cstdint>
#include <functional>
#include <string_view>
#include <vector>

#include "leaf/leaf.h"
#include "notation/fen.h"
#include "support/data_files.h"

/// Comparing a way of counting with published tables.
namespace plyforge::testing {

constexpr std::string_view kKiwipeteFen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

/// A way of counting.
using Count = std::function<Totals(const FenRecord& record, int depth, Leaf leaf)>;

/// Expects the counts of a suite's positions, no deeper than `max_depth`.
void expect_published_nodes(const std::vector<PerftCase>& cases, int max_depth, const Count& count);

/// Expects the nodes of all rows that have no more than `max_nodes` of them.
void expect_published_nodes(const std::vector<StatsCase>& cases, std::uint64_t max_nodes, const Count& count);

/// Expects the columns, by the published definition, of all rows that have them and no more than `max_nodes` nodes.
void expect_published_statistics(const std::vector<StatsCase>& cases, std::uint64_t max_nodes, const Count& count);

}  // namespace plyforge::testing
