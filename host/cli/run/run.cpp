#include <CLI/CLI.hpp>
#include <memory>

#include "app/work/count_setup.h"
#include "app/work/stored_run.h"
#include "cli/options.h"
#include "cli/run/run_report.h"
#include "cli/run/run_verbs.h"
#include "cli/verbs.h"
#include "cli/whole_number.h"

namespace plyforge {
namespace {

constexpr const char* kRunHelp = R"(
A run is a count split into units, the distinct positions after some plies, whose results are kept in a file. It can be
stopped, killed, copied to another machine and resumed; nothing is lost but the units in flight. Several processes may
work on one store at once. `plyforge perft` and `divide` create or resume a run with --store FILE.)";

/// What the verbs that count units are asked.
struct RunRequest {
  std::string path;
  std::optional<int> split;
  PositionRequest position;
  int depth = 0;
  LeafRequest leaf;
  ResourceRequest resources;
  BackendRequest backend;
  bool merge = true;
  bool units_only = false;
  bool by_move = false;
  Recount how = Recount::walked;
  Style style = Style::text;
};

void print(const RunRequest& request, const Store& store, const RunSummary& summary, Session& session) {
  print_run(store, summary, {.style = request.style, .definition = request.leaf.definition, .by_move = request.by_move},
            session.out);
  if (!summary.disputes.empty()) session.exit_code = ExitCode::mismatch;
}

void warn_of_other_version(const Store& store, Diagnostics& diagnostics) {
  if (store.version() == PLYFORGE_VERSION) return;
  diagnostics.warn(store.path(), {"created by plyforge " + store.version() + "; this is " PLYFORGE_VERSION});
}

CountOptions run_options(const RunRequest& request, const Session& session, ProgressLine& progress) {
  CountOptions options = count_options(request.resources, session, progress);
  options.merge = request.merge;
  return options;
}

void work_and_print(const RunRequest& request, Store& store, ProgressLine& progress, Diagnostics& diagnostics,
                    Session& session) {
  Backends backends(request.backend, request.resources.memory,
                    [&diagnostics](const std::string& reason) { diagnostics.warn("", {reason}); });
  progress.start(store.path());
  CountOptions options = run_options(request, session, progress);
  options.leaf = store.question().leaf;
  const auto summary =
      work_run(store, request.how, options, backends, resume_command(store.path()), diagnostics, session);
  progress.erase();
  if (summary) print(request, store, *summary, session);
}

void run_start(const RunRequest& request, Session& session) {
  ProgressLine progress;
  Diagnostics diagnostics([&progress] { progress.erase(); });
  const InputPosition position = single_position(request.position, diagnostics);
  const RunQuestion question{.root = position.record, .depth = request.depth, .leaf = request.leaf.leaf};
  Store store = start_run(request.path, request.split, question, run_options(request, session, progress));
  if (request.units_only) {
    print(request, store, summarize(store), session);
  } else {
    work_and_print(request, store, progress, diagnostics, session);
  }
}

/// Refuses a definition of columns that the run does not have.
void check_definition(const RunRequest& request, const Store& store) {
  if (request.leaf.definition == StatsDefinition::consistent || store.question().leaf == Leaf::stats) return;
  throw InputError("--stats-definition does not apply to " + store.path() + ", a run without --leaf stats");
}

void run_resume(const RunRequest& request, Session& session) {
  ProgressLine progress;
  Diagnostics diagnostics([&progress] { progress.erase(); });
  Store store(request.path);
  check_definition(request, store);
  warn_of_other_version(store, diagnostics);
  work_and_print(request, store, progress, diagnostics, session);
}

void run_status(const RunRequest& request, Session& session) {
  Diagnostics diagnostics;
  Store store(request.path);
  check_definition(request, store);
  warn_of_other_version(store, diagnostics);
  if (request.by_move && store.question().split == 0) {
    throw InputError(store.path() +
                     " contains a run that was split after 0 plies, so it cannot be divided by first move");
  }
  print(request, store, summarize(store), session);
}

void add_no_merge(CLI::App& verb, bool& merge) {
  verb.add_flag_callback(
      "--no-merge", [&merge] { merge = false; }, "Walk every path of a unit instead of merging equal positions");
}

}  // namespace

void add_store_argument(CLI::App& verb, std::string& path) {
  verb.add_option("STORE,--store", path, "The file of the run")->required()->option_text("REQUIRED");
}

void add_recount(CLI::App& verb, Recount& how) {
  verb.add_option_function<std::string>(
          "--recount", [&how](const std::string& name) { how = name == "merged" ? Recount::merged : Recount::walked; },
          "How to recount units without another backend: `walked`, without merging (default), or `merged`, in half the "
          "memory and with another number of threads, for units too large to walk every path")
      ->check(CLI::IsMember({"walked", "merged"}))
      ->option_text("walked|merged");
}

void add_run_start(CLI::App& run, Session& session) {
  const auto request = std::make_shared<RunRequest>();
  CLI::App* const verb = run.add_subcommand("start", "Split a count into units, store them, and work through them");
  add_store_argument(*verb, request->path);
  verb->add_option("--depth", request->depth, "Plies to count")
      ->required()
      ->option_text("N REQUIRED")
      ->transform(whole_number(1, kMaxDepth));
  add_split(*verb, request->split);
  add_position(*verb, request->position);
  add_leaf(*verb, request->leaf);
  add_resources(*verb, request->resources);
  add_backend(*verb, request->backend);
  add_no_merge(*verb, request->merge);
  verb->add_flag("--units-only", request->units_only, "Store the units without counting any");
  add_recount(*verb, request->how);
  add_json(*verb, request->style);
  verb->footer(help_footer(kRunHelp, "  plyforge run start --store perft7.db --depth 7 --split 2"));
  verb->callback([request, &session] { run_start(*request, session); });
}

void add_run_resume(CLI::App& run, Session& session) {
  const auto request = std::make_shared<RunRequest>();
  CLI::App* const verb = run.add_subcommand("resume", "Work through the remaining units, and settle disputes");
  add_store_argument(*verb, request->path);
  add_resources(*verb, request->resources);
  add_backend(*verb, request->backend);
  add_no_merge(*verb, request->merge);
  add_recount(*verb, request->how);
  add_stats_definition(*verb, request->leaf);
  add_json(*verb, request->style);
  verb->footer(help_footer(R"(
A unit is disputed when two counts of it differ. It is then counted twice more, as now and in another way; the majority
result is accepted. All counts are kept.)",
                           "  plyforge run start perft6.db --depth 6 --units-only; plyforge run resume perft6.db"));
  verb->callback([request, &session] { run_resume(*request, session); });
}

void add_run_status(CLI::App& run, Session& session) {
  const auto request = std::make_shared<RunRequest>();
  CLI::App* const verb = run.add_subcommand("status", "Show the progress of a run, and its total");
  add_store_argument(*verb, request->path);
  verb->add_flag("--divide", request->by_move, "Split the total by first move");
  add_stats_definition(*verb, request->leaf);
  add_json(*verb, request->style);
  verb->footer(help_footer("", "  plyforge run start perft6.db --depth 6; plyforge run status perft6.db --divide"));
  verb->callback([request, &session] { run_status(*request, session); });
}

void add_run(CLI::App& app, Session& session) {
  CLI::App* const run = app.add_subcommand("run", "Long counts in units, kept in a file: stop, resume, share, audit");
  run->require_subcommand(1);
  add_run_start(*run, session);
  add_run_status(*run, session);
  add_run_resume(*run, session);
  add_run_audit(*run, session);
  add_run_export(*run, session);
  add_run_import(*run, session);
  run->footer(help_footer(kRunHelp, "  plyforge run start perft7.db --depth 7 --split 2"));
}

}  // namespace plyforge
