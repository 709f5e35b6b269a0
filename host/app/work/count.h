#pragma once

#include "app/session/progress_line.h"
#include "app/session/requests.h"
#include "app/session/session.h"
#include "count/counting.h"

namespace plyforge {

/// Counts and prints; with `divided`, by first move.
void run_count(const CountRequest& request, bool divided, Session& session);

/// The options of a count that shows its progress on `progress`.
CountOptions count_options(const ResourceRequest& resources, const Session& session, ProgressLine& progress);

/// The threads worth using for a count: a shallow one is done before others have started.
int useful_threads(int depth, const ResourceRequest& resources);

}  // namespace plyforge
