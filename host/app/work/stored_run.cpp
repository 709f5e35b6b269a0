#include "app/work/stored_run.h"

#include "app/input/positions.h"
#include "base/memory.h"
#include "movegen/legal.h"
#include "notation/notation.h"
#include "runs/cut.h"

namespace plyforge {
namespace {

std::string question_text(const RunQuestion& question) {
  return to_fen(question.root) + ", depth " + std::to_string(question.depth) + ", leaf " +
         std::string(leaf_name(question.leaf));
}

/// The store of a request. A store that already exists must hold the same question.
Store open_or_start(const StoreRequest& request, const RunQuestion& question, const CountOptions& options) {
  const std::string& path = *request.path;
  if (!Store::exists(path)) return start_run(path, request.split, question, options);
  Store store(path);
  RunQuestion held = store.question();
  held.root.rights_by_file = question.root.rights_by_file;  // KQkq and HFhf may say the same
  if (question_text(held) != question_text(question)) {
    throw InputError(path + " contains a different run: " + question_text(held) + "; give a new file name");
  }
  if (request.split && *request.split != held.split) {
    throw InputError(path + " contains a run that was split after " + std::to_string(held.split) +
                     " plies; give the same --split, or none");
  }
  return store;
}

}  // namespace

Store start_run(const std::string& path, std::optional<int> split, RunQuestion question, const CountOptions& options) {
  if (Store::exists(path)) {
    throw InputError(path + " already exists; resume with: " + resume_command(path) + ", or give a new file name");
  }
  question.split = split ? *split : default_split(question.depth);
  if (question.split >= question.depth) {
    throw InputError("--split is " + std::to_string(question.split) + "; it must be less than the depth, " +
                     std::to_string(question.depth) + " plies");
  }
  return Store::create(path, question, cut_into_units(question, options));
}

std::optional<RunSummary> work_run(Store& store, Recount how, CountOptions options, Backends& backends,
                                   const std::string& go_on, Diagnostics& diagnostics, Session& session) {
  try {
    return on_backend(backends, expected_unit_leaves(store.question()), options, [&] {
      work_through(store, options);
      settle_disputes(store, how, options);
      return std::optional(summarize(store));
    });
  } catch (const Interrupted&) {
    diagnostics.error("interrupted: " + std::to_string(store.counted()) + " of " + std::to_string(store.units()) +
                      " units are stored in " + store.path() + "; resume with: " + go_on);
    session.exit_code = ExitCode::interrupted;
    return std::nullopt;
  } catch (const ResourceError& error) {
    throw ResourceError(std::string(error.what()) + "\nStored results are kept. Resume with: " + go_on);
  }
}

CountReport answer(const RunSummary& summary) {
  CountReport report;
  report.totals = summary.totals;
  report.seconds = summary.seconds;
  report.peak_memory_bytes = peak_memory_bytes();
  return report;
}

std::vector<DivideRow> answer_by_move(const Store& store, const RunSummary& summary) {
  const FenRecord& root = store.question().root;
  std::vector<DivideLine> lines;
  for (const Move move : legal_moves(root.position)) {
    const std::string uci = to_uci(root, move);
    const auto found = summary.by_first_move.find(uci);
    lines.push_back({move, found == summary.by_first_move.end() ? Totals{} : found->second});
  }
  return divide_rows(root, lines);
}

void run_stored_count(const CountRequest& request, CountSetup& setup, Session& session) {
  setup.progress.start("depth " + std::to_string(request.depth));
  const InputPosition position = single_position(request.positions, setup.diagnostics);
  const int least = setup.by_move ? 2 : 1;
  if (request.depth < least) {
    throw InputError("--store: a depth of " + std::to_string(request.depth) + " cannot be split into units; give " +
                     std::to_string(least) + " or more");
  }
  if (setup.by_move && request.store.split == 0) {
    throw InputError("--split is 0; it must be at least 1 for a count that is split by first move");
  }
  Store store = open_or_start(
      request.store, {.root = position.record, .depth = request.depth, .leaf = request.leaf.leaf}, setup.options);
  if (setup.by_move && store.question().split == 0) {
    throw InputError(store.path() +
                     " contains a run that was split after 0 plies, so it cannot be divided by first move");
  }
  const auto summary = work_run(store, Recount::walked, setup.options, setup.backends,
                                "the same command, or " + resume_command(store.path()), setup.diagnostics, session);
  setup.progress.erase();
  if (!summary) return;
  if (!summary->complete()) {
    setup.diagnostics.error(store.path() + ": the counts of " + std::to_string(summary->disputes.size()) +
                            " units are disputed, so there is no total; see plyforge run status " + store.path());
    session.exit_code = ExitCode::mismatch;
  } else if (setup.by_move) {
    setup.printer->divide(position, request.depth, answer(*summary), answer_by_move(store, *summary));
  } else {
    setup.printer->perft(position, request.depth, answer(*summary));
  }
}

double expected_unit_leaves(const RunQuestion& question) {
  return expected_leaves(question.root.position, question.unit_depth());
}

std::string resume_command(const std::string& path) { return "plyforge run resume " + path; }

}  // namespace plyforge
