#pragma once

#include <memory>

#include "app/report/printer.h"
#include "app/session/diagnostics.h"
#include "app/session/progress_line.h"
#include "app/session/requests.h"
#include "app/session/session.h"
#include "app/work/backends.h"
#include "count/counting.h"

namespace plyforge {

/// What a count that was asked for works with: how it counts, where, and where its results and messages go.
struct CountSetup {
  /// `divided`: the count is split by first move. Throws what Backends does.
  CountSetup(const CountRequest& request, bool divided, Session& session);

  bool by_move;
  ProgressLine progress;
  Diagnostics diagnostics{[this] { progress.erase(); }};
  CountOptions options;
  std::unique_ptr<Printer> printer;
  Backends backends;
};

/// The options of a count that shows its progress on `progress`.
CountOptions count_options(const ResourceRequest& resources, const Session& session, ProgressLine& progress);

/// The threads worth using for a count: a shallow one is done before others have started.
int useful_threads(int depth, const ResourceRequest& resources);

}  // namespace plyforge
