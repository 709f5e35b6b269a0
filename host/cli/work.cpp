#include <CLI/CLI.hpp>
#include <memory>
#include <unordered_set>

#include "app/input/line_reader.h"
#include "app/report/unit_lines.h"
#include "app/session/append_file.h"
#include "app/session/diagnostics.h"
#include "app/session/text_format.h"
#include "app/work/backends.h"
#include "app/work/count_setup.h"
#include "base/clock.h"
#include "cli/options.h"
#include "cli/verbs.h"
#include "cli/whole_number.h"
#include "runs/worker.h"

namespace plyforge {
namespace {

constexpr const char* kWorkHelp = R"(
Units come from `plyforge run export`, results go to `plyforge run import`. Units that already have a result, in either
file, are skipped: after an interruption, give the same command again. In a job array, each job takes its part and
writes a results file of its own.)";

/// "3/8": of all lines with a unit, the third of every eight.
struct Part {
  std::uint64_t number = 1;
  std::uint64_t parts = 1;

  bool has(std::uint64_t index) const { return index % parts == number - 1; }
};

struct WorkRequest {
  std::string units;
  std::string out;
  Part part;
  ResourceRequest resources;
  BackendRequest backend;
  bool merge = true;
};

/// A check for "I/N".
CLI::Validator part_of() {
  return CLI::Validator(
      [](std::string& text) {
        constexpr std::uint64_t kMostParts = 1'000'000;
        const std::size_t slash = text.find('/');
        std::string number = text.substr(0, slash);
        std::string parts = slash == std::string::npos ? "" : text.substr(slash + 1);
        if (!whole_number(1, kMostParts)(parts).empty() || !whole_number(1, std::stoull("0" + parts))(number).empty()) {
          return "'" + text + "' is not a part; expected 1/8, 2/8, ..., 8/8 or the like";
        }
        text = number + "/" + parts;
        return std::string();
      },
      "");
}

/// Reads a file of unit lines; `use` gets each that can be read, the others are complained of.
void for_each_unit_line(const std::string& file, Session& session, Diagnostics& diagnostics,
                        const std::function<void(const UnitLine&)>& use) {
  LineReader reader(file, session.stop);
  for (LineReader::Line line; reader.next(line);) {
    if (line.text.empty()) continue;
    UnitLine unit;
    try {
      unit = parse_unit_line(line.text);
    } catch (const InputError& error) {
      diagnostics.error(place(reader.name(), line.number) + ": " + error.what());
      session.exit_code = ExitCode::bad_input;
      continue;
    }
    use(unit);
  }
}

std::string key(const UnitLine& line) {
  return line.fen + "," + std::to_string(line.depth) + "," + std::string(leaf_name(line.leaf));
}

void run_work(const WorkRequest& request, Session& session) {
  ProgressLine progress;
  Diagnostics diagnostics([&progress] { progress.erase(); });
  if (request.out == "-") throw InputError("--out: results go to a file, so that they can be resumed; give its name");
  AppendFile out(request.out);
  std::unordered_set<std::string> known;
  for_each_unit_line(request.out, session, diagnostics, [&](const UnitLine& line) {
    if (line.count) known.insert(key(line));
  });
  std::vector<UnitLine> open;
  std::uint64_t index = 0;
  for_each_unit_line(request.units, session, diagnostics, [&](const UnitLine& line) {
    if (request.part.has(index++) && !line.count && !known.contains(key(line))) open.push_back(line);
  });

  constexpr double kSyncAfter = 0.5;  // seconds
  CountOptions options = count_options(request.resources, session, progress);
  options.merge = request.merge;
  Backends backends(request.backend, request.resources.memory,
                    [&diagnostics](const std::string& reason) { diagnostics.warn("", {reason}); });
  progress.start("work");
  std::size_t done = 0;
  Clock::time_point synced = Clock::now();
  try {
    for (const UnitLine& line : open) {
      options.leaf = line.leaf;
      options.progress = [&](const Progress& news) {
        progress.show(
            {.done = static_cast<double>(done) + news.done / news.total, .total = static_cast<double>(open.size())});
      };
      const double leaves = expected_leaves(unit_position(line.fen).position, line.depth);
      const UnitCount count = on_backend(backends, leaves, options, [&] {
        return count_unit({.id = line.id, .fen = line.fen}, line.depth, suited_to_units(options, line.depth));
      });
      Json object = line.json();
      add_count(object, count, line.leaf);
      out.append(json_line(object));
      ++done;
      if (seconds_since(synced) > kSyncAfter) {
        out.sync();
        synced = Clock::now();
      }
    }
    out.sync();
    progress.erase();
    session.out.print(grouped(done) + " units counted, " + grouped(known.size()) + " already known\n");
  } catch (const Interrupted&) {
    out.sync();
    diagnostics.error("interrupted: " + std::to_string(done) + " of " + std::to_string(open.size()) +
                      " units are stored in " + request.out + "; resume with the same command");
    session.exit_code = ExitCode::interrupted;
  }
}

}  // namespace

void add_work(CLI::App& app, Session& session) {
  const auto request = std::make_shared<WorkRequest>();
  CLI::App* const verb = app.add_subcommand("work", "Count exported units of a run, without its store");
  verb->add_option("--units", request->units, "Units, as `plyforge run export` writes them; - is standard input")
      ->required()
      ->option_text("FILE REQUIRED");
  verb->add_option("--out", request->out, "Results, one line per unit; resumed if it exists")
      ->required()
      ->option_text("FILE REQUIRED");
  verb->add_option_function<std::string>(
          "--part",
          [request](const std::string& text) {
            const std::size_t slash = text.find('/');
            request->part = {std::stoull(text.substr(0, slash)), std::stoull(text.substr(slash + 1))};
          },
          "Only part I of N of the units")
      ->option_text("I/N")
      ->transform(part_of());
  add_resources(*verb, request->resources);
  add_backend(*verb, request->backend);
  verb->add_flag_callback(
      "--no-merge", [request] { request->merge = false; },
      "Walk every path of a unit instead of merging equal positions");
  verb->footer(help_footer(kWorkHelp,
                           "  plyforge run start perft5.db --depth 5 --units-only; plyforge run export perft5.db > "
                           "units.jsonl\n"
                           "  plyforge work --units units.jsonl --part 1/2 --out results-1.jsonl"));
  verb->callback([request, &session] { run_work(*request, session); });
}

}  // namespace plyforge
