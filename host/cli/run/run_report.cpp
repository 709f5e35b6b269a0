#include "cli/run/run_report.h"

#include "app/report/json.h"
#include "app/report/printer.h"
#include "app/report/unit_lines.h"
#include "app/session/text_format.h"
#include "app/work/stored_run.h"

namespace plyforge {
namespace {

std::string state(const RunSummary& summary) {
  return summary.complete() ? "done" : summary.disputes.empty() ? "open" : "disputed";
}

Json run_json(const Store& store, const RunSummary& summary, const RunPrintRequest& request) {
  const RunQuestion& question = store.question();
  const LeafRequest leaf{question.leaf, request.definition};
  Json object = {{"store", store.path()},        {"version", store.version()},
                 {"fen", to_fen(question.root)}, {"depth", question.depth},
                 {"split", question.split},      {"leaf", leaf_name(question.leaf)},
                 {"units", summary.units},       {"done", summary.done},
                 {"open", summary.open()},       {"disputed", summary.disputes.size()},
                 {"audited", summary.recounted}, {"outvoted", summary.outvoted},
                 {"state", state(summary)},      {"seconds", summary.seconds}};
  if (summary.complete()) {
    add_totals(object, summary.totals, leaf);
    if (request.by_move) object["moves"] = divide_json(answer_by_move(store, summary), leaf);
  } else {
    object["nodes_so_far"] = to_string(summary.totals.nodes);
  }
  for (const CountedUnit& item : summary.disputes) object["disputes"].push_back(unit_json(item, question));
  return object;
}

std::string disputes_text(const RunSummary& summary, const RunQuestion& question) {
  constexpr std::size_t kShown = 10;
  std::string text;
  for (std::size_t i = 0; i < summary.disputes.size() && i < kShown; ++i) {
    const auto& [unit, counts] = summary.disputes[i];
    text += "disputed  unit " + std::to_string(unit.id) + ": " + unit.fen + ", depth " +
            std::to_string(question.unit_depth()) + "\n";
    for (const UnitCount& count : counts) text += "          " + count_text(count, question.leaf) + "\n";
  }
  if (summary.disputes.size() > kShown) {
    text += "          and " + std::to_string(summary.disputes.size() - kShown) + " more units\n";
  }
  return text;
}

}  // namespace

std::string count_text(const UnitCount& count, Leaf leaf) {
  return totals_text(count.totals, leaf) + " (" + count.backend + (count.merged ? ", merged" : ", not merged") +
         ", plyforge " + count.version + ", " + count.worker + ", " + count.finished + ")";
}

void print_run(const Store& store, const RunSummary& summary, const RunPrintRequest& request, Output& out) {
  if (request.style == Style::json) {
    out.print(json_line(run_json(store, summary, request)));
    return;
  }
  const RunQuestion& question = store.question();
  std::string text =
      "store     " + without_controls(store.path()) + ", created by plyforge " + store.version() + "\n" + "units     " +
      grouped(static_cast<Wide>(summary.units)) + ", split after " + std::to_string(question.split) +
      (question.split == 1 ? " ply: " : " plies: ") + grouped(static_cast<Wide>(summary.done)) + " done, " +
      grouped(static_cast<Wide>(summary.open())) + " open, " + grouped(summary.disputes.size()) + " disputed\n" +
      "audited   " + grouped(static_cast<Wide>(summary.recounted)) + " recounted with the same result, " +
      grouped(static_cast<Wide>(summary.outvoted)) + " with a count outvoted\n" + disputes_text(summary, question);
  if (!summary.complete()) {
    out.print(text + "so far    " + grouped(summary.totals.nodes) + " nodes of " + to_fen(question.root) + ", depth " +
              std::to_string(question.depth) + ", in the finished units\n" +
              "resume with: " + without_controls(resume_command(store.path())) + "\n");
    return;
  }
  out.print(text);
  const auto printer = make_printer({.leaf = {question.leaf, request.definition}}, out);
  const InputPosition root{.record = question.root, .text = {}, .file = {}};
  if (request.by_move && question.split > 0) {
    printer->divide(root, question.depth, answer(summary), answer_by_move(store, summary));
  } else {
    printer->perft(root, question.depth, answer(summary));
  }
}

}  // namespace plyforge
