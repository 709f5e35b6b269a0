#include <CLI/CLI.hpp>
#include <memory>

#include "app/report/json.h"
#include "app/report/table.h"
#include "app/session/diagnostics.h"
#include "app/session/progress_line.h"
#include "app/session/text_format.h"
#include "base/clock.h"
#include "cli/endgame/endgame.h"
#include "cli/options.h"
#include "cli/table_options.h"
#include "endgame/query/check_table.h"
#include "endgame/solve/table_builder.h"
#include "notation/fen.h"

namespace plyforge {
namespace {

constexpr const char* kVerifyTablesHelp = R"(
Every position of the tables is checked: its value must be what the values of the positions after each legal move make
of it. The moves come from the general move generator, not from the solver.
With --syzygy the tables are compared with Syzygy tables instead, position by position: results exactly; distances
(DTZ50) exactly, or one ply less where the Syzygy table holds moves instead of plies (`rounded`), which it never does
across the edge of the 50-move rule. Without MATERIAL, all endgames that both have are compared:
  plyforge endgame verify --syzygy ~/syzygy)";

std::string value_text(const std::optional<EndgameValue>& value) {
  if (!value) return "no legal position";
  return std::string(wdl_name(value->wdl())) + ", DTM " + std::to_string(value->dtm) + ", DTZ50 " +
         std::to_string(value->dtz50) + ", DTZ " + std::to_string(value->dtz);
}

void run_verify(const EndgameRequest& request, Session& session) {
  const std::vector<Material> wanted = requested_materials(request);
  ProgressLine progress;
  Diagnostics diagnostics([&progress] { progress.erase(); });
  Table table({{.title = "endgame", .side = Table::Side::left, .width = 8},
               {.title = "positions", .width = 15},
               {.title = "wrong", .width = 7},
               {.title = "seconds", .width = 9}});
  if (request.style == Style::text) session.out.print(table.header());
  if (request.style == Style::csv) session.out.print("ending,positions,wrong,seconds\n");
  const WorkerPool pool(request.resources.threads, session.stop);
  LoadedTables tables(request.folder, pool);
  std::size_t done = 0;
  for (const Material& material : wanted) {
    progress.start("verifying " + material.name());
    progress.show({.done = static_cast<double>(done++), .total = static_cast<double>(wanted.size())});
    tables.keep_successors_of({material});
    const Clock::time_point start = Clock::now();
    const TableCheck check = check_table(
        tables.get(material), [&](const Material& successor) { return &tables.get(successor); }, pool);
    const double seconds = seconds_since(start);
    progress.erase();
    if (request.style == Style::json) {
      session.out.print(json_line({{"ending", material.name()},
                                   {"positions", std::to_string(check.positions)},
                                   {"wrong", std::to_string(check.faults)},
                                   {"seconds", seconds}}));
    } else if (request.style == Style::csv) {
      session.out.print(material.name() + "," + std::to_string(check.positions) + "," + std::to_string(check.faults) +
                        "," + fixed(seconds, 3) + "\n");
    } else {
      session.out.print(
          table.line({material.name(), grouped(check.positions), grouped(check.faults), fixed(seconds, 3)}));
    }
    for (const TableFault& fault : check.first_faults) {
      const FenRecord record{.position = fault.position, .mover = fault.black_to_move ? Colour::black : Colour::white};
      diagnostics.error(to_fen(record) + ": stored as " + value_text(fault.stored) + ", but its moves give " +
                        value_text(fault.expected));
    }
    if (check.faults != 0) session.exit_code = ExitCode::mismatch;
  }
}

}  // namespace

void add_endgame_verify(CLI::App& endgame, Session& session) {
  const auto request = std::make_shared<EndgameRequest>();
  const auto syzygy = std::make_shared<std::optional<std::string>>();
  CLI::App* const verb = endgame.add_subcommand("verify", "Check every value in the tables against the legal moves");
  add_endgame_options(*verb, *request);
  verb->add_option("--syzygy", *syzygy, "Compare with the Syzygy tables in these folders (separated by ':')")
      ->option_text("DIR");
  verb->footer(help_footer(kVerifyTablesHelp, "  plyforge endgame solve KQvK && plyforge endgame verify KQvK"));
  verb->callback([request, syzygy, &session] {
    with_tables([&] {
      if (*syzygy) {
        verify_against_syzygy(*request, **syzygy, session);
      } else {
        run_verify(*request, session);
      }
    });
  });
}

}  // namespace plyforge
