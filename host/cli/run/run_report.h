#pragma once

#include "app/session/output.h"
#include "app/session/requests.h"
#include "runs/summary.h"

namespace plyforge {

/// How a run is printed.
struct RunPrintRequest {
  Style style = Style::text;  ///< text or json
  StatsDefinition definition = StatsDefinition::consistent;
  bool by_move = false;  ///< the total split by first move, where it is known
};

/// Prints how far a run has come, and what it adds up to once it is complete.
void print_run(const Store& store, const RunSummary& summary, const RunPrintRequest& request, Output& out);

/// "unit 17, counted without merging by plyforge 0.1.0 on host/123 at 2026-01-31T12:00:00Z: 8031647"
std::string count_text(const UnitCount& count, Leaf leaf);

}  // namespace plyforge
