#include "endgame/query/enumerate.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <memory>

#include "app/report/json.h"
#include "app/report/table.h"
#include "app/session/text_format.h"
#include "cli/endgame/endgame.h"
#include "cli/options.h"
#include "cli/table_options.h"
#include "notation/fen.h"

namespace plyforge {
namespace {

constexpr const char* kEnumerateHelp = R"(
A position is legal if the side not to move is not in check, whether or not a game can reach it. Positions that the
board's symmetries map onto each other are counted once (--board: all positions of the whole board). A position with an
en passant square is counted if a legal capture uses it. There are none with castling rights. In symmetric material,
Black to move is White to move with colours swapped.

--where takes one of these, and may be given several times; all must hold:)";

struct EnumerateRequest : EndgameRequest {
  std::vector<std::string> where;
  bool board = false;
  bool list = false;
  bool distribution = false;
};

struct Figure {
  const char* name;
  PositionCount SideCensus::*count;
};
constexpr std::array<Figure, 7> kFigures = {{{"positions", &SideCensus::positions},
                                             {"en passant", &SideCensus::en_passant},
                                             {"in check", &SideCensus::in_check},
                                             {"checkmates", &SideCensus::checkmates},
                                             {"stalemates", &SideCensus::stalemates},
                                             {"with captures", &SideCensus::captures},
                                             {"legal moves", &SideCensus::moves}}};

class CensusPrinter {
 public:
  CensusPrinter(const EnumerateRequest& request, Session& session) : request_(request), session_(session) {
    if (request.style == Style::csv && !request.list) session_.out.print("ending,to_move,figure,count\n");
  }

  void list(const Specimen& specimen) {
    FenRecord record{.position = specimen.position,
                     .mover = specimen.placement.black_to_move ? Colour::black : Colour::white};
    const std::string fen = to_fen(record);
    if (request_.style == Style::json) {
      session_.out.print(json_line({{"ending", specimen.material->name()}, {"fen", fen}}));
    } else {
      session_.out.print(fen.substr(0, fen.size() - std::string_view(" 0 1").size()) + "\n");  // EPD has no counters
    }
  }

  void print(const Material& material, const Census& census) {
    const std::size_t sides = material.is_symmetric() ? 1 : 2;
    if (request_.style == Style::json) {
      Json object = {{"ending", material.name()}, {"counted", request_.board ? "board" : "distinct"}};
      for (std::size_t side = 0; side < sides; ++side) {
        Json entry = Json::object();
        for_each_figure(census[side],
                        [&](const std::string& name, std::uint64_t count) { entry[name] = std::to_string(count); });
        object[side == 0 ? "white_to_move" : "black_to_move"] = std::move(entry);
      }
      session_.out.print(json_line(object));
    } else if (request_.style == Style::csv) {
      for (std::size_t side = 0; side < sides; ++side) {
        for_each_figure(census[side], [&](const std::string& name, std::uint64_t count) {
          session_.out.print(material.name() + (side == 0 ? ",white," : ",black,") + name + "," +
                             std::to_string(count) + "\n");
        });
      }
    } else {
      print_text(material, census, sides);
    }
  }

 private:
  std::uint64_t chosen(const PositionCount& count) const { return request_.board ? count.board : count.distinct; }

  /// The figures under names for programs; positions by their number of moves as "moves_7".
  template <class Use>
  void for_each_figure(const SideCensus& side, Use&& use) const {
    for (const Figure& figure : kFigures) {
      std::string name = figure.name;
      std::replace(name.begin(), name.end(), ' ', '_');
      use(name, chosen(side.*figure.count));
    }
    for (std::size_t moves = 0; moves < side.by_moves.size(); ++moves) {
      if (side.by_moves[moves].distinct != 0) use("moves_" + std::to_string(moves), chosen(side.by_moves[moves]));
    }
  }

  void print_text(const Material& material, const Census& census, std::size_t sides) {
    std::vector<Table::Column> columns = {{.title = material.name(), .side = Table::Side::left}};
    columns.push_back({.title = "White to move"});
    if (sides == 2) columns.push_back({.title = "Black to move"});
    Table table(columns);
    std::vector<Table::Row> rows;
    for (const Figure& figure : kFigures) {
      Table::Row row = {figure.name};
      for (std::size_t side = 0; side < sides; ++side) row.push_back(grouped(chosen(census[side].*figure.count)));
      rows.push_back(std::move(row));
    }
    Table::Row most = {"most moves"};
    for (std::size_t side = 0; side < sides; ++side) {
      const std::size_t size = census[side].by_moves.size();
      most.push_back(size == 0 ? "-" : std::to_string(size - 1));
    }
    rows.push_back(std::move(most));
    if (request_.distribution) add_distribution(census, sides, rows);
    session_.out.print(table.text(rows) + "\n");
  }

  void add_distribution(const Census& census, std::size_t sides, std::vector<Table::Row>& rows) const {
    const std::size_t size = std::max(census[0].by_moves.size(), census[1].by_moves.size());
    for (std::size_t moves = 0; moves < size; ++moves) {
      Table::Row row = {"with " + std::to_string(moves) + (moves == 1 ? " move" : " moves")};
      for (std::size_t side = 0; side < sides; ++side) {
        const auto& by_moves = census[side].by_moves;
        row.push_back(moves < by_moves.size() ? grouped(chosen(by_moves[moves])) : "0");
      }
      rows.push_back(std::move(row));
    }
  }

  const EnumerateRequest& request_;
  Session& session_;
};

void run_enumerate(const EnumerateRequest& request, Session& session) {
  const std::vector<Material> wanted = requested_materials(request);
  warn_of_flipped_colours(request);
  const WorkerPool pool(request.resources.threads, session.stop);
  EndgameTables tables(request.folder, request.resources.memory_bytes());
  CensusPrinter printer(request, session);
  try {
    std::vector<Predicate> where;
    for (const std::string& text : request.where) where.emplace_back(text, tables);
    std::function<void(const Specimen&)> found;
    if (request.list) found = [&printer](const Specimen& specimen) { printer.list(specimen); };
    for (const Material& material : wanted) {
      const Census census = enumerate_endgame(material, where, pool, found);
      if (!request.list) printer.print(material, census);
    }
  } catch (const PredicateError& error) {
    throw InputError(error.what());
  }
}

}  // namespace

void add_endgame_enumerate(CLI::App& endgame, Session& session) {
  const auto request = std::make_shared<EnumerateRequest>();
  CLI::App* const verb = endgame.add_subcommand("enumerate", "Count or list the positions of endgames");
  add_endgame_options(*verb, *request);
  verb->add_option("--where", request->where, "Only positions for which this holds, see below")
      ->option_text("PREDICATE")
      ->expected(1)
      ->take_all();
  verb->add_flag("--board", request->board, "Count all positions of the whole board, not one per symmetry");
  verb->add_flag("--distribution", request->distribution,
                 "Also print the histogram of legal moves (--json and --csv always do)");
  verb->add_flag("--list", request->list, "List the distinct positions as EPD instead of counting them");
  verb->footer(help_footer(std::string(kEnumerateHelp) + "\n" + std::string(predicate_help()),
                           "  plyforge endgame enumerate KQvK --where stalemate --list"));
  verb->callback([request, &session] { with_tables([&] { run_enumerate(*request, session); }); });
}

}  // namespace plyforge
