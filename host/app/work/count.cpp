#include "app/work/count.h"

#include <optional>
#include <stdexcept>
#include <vector>

#include "app/input/positions.h"
#include "app/report/divide_rows.h"
#include "app/report/printer.h"
#include "app/session/text_format.h"
#include "app/work/backends.h"
#include "app/work/count_setup.h"
#include "app/work/stored_run.h"

namespace plyforge {

namespace {

/// What was counted of one position, split by first move where that was asked for.
struct Counted {
  CountReport report;
  std::optional<std::vector<DivideRow>> rows{};
};

/// Plans one count and makes it: on the backend that suits the number of leaves, on the CPU once more where a device
/// has failed.
Counted count(const InputPosition& position, int depth, bool by_move, Backends& backends, CountOptions options) {
  const double leaves = expected_leaves(position.record.position, depth);
  return on_backend(backends, leaves, options, [&]() -> Counted {
    if (!by_move || depth == 0) return {perft(position.record.position, depth, options)};
    const DivideReport report = divide(position.record.position, depth, options);
    return {report.count, divide_rows(position.record, report.lines)};
  });
}

void report(const Counted& counted, const InputPosition& position, int depth, Printer& printer) {
  if (counted.rows) {
    printer.divide(position, depth, counted.report, *counted.rows);
  } else {
    printer.perft(position, depth, counted.report);
  }
}

/// Counts each position to each depth.
void count_positions(const CountRequest& request, CountSetup& setup, Session& session) {
  int depth = 0;
  try {
    for_each_position(request.positions, session, setup.diagnostics, [&](const InputPosition& position) {
      for (depth = request.all_depths && request.depth > 0 ? 1 : request.depth; depth <= request.depth; ++depth) {
        setup.progress.start("depth " + std::to_string(depth));
        setup.options.threads = useful_threads(depth, request.resources);
        try {
          const Counted counted = count(position, depth, setup.by_move, setup.backends, setup.options);
          setup.progress.erase();
          report(counted, position, depth, *setup.printer);
        } catch (const std::overflow_error& error) {  // of this position only
          setup.diagnostics.error(place_prefix(position) + "depth " + std::to_string(depth) + ": " + error.what());
          session.exit_code = ExitCode::resource_missing;
        }
      }
    });
  } catch (const Interrupted&) {
    setup.diagnostics.error("interrupted in depth " + std::to_string(depth) + ", " +
                            fixed(100 * setup.progress.fraction(), 1) + "% done");
    session.exit_code = ExitCode::interrupted;
  }
}

}  // namespace

void run_count(const CountRequest& request, bool divided, Session& session) {
  CountSetup setup(request, divided, session);
  if (request.store.path) {
    run_stored_count(request, setup, session);
  } else {
    count_positions(request, setup, session);
  }
}

}  // namespace plyforge
