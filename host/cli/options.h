#pragma once

#include <string>

#include "app/session/requests.h"

namespace CLI {
class App;
}

namespace plyforge {

// Each add_...() adds the options of one request to a verb; the request must outlive the parsing.

/// The depth to count to, a positional argument.
void add_depth(CLI::App& verb, int& depth, int smallest);

void add_rules(CLI::App& verb, FenOptions& rules);
void add_position(CLI::App& verb, PositionRequest& request);
/// `--file`, for verbs that take many positions; after add_position().
void add_position_file(CLI::App& verb, PositionRequest& request);
void add_resources(CLI::App& verb, ResourceRequest& request);
/// `--memory` alone, in bytes; add_resources() has it.
void add_memory(CLI::App& verb, std::uint64_t& memory);
/// `--backend` and `--device`.
void add_backend(CLI::App& verb, BackendRequest& request);
void add_leaf(CLI::App& verb, LeafRequest& request);
/// `--stats-definition` alone; add_leaf() has it.
void add_stats_definition(CLI::App& verb, LeafRequest& request);
/// `--split`
void add_split(CLI::App& verb, std::optional<int>& split);
/// `--store` and `--split`; after add_position_file() and --all-depths.
void add_store(CLI::App& verb, StoreRequest& store);
void add_json(CLI::App& verb, Style& style);
void add_csv(CLI::App& verb, Style& style);
/// `--format`; after add_json() and add_csv().
void add_format(CLI::App& verb, Style& style);

/// Adds the options that perft and divide share.
void add_count_options(CLI::App& verb, CountRequest& request, int smallest_depth);

/// The part of --help that explains the columns of --leaf.
extern const char* const kLeafHelp;

/// The footer of --help: `text`, and an example of a command line that works.
std::string help_footer(const std::string& text, const std::string& example);

}  // namespace plyforge
