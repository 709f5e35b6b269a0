#include "app/work/count.h"

#include <optional>
#include <stdexcept>
#include <vector>

#include "app/input/positions.h"
#include "app/report/divide_rows.h"
#include "app/report/printer.h"
#include "app/session/diagnostics.h"
#include "app/session/text_format.h"
#include "app/work/backends.h"
#include "app/work/stored_run.h"

namespace plyforge {

CountOptions count_options(const ResourceRequest& resources, const Session& session, ProgressLine& progress) {
  CountOptions options;
  // Asked once here, not again for each of a million positions.
  options.memory_bytes = resources.memory_bytes();
  options.threads = resources.threads;
  options.stop = session.stop;
  options.progress = [&progress](const Progress& news) { progress.show(news); };
  return options;
}

int useful_threads(int depth, const ResourceRequest& resources) {
  constexpr int kShallow = 3;
  return depth <= kShallow ? 1 : resources.threads;
}

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

}  // namespace

void run_count(const CountRequest& request, bool divided, Session& session) {
  ProgressLine progress;
  Diagnostics diagnostics([&progress] { progress.erase(); });
  CountOptions options = count_options(request.resources, session, progress);
  options.leaf = request.leaf.leaf;
  options.merge = request.merge;
  const std::unique_ptr<Printer> printer = make_printer({.style = request.style,
                                                         .leaf = request.leaf,
                                                         .merge = request.merge,
                                                         .many = request.positions.file.has_value(),
                                                         .verbose = request.verbose},
                                                        session.out);
  // The programs whose formats these are list the moves whenever they count.
  const bool by_move = divided || request.style == Style::stockfish || request.style == Style::perftree;
  Backends backends(request.backend, request.resources.memory,
                    [&diagnostics](const std::string& reason) { diagnostics.warn("", {reason}); });
  if (request.store.path) {
    progress.start("depth " + std::to_string(request.depth));
    run_stored_count(request, by_move, options, backends, *printer, progress, diagnostics, session);
    return;
  }
  int depth = 0;
  try {
    for_each_position(request.positions, session, diagnostics, [&](const InputPosition& position) {
      for (depth = request.all_depths && request.depth > 0 ? 1 : request.depth; depth <= request.depth; ++depth) {
        progress.start("depth " + std::to_string(depth));
        options.threads = useful_threads(depth, request.resources);
        try {
          const Counted counted = count(position, depth, by_move, backends, options);
          progress.erase();
          report(counted, position, depth, *printer);
        } catch (const std::overflow_error& error) {  // of this position only
          diagnostics.error(place_prefix(position) + "depth " + std::to_string(depth) + ": " + error.what());
          session.exit_code = ExitCode::resource_missing;
        }
      }
    });
  } catch (const Interrupted&) {
    diagnostics.error("interrupted in depth " + std::to_string(depth) + ", " + fixed(100 * progress.fraction(), 1) +
                      "% done");
    session.exit_code = ExitCode::interrupted;
  }
}

}  // namespace plyforge
