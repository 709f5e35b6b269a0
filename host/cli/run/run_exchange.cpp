#include <CLI/CLI.hpp>
#include <memory>

#include "app/input/line_reader.h"
#include "app/report/unit_lines.h"
#include "app/session/diagnostics.h"
#include "app/session/text_format.h"
#include "app/work/stored_run.h"
#include "cli/options.h"
#include "cli/run/run_verbs.h"
#include "runs/store.h"

namespace plyforge {
namespace {

constexpr const char* kExportHelp = R"(
JSON lines have everything and are read by `plyforge work` and `plyforge run import`; CSV is for spreadsheets and
papers. The total is the sum of nodes times multiplicity. Counts are decimal digits without limit.)";

struct ExportRequest {
  std::string path;
  bool open_only = false;
  Style style = Style::json;
};

struct ImportRequest {
  std::string path;
  std::vector<std::string> files;
};

std::string csv_header(Leaf leaf) {
  std::string text = "unit,fen,depth,leaf,multiplicity,state,nodes";
  for (const std::string_view name : column_names(leaf)) text += "," + std::string(name);
  return text + ",backend,merged,version,worker,seconds,finished\n";
}

/// A unit as one line. A disputed unit has no count.
std::string csv_line(const CountedUnit& item, const RunQuestion& question) {
  const UnitCount* const count = accepted(item.counts);
  std::string text = std::to_string(item.unit.id) + "," + item.unit.fen + "," + std::to_string(question.unit_depth()) +
                     "," + std::string(leaf_name(question.leaf)) + "," + to_string(multiplicity(item.unit)) + "," +
                     (count != nullptr      ? "done"
                      : item.counts.empty() ? "open"
                                            : "disputed");
  if (count == nullptr) return text + std::string(1 + column_count(question.leaf) + 6, ',') + "\n";
  text += "," + to_string(count->totals.nodes);
  for (std::size_t i = 0; i < column_count(question.leaf); ++i) text += "," + to_string(count->totals.columns[i]);
  return text + "," + count->backend + (count->merged ? ",true," : ",false,") + count->version + "," + count->worker +
         "," + fixed(count->seconds, 6) + "," + count->finished + "\n";
}

void run_export(const ExportRequest& request, Session& session) {
  Store store(request.path);
  const RunQuestion& question = store.question();
  if (request.style == Style::csv) session.out.print(csv_header(question.leaf));
  store.for_each_unit([&](const CountedUnit& item) {
    if (session.stop.stop_requested()) throw Interrupted();
    if (request.open_only && !item.counts.empty()) return;
    session.out.print(request.style == Style::csv ? csv_line(item, question) : json_line(unit_json(item, question)));
  });
}

/// What became of the lines of an import.
struct ImportReport {
  std::size_t taken = 0;
  std::size_t known = 0;
  std::size_t differing = 0;
  std::size_t without_count = 0;
};

/// The number of the unit that a line speaks of. Throws InputError where the store has no such unit.
CountedUnit unit_of(Store& store, const UnitLine& line) {
  const RunQuestion& question = store.question();
  if (line.depth != question.unit_depth() || line.leaf != question.leaf) {
    throw InputError("depth " + std::to_string(line.depth) + " and leaf " + std::string(leaf_name(line.leaf)) +
                     "; the units of " + store.path() + " have depth " + std::to_string(question.unit_depth()) +
                     " and leaf " + std::string(leaf_name(question.leaf)));
  }
  CountedUnit item = store.unit(line.fen);
  if (item.unit.id == 0) throw InputError(line.fen + " is not a unit of " + store.path());
  if (item.unit.id != line.id) {
    throw InputError("this position is unit " + std::to_string(item.unit.id) + " of " + store.path() + ", not " +
                     std::to_string(line.id));
  }
  return item;
}

void import_file(Store& store, const std::string& file, ImportReport& report, Diagnostics& diagnostics,
                 Session& session) {
  constexpr std::size_t kBatch = 1000;
  std::vector<Store::Named> counts;
  const auto store_counts = [&] {
    const std::size_t kept = store.record(counts, Store::Keep::news, this_worker());
    report.taken += kept;
    report.known += counts.size() - kept;
    counts.clear();
  };
  LineReader reader(file, session.stop);
  for (LineReader::Line line; reader.next(line);) {
    if (session.stop.stop_requested()) throw Interrupted();
    if (line.text.empty()) continue;
    try {
      const UnitLine unit = parse_unit_line(line.text);
      const CountedUnit item = unit_of(store, unit);
      if (!unit.count) {
        ++report.without_count;
        continue;
      }
      const UnitCount* const standing = accepted(item.counts);
      if (standing != nullptr && standing->totals != unit.count->totals) ++report.differing;
      counts.push_back({item.unit.id, *unit.count});
    } catch (const InputError& error) {
      diagnostics.error(place(reader.name(), line.number) + ": " + error.what());
      session.exit_code = ExitCode::bad_input;
      continue;
    }
    if (counts.size() == kBatch) store_counts();
  }
  store_counts();
}

void run_import(const ImportRequest& request, Session& session) {
  Diagnostics diagnostics;
  Store store(request.path);
  store.require_writable();
  ImportReport report;
  for (const std::string& file : request.files) import_file(store, file, report, diagnostics, session);
  session.out.print(grouped(report.taken) + " counts imported, " + grouped(report.known) + " already known, " +
                    grouped(report.without_count) + " lines without a count, " + grouped(report.differing) +
                    " counts differ from the stored one\n" + std::to_string(store.counted()) + " of " +
                    std::to_string(store.units()) + " units are counted\n");
  if (report.differing != 0) {
    diagnostics.error("settle the differences with: " + resume_command(store.path()));
    session.exit_code = ExitCode::mismatch;
  }
}

}  // namespace

void add_run_export(CLI::App& run, Session& session) {
  const auto request = std::make_shared<ExportRequest>();
  CLI::App* const verb = run.add_subcommand("export", "Units and results as JSON lines (default) or CSV");
  add_store_argument(*verb, request->path);
  verb->add_flag("--open", request->open_only, "Only units that have not been counted yet");
  add_json(*verb, request->style);
  add_csv(*verb, request->style);
  verb->footer(help_footer(kExportHelp,
                           "  plyforge run start perft5.db --depth 5 --units-only\n"
                           "  plyforge run export perft5.db > units.jsonl"));
  verb->callback([request, &session] { run_export(*request, session); });
}

void add_run_import(CLI::App& run, Session& session) {
  const auto request = std::make_shared<ImportRequest>();
  CLI::App* const verb = run.add_subcommand("import", "Import results from `plyforge work` or another store's export");
  add_store_argument(*verb, request->path);
  verb->add_option("FILE", request->files, "Result files; - is standard input")
      ->required()
      ->option_text("... REQUIRED");
  verb->footer(help_footer(
      R"(
Each line must be a unit of the store, with its FEN, depth and leaf. A result that differs from the stored one is kept
beside it: the unit is disputed, and `plyforge run resume` settles it. The exit code is then 1.)",
      "  plyforge run start perft5.db --depth 5 --units-only; plyforge run export perft5.db > units.jsonl\n"
      "  plyforge work --units units.jsonl --out results.jsonl; plyforge run import perft5.db results.jsonl"));
  verb->callback([request, &session] { run_import(*request, session); });
}

}  // namespace plyforge
