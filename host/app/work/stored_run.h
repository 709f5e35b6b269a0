#pragma once

#include <optional>

#include "app/report/divide_rows.h"
#include "app/session/diagnostics.h"
#include "app/session/session.h"
#include "app/work/backends.h"
#include "app/work/count_setup.h"
#include "runs/summary.h"
#include "runs/worker.h"

namespace plyforge {

/// Makes the store of a question, split after `split` plies or, without one, as suits the depth; the split of
/// `question` is ignored. Throws InputError when the file exists, or the split does not suit the depth.
Store start_run(const std::string& path, std::optional<int> split, RunQuestion question, const CountOptions& options);

/// Counts what is left of a run, disputes included, and sums up. When interrupted it says how to resume (`go_on`: the
/// command), sets the exit code and returns nothing. Throws what counting and storing throw.
std::optional<RunSummary> work_run(Store& store, Recount how, CountOptions options, Backends& backends,
                                   const std::string& go_on, Diagnostics& diagnostics, Session& session);

/// The answer of a run as that of a count made in one go; its seconds are those of the units.
CountReport answer(const RunSummary& summary);

/// The same by first move. For a run whose split is not 0.
std::vector<DivideRow> answer_by_move(const Store& store, const RunSummary& summary);

/// `perft` and `divide` with --store: starts or resumes the run, and prints the answer.
void run_stored_count(const CountRequest& request, CountSetup& setup, Session& session);

/// The expected number of leaves below one unit of a run.
double expected_unit_leaves(const RunQuestion& question);

/// "plyforge run resume FILE"
std::string resume_command(const std::string& path);

}  // namespace plyforge
