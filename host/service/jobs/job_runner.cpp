#include "service/jobs/job_runner.h"

#include <algorithm>
#include <map>

#include "app/work/stored_run.h"
#include "base/clock.h"
#include "base/errors.h"
#include "base/worker_pool.h"
#include "endgame/solve/table_builder.h"
#include "movegen/legal.h"
#include "notation/notation.h"
#include "service/http/problem.h"
#include "service/jobs/mate_job.h"
#include "service/questions/endgame_name.h"
#include "service/questions/position_argument.h"
#include "service/questions/suite_text.h"

namespace plyforge {
namespace {

/// Members that begin the result of a count of plies.
Json counted(const JobQuestion& question) {
  Json object = {{"fen", to_fen(question.root)}, {"depth", question.depth}};
  if (question.kind == JobKind::distinct) return object;
  object["leaf"] = leaf_name(question.leaf.leaf);
  if (question.leaf.leaf == Leaf::stats) object["stats_definition"] = definition_name(question.leaf.definition);
  return object;
}

/// What is known of a run while it goes on.
struct PartialRun {
  Wide nodes = 0;
  std::vector<DivideRow> moves;  ///< of which every unit is done
};

PartialRun partial_run(Store& store) {
  std::map<std::string, Totals> by_move;
  std::map<std::string, bool> open;
  PartialRun partial;
  store.for_each_unit([&](const CountedUnit& item) {
    const UnitCount* const count = accepted(item.counts);
    for (const UnitPaths& paths : item.unit.paths) {
      if (count == nullptr) {
        open[paths.first_move] = true;
        continue;
      }
      by_move[paths.first_move].add(count->totals, paths.multiplicity);
      partial.nodes = add_exactly<Wide>(partial.nodes, count->totals.nodes, paths.multiplicity);
    }
  });
  const FenRecord& root = store.question().root;
  std::vector<DivideLine> lines;
  for (const Move move : legal_moves(root.position)) {
    const std::string uci = to_uci(root, move);
    const auto found = by_move.find(uci);
    if (found != by_move.end() && !open.contains(uci)) lines.push_back({move, found->second});
  }
  partial.moves = divide_rows(root, lines);
  return partial;
}

void run_count(const Job& job, const std::string& path, const JobResources& resources, const UpdateProgress& update) {
  constexpr std::int64_t kSummedOften = 5000;  // units that are added up in no time
  const JobQuestion& question = job.question;
  CountOptions options = resources.options;
  options.leaf = question.leaf.leaf;
  Store store = Store::exists(path)
                    ? Store(path)
                    : start_run(path, question.split,
                                {.root = question.root, .depth = question.depth, .leaf = question.leaf.leaf}, options);
  const auto tell = [&] {
    const std::int64_t done = store.counted();
    PartialRun partial;
    if (store.units() <= kSummedOften) partial = partial_run(store);
    update([&](JobProgress& progress) {
      progress.units = store.units();
      progress.units_done = done;
      progress.share = std::max(progress.share, static_cast<double>(done) / static_cast<double>(store.units()));
      progress.nodes = partial.nodes;
      if (question.kind == JobKind::divide) progress.moves = divide_json(partial.moves, question.leaf);
    });
  };
  tell();
  options.progress = [&](const Progress& news) {
    update([&](JobProgress& progress) { progress.share = std::max(progress.share, news.done / news.total); });
  };
  Backends backends(resources.backend, options.memory_bytes,
                    [&](const std::string& reason) { resources.log.warn(reason); });
  on_backend(backends, expected_unit_leaves(store.question()), options, [&] {
    work_through(store, options, tell);
    settle_disputes(store, Recount::walked, options);
  });
  const RunSummary summary = summarize(store);
  if (!summary.complete()) {
    throw ResourceError("the counts of " + std::to_string(summary.disputes.size()) +
                        " units are disputed, so there is no total; plyforge run status shows them");
  }
}

Json run_distinct(const JobQuestion& question, const JobResources& resources, const UpdateProgress& update) {
  const Clock::time_point begun = Clock::now();
  Json plies = Json::array();
  distinct(question.root.position, question.depth, resources.options,
           [&](int ply, std::uint64_t positions, double seconds) {
             plies.push_back({{"ply", ply}, {"positions", std::to_string(positions)}, {"seconds", seconds}});
             update([&](JobProgress& progress) {
               progress.share = static_cast<double>(ply) / question.depth;
               progress.plies = plies;
             });
           });
  Json result = counted(question);
  result["plies"] = std::move(plies);
  result["seconds"] = seconds_since(begun);
  return result;
}

Json run_verify(const JobQuestion& question, const JobResources& resources, const UpdateProgress& update) {
  const Clock::time_point begun = Clock::now();
  int positions = 0;
  int checked = 0;
  int skipped = 0;
  Wide nodes = 0;
  Json bad_lines = Json::array();
  Json mismatches = Json::array();
  const auto take = [&](const CheckedEntry& item) {
    for (const SuiteFault& fault : item.entry.faults) {
      bad_lines.push_back({{"line", fault.line}, {"message", fault.message}});
    }
    if (!item.record) return;
    ++positions;
    for (const Check& check : item.checks) {
      ++(check.done ? checked : skipped);
      nodes += check.got;
      if (!check.mismatch()) continue;
      mismatches.push_back({{"line", check.expected.line},
                            {"fen", asked_fen(item)},
                            {"depth", check.expected.depth},
                            {"expected", to_string(check.expected.nodes)},
                            {"counted", to_string(check.got)}});
      if (check.at_least) mismatches.back()["at_least"] = true;
    }
  };
  check_suite(question.suite, question.rules, question.depth, resources.options,
              [&](std::span<const CheckedEntry> batch, double share) {
                for (const CheckedEntry& item : batch) take(item);
                update([&](JobProgress& progress) {
                  progress.share = share;
                  progress.nodes = nodes;
                });
              });
  return {{"positions", positions},         {"bad_lines", std::move(bad_lines)}, {"depths_checked", checked},
          {"depths_skipped", skipped},      {"nodes", to_string(nodes)},         {"mismatches", std::move(mismatches)},
          {"seconds", seconds_since(begun)}};
}

Json run_endgame(const JobQuestion& question, const JobResources& resources, const UpdateProgress& update) {
  const Clock::time_point begun = Clock::now();
  if (!resources.tables) throw InputError("this server was started without --tables, so it solves no endgames");
  Json tables = Json::array();
  BuildOptions options;
  options.folder = *resources.tables;
  options.memory_bytes = resources.options.memory_bytes;
  options.progress = [&](const Material& /*material*/, std::size_t number, std::size_t of,
                         const SolveProgress& /*news*/) {
    update([&](JobProgress& progress) { progress.share = static_cast<double>(number - 1) / static_cast<double>(of); });
  };
  options.built = [&](const BuildReport& report) {
    tables.push_back({{"ending", report.material.name()},
                      {"solve_seconds", report.solve_seconds},
                      {"write_seconds", report.write_seconds},
                      {"bytes", report.file_bytes},
                      {"was_there", report.was_there}});
    resources.tables_made();
  };
  const WorkerPool pool(resources.options.threads, resources.options.stop);
  build_tables({one_endgame(question.endgame)}, options, pool);
  return {{"ending", question.endgame}, {"tables", std::move(tables)}, {"seconds", seconds_since(begun)}};
}

}  // namespace

Json run_job(const Job& job, const std::string& path, const JobResources& resources, const UpdateProgress& update) {
  switch (job.question.kind) {
    case JobKind::perft:
    case JobKind::divide:
      run_count(job, path, resources, update);
      return {};
    case JobKind::distinct:
      return run_distinct(job.question, resources, update);
    case JobKind::verify:
      return run_verify(job.question, resources, update);
    case JobKind::mate:
      run_mate(job.question.mate, path, resources, update);
      return {};
    case JobKind::endgame:
      return run_endgame(job.question, resources, update);
  }
  return {};
}

namespace {

/// The result of a count that is done: the sum over the results in its run.
Json count_result(const Job& job, const std::string& run_path) {
  Store store(run_path);
  const RunSummary summary = summarize(store);
  if (!summary.complete()) throw ResourceError("the run of this job is missing results");
  Json result = counted(job.question);
  add_totals(result, summary.totals, job.question.leaf);
  if (job.question.kind == JobKind::divide) {
    result["moves"] = divide_json(answer_by_move(store, summary), job.question.leaf);
  }
  result["units"] = summary.units;
  result["seconds"] = summary.seconds;
  return result;
}

}  // namespace

Json kept_result(const Job& job, const std::string& path) {
  return job.question.kind == JobKind::mate ? mate_result(job.question.mate, path) : count_result(job, path);
}

Effort effort_of(const Json& result) {
  Effort effort;
  if (result.contains("nodes")) effort.leaves = std::stod(result["nodes"].get<std::string>());
  if (result.contains("seconds")) effort.seconds = result["seconds"];
  return effort;
}

}  // namespace plyforge
