#include <CLI/CLI.hpp>
#include <memory>

#include "app/input/positions.h"
#include "app/report/json.h"
#include "app/report/rated_moves.h"
#include "app/report/table.h"
#include "app/session/diagnostics.h"
#include "base/memory.h"
#include "cli/endgame/endgame.h"
#include "cli/options.h"
#include "cli/table_options.h"
#include "notation/notation.h"

namespace plyforge {
namespace {

constexpr const char* kProbeHelp = R"(
All values are for the side to move, distances in plies. The 50-move counter of the position is taken as zero. Moves
are listed from best to worst: wins that mate soonest, draws, losses that last longest.)";

struct ProbeRequest {
  PositionRequest positions;
  std::string folder = "tables";
  Style style = Style::text;
};

void add_value(Json& object, const EndgameValue& value) {
  object["wdl"] = wdl_name(value.wdl());
  object["dtm"] = value.dtm;
  object["dtz50"] = value.dtz50;
  object["dtz"] = value.dtz;
}

Table::Row row(const std::string& name, const EndgameValue& value) {
  const auto plies = [&](int n) { return value.sign == 0 ? std::string("-") : std::to_string(n); };
  return {name, std::string(wdl_name(value.wdl())), plies(value.dtm), plies(value.dtz50), plies(value.dtz)};
}

void print_value(const FenRecord& record, EndgameTables& tables, Style style, Session& session) {
  const EndgameValue value = value_of(tables, record);
  const std::string fen = to_fen(record);
  if (style == Style::csv) {
    session.out.print(fen + "," + std::string(wdl_name(value.wdl())) + "," + std::to_string(value.dtm) + "," +
                      std::to_string(value.dtz50) + "," + std::to_string(value.dtz) + "\n");
    return;
  }
  const std::vector<RatedMove> moves = rated_moves(tables, record);
  if (style == Style::json) {
    Json object = {{"fen", fen}};
    add_value(object, value);
    object["moves"] = Json::array();
    for (const RatedMove& rated : moves) {
      Json move = {{"move", to_uci(record, rated.move)}, {"san", to_san(record, rated.move)}};
      add_value(move, rated.value);
      object["moves"].push_back(std::move(move));
    }
    session.out.print(json_line(object));
    return;
  }
  Table table({{.title = "move", .side = Table::Side::left},
               {.title = "result", .side = Table::Side::left},
               {.title = "DTM"},
               {.title = "DTZ50"},
               {.title = "DTZ"}});
  std::vector<Table::Row> rows = {row("(best)", value)};
  for (const RatedMove& rated : moves) rows.push_back(row(to_san(record, rated.move), rated.value));
  session.out.print(fen + "\n" + table.text(rows));
}

void run_probe(const ProbeRequest& request, Session& session) {
  Diagnostics diagnostics;
  EndgameTables tables(request.folder, default_memory_bytes());
  if (!request.positions.fen && !request.positions.file) {
    throw InputError("no position given; give one with --fen, or a file with --file");
  }
  if (request.style == Style::csv) session.out.print("fen,wdl,dtm,dtz50,dtz\n");
  for_each_position(request.positions, session, diagnostics, [&](const InputPosition& position) {
    try {
      print_value(position.record, tables, request.style, session);
    } catch (const InputError& error) {
      diagnostics.error(place_prefix(position) + error.what());
      session.exit_code = ExitCode::bad_input;
    }
  });
}

}  // namespace

void add_endgame_probe(CLI::App& endgame, Session& session) {
  const auto request = std::make_shared<ProbeRequest>();
  CLI::App* const verb = endgame.add_subcommand("probe", "Probe the tables for positions and their moves");
  add_position(*verb, request->positions);
  verb->get_option("--fen")->description("Position");
  add_position_file(*verb, request->positions);
  add_table_folder(*verb, request->folder);
  add_json(*verb, request->style);
  add_csv(*verb, request->style);
  verb->footer(help_footer(
      kProbeHelp,
      "  plyforge endgame solve KQvKR && plyforge endgame probe --fen \"8/8/8/8/2r5/8/2k5/K6Q w - - 0 1\""));
  verb->callback([request, &session] { with_tables([&] { run_probe(*request, session); }); });
}

}  // namespace plyforge
