#include <CLI/CLI.hpp>
#include <memory>

#include "app/input/positions.h"
#include "app/report/json.h"
#include "app/report/table.h"
#include "app/session/text_format.h"
#include "app/work/count_setup.h"
#include "cli/options.h"
#include "cli/verbs.h"

namespace plyforge {
namespace {

constexpr const char* kDistinctHelp = R"(
Two positions are distinct if they differ in the piece on some square, the side to move, a castling right, or the en
passant square. An en passant square counts only if a legal capture uses it; move counters never do. For the start
position this is sequence A083276 of the OEIS. Columns: ply, distinct positions, seconds.)";

struct DistinctRequest {
  int depth = 0;
  PositionRequest position;
  ResourceRequest resources;
  Style style = Style::text;
};

void run_distinct(const DistinctRequest& request, Session& session) {
  ProgressLine progress;
  Diagnostics diagnostics([&progress] { progress.erase(); });
  const InputPosition position = single_position(request.position, diagnostics);
  const std::string fen = to_fen(position.record);

  Table table({{.title = "ply"}, {.title = "distinct positions", .width = 20}, {.title = "seconds", .width = 10}});
  if (request.style == Style::text) {
    session.out.print(fen + "\ndistinct: pieces, side to move, castling rights or usable en passant square differ\n" +
                      table.header());
  } else if (request.style == Style::csv) {
    session.out.print("fen,ply,positions,seconds\n");
  }
  int plies_done = 0;
  const auto found = [&](int ply, std::uint64_t positions, double seconds) {
    progress.erase();
    if (request.style == Style::json) {
      session.out.print(
          json_line({{"fen", fen}, {"ply", ply}, {"positions", std::to_string(positions)}, {"seconds", seconds}}));
    } else if (request.style == Style::csv) {
      session.out.print(fen + "," + std::to_string(ply) + "," + std::to_string(positions) + "," + fixed(seconds, 6) +
                        "\n");
    } else {
      session.out.print(table.line({std::to_string(ply), grouped(positions), fixed(seconds, 3)}));
    }
    plies_done = ply + 1;
    progress.start("distinct");
  };
  try {
    distinct(position.record.position, request.depth, count_options(request.resources, session, progress), found);
  } catch (const Interrupted&) {
    diagnostics.error("interrupted in ply " + std::to_string(plies_done));
    session.exit_code = ExitCode::interrupted;
  }
}

}  // namespace

void add_distinct(CLI::App& app, Session& session) {
  const auto request = std::make_shared<DistinctRequest>();
  CLI::App* const verb = app.add_subcommand("distinct", "Count the distinct positions at each ply up to DEPTH");
  add_depth(*verb, request->depth, 0);
  add_position(*verb, request->position);
  add_resources(*verb, request->resources);
  add_json(*verb, request->style);
  add_csv(*verb, request->style);
  verb->footer(help_footer(kDistinctHelp, "  plyforge distinct 5"));
  verb->callback([request, &session] { run_distinct(*request, session); });
}

}  // namespace plyforge
