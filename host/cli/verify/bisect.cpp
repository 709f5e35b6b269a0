#include <CLI/CLI.hpp>
#include <memory>

#include "app/input/positions.h"
#include "app/session/text_format.h"
#include "app/work/count_setup.h"
#include "cli/options.h"
#include "cli/verbs.h"
#include "cli/verify/bisect_report.h"
#include "cli/verify/engine_options.h"
#include "cli/whole_number.h"

namespace plyforge {
namespace {

constexpr const char* kBisectHelp =
    "Compares depth 1, 2, ... up to N, and follows the first difference down to the position whose moves are wrong.\n"
    "Prints the moves that are missing and those that are illegal, names the kind of fault, and takes men and rights\n"
    "off the board as long as the fault stays. The exit code is 1 if there is one, also if the program crashes, hangs "
    "or\n"
    "prints what cannot be read, and 3 if it cannot be run.\n"
    "  plyforge bisect --engine stockfish --depth 4\n"
    "  plyforge bisect --engine ./perft.sh --protocol script --depth 4 --moves \"e4 e5\"\n";

struct BisectRequest {
  EngineRequest engine;
  int depth = 0;
  bool minimise = true;
  PositionRequest positions;
  ResourceRequest resources;
  Style style = Style::text;
};

/// `asked`: the position as the engine was told it.
void print(const BisectRequest& request, const InputPosition& position, const std::string& asked,
           const std::optional<Finding>& finding, const std::optional<Finding>& smallest, Output& out) {
  if (request.style == Style::json) {
    Json object = {{"type", finding ? "finding" : "agreement"}};
    if (!position.file.empty()) object.update({{"file", position.file}, {"line", position.line}});
    if (finding) {
      object.update(finding_json(*finding, smallest));
    } else {
      object.update({{"fen", asked}, {"depth", request.depth}});
    }
    out.print(json_line(object));
    return;
  }
  const std::string where = place_prefix(position);
  out.print(finding ? (where.empty() ? "" : where + "the engine differs\n") + finding_text(*finding, smallest)
                    : where + "agrees to depth " + std::to_string(request.depth) + ": " + asked + "\n");
}

void run_bisect(const BisectRequest& request, Session& session) {
  check_engine(request.engine);
  ProgressLine progress;
  Diagnostics diagnostics([&progress] { progress.erase(); });
  const CountOptions options = count_options(request.resources, session, progress);
  const std::unique_ptr<Engine> engine = make_engine(request.engine);
  bool found = false;
  Bisector bisector(*engine, request.engine, options);
  for_each_position(request.positions, session, diagnostics, [&](const InputPosition& position) {
    const Setup setup = setup_of(position.record, position.text);
    progress.start("bisect");
    const std::optional<Finding> finding = bisector.find(setup, request.depth);
    std::optional<Finding> smallest;
    if (finding && request.minimise) smallest = bisector.minimised(*finding);
    progress.erase();
    print(request, position, fen_text(setup, request.engine.fen_style), finding, smallest, session.out);
    found = found || finding;
  });
  if (found) session.exit_code = ExitCode::mismatch;
}

}  // namespace

void add_bisect(CLI::App& app, Session& session) {
  const auto request = std::make_shared<BisectRequest>();
  CLI::App* const verb = app.add_subcommand("bisect", "Find the one wrong move of another program's move generator");
  add_engine(*verb, request->engine)->required();
  verb->add_option("--depth", request->depth, "Plies to compare, 1 to " + std::to_string(kMaxDepth))
      ->required()
      ->option_text("N REQUIRED")
      ->transform(whole_number(1, kMaxDepth));
  add_position(*verb, request->positions);
  add_position_file(*verb, request->positions);
  verb->add_flag_callback(
      "--no-minimise", [request] { request->minimise = false; }, "Do not look for a smaller position");
  add_resources(*verb, request->resources);
  add_json(*verb, request->style);
  verb->footer(help_footer(std::string(kBisectHelp) + "\n" + kEngineHelp,
                           "  plyforge bisect --engine \"plyforge uci\" --depth 4 --moves \"e4 c5 Nf3\""));
  verb->callback([request, &session] { run_bisect(*request, session); });
}

}  // namespace plyforge
