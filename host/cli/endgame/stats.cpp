#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <memory>

#include "app/report/json.h"
#include "app/report/rated_moves.h"
#include "app/report/table.h"
#include "app/session/text_format.h"
#include "cli/endgame/endgame.h"
#include "cli/endgame/histogram_plot.h"
#include "cli/options.h"
#include "cli/table_options.h"
#include "cli/whole_number.h"
#include "endgame/query/table_stats.h"
#include "endgame/solve/table_builder.h"

namespace plyforge {
namespace {

constexpr const char* kStatsHelp = R"(
Positions that the board's symmetries map onto each other are counted once (--board: all positions of the whole board);
positions with an en passant square, which tables do not hold, are left out. DTM is in plies.
A mutual zugzwang is a position in which White does worse with White to move than with Black to move: `draw-win` means
that White then draws instead of winning, likewise `loss-draw` and `loss-win`; the 50-move rule is ignored. --csv prints
the histogram of DTM. In symmetric material, Black to move is White to move with colours swapped.)";

constexpr std::array<Wdl, 5> kResults = {Wdl::win, Wdl::cursed_win, Wdl::draw, Wdl::blessed_loss, Wdl::loss};
constexpr std::array<const char*, 3> kZugzwangNames = {"draw-win", "loss-draw", "loss-win"};

struct StatsRequest : EndgameRequest {
  bool board = false;
  bool lines = false;
  bool histogram = false;
  std::size_t examples = 1;
  std::string plot;
};

class StatsPrinter {
 public:
  StatsPrinter(const StatsRequest& request, Session& session)
      : request_(request), session_(session), files_(request.folder) {
    if (request.style == Style::csv) session_.out.print("ending,to_move,result,dtm,positions\n");
  }

  void print(const EndgameTable& table, const TableStats& stats) {
    sides_ = table.material().is_symmetric() ? 1 : 2;
    if (request_.style == Style::json) {
      print_json(table, stats);
    } else if (request_.style == Style::csv) {
      print_histogram(table, stats);
    } else {
      print_text(table, stats);
    }
  }

 private:
  std::uint64_t chosen(const PositionCount& count) const { return request_.board ? count.board : count.distinct; }

  void print_histogram(const EndgameTable& table, const TableStats& stats) {
    for (std::size_t side = 0; side < sides_; ++side) {
      for (const bool wins : {true, false}) {
        const Histogram& histogram = wins ? stats.sides[side].wins : stats.sides[side].losses;
        for (std::size_t plies = 0; plies < histogram.size(); ++plies) {
          if (histogram[plies].distinct == 0) continue;
          session_.out.print(table.material().name() + (side == 0 ? ",white," : ",black,") + (wins ? "win," : "loss,") +
                             std::to_string(plies) + "," + std::to_string(chosen(histogram[plies])) + "\n");
        }
      }
    }
  }

  Json positions(const EndgameTable& table, const std::vector<std::uint64_t>& numbers, std::size_t black) {
    Json list = Json::array();
    for (const std::uint64_t number : numbers) {
      const FenRecord position = record_of(table, number, black != 0);
      Json entry = {{"fen", to_fen(position)}};
      if (request_.lines) entry["line"] = mate_line(files_, position);
      list.push_back(std::move(entry));
    }
    return list;
  }

  void print_json(const EndgameTable& table, const TableStats& stats) {
    Json object = {{"ending", table.material().name()}, {"counted", request_.board ? "board" : "distinct"}};
    for (std::size_t side = 0; side < sides_; ++side) {
      const SideStats& part = stats.sides[side];
      Json entry = {{"positions", std::to_string(chosen(part.positions))}};
      for (const Wdl wdl : kResults) entry[std::string(wdl_name(wdl))] = std::to_string(chosen(part.result(wdl)));
      for (const bool wins : {true, false}) {
        const Histogram& histogram = wins ? part.wins : part.losses;
        if (histogram.empty()) continue;
        const std::string what = wins ? "win" : "loss";
        entry["longest_" + what + "_dtm"] = histogram.size() - 1;
        entry["longest_" + what] = positions(table, wins ? part.longest_wins : part.longest_losses, side);
        Json counts = Json::object();
        for (std::size_t plies = 0; plies < histogram.size(); ++plies) {
          if (histogram[plies].distinct != 0) counts[std::to_string(plies)] = std::to_string(chosen(histogram[plies]));
        }
        entry[what + "_dtm"] = std::move(counts);
      }
      object[side == 0 ? "white_to_move" : "black_to_move"] = std::move(entry);
    }
    Json zugzwangs = Json::object();
    for (std::size_t kind = 0; kind < kZugzwangNames.size(); ++kind) {
      zugzwangs[kZugzwangNames[kind]] = {{"positions", std::to_string(chosen(stats.zugzwangs[kind]))},
                                         {"examples", zugzwang_texts(table, stats.zugzwang_examples[kind])}};
    }
    object["mutual_zugzwangs"] = std::move(zugzwangs);
    session_.out.print(json_line(object));
  }

  std::vector<std::string> zugzwang_texts(const EndgameTable& table, const std::vector<std::uint64_t>& numbers) const {
    std::vector<std::string> texts;
    for (const std::uint64_t number : numbers) texts.push_back(to_fen(record_of(table, number, false)));
    return texts;
  }

  void print_text(const EndgameTable& table, const TableStats& stats) {
    std::vector<Table::Column> columns = {{.title = table.material().name(), .side = Table::Side::left}};
    columns.push_back({.title = "White to move"});
    if (sides_ == 2) columns.push_back({.title = "Black to move"});
    Table text(columns);
    std::vector<Table::Row> rows;
    const auto add = [&](const std::string& title, const auto& figure) {
      Table::Row row = {title};
      for (std::size_t side = 0; side < sides_; ++side) row.push_back(figure(stats.sides[side]));
      rows.push_back(std::move(row));
    };
    add("positions", [&](const SideStats& side) { return grouped(chosen(side.positions)); });
    for (const Wdl wdl : kResults) {
      add(std::string(wdl_name(wdl)), [&](const SideStats& side) { return grouped(chosen(side.result(wdl))); });
    }
    add("checkmates",
        [&](const SideStats& side) { return side.losses.empty() ? "0" : grouped(chosen(side.losses.front())); });
    const auto longest = [](const Histogram& histogram) {
      return histogram.empty() ? std::string("-") : std::to_string(histogram.size() - 1);
    };
    add("longest win, DTM", [&](const SideStats& side) { return longest(side.wins); });
    add("longest loss, DTM", [&](const SideStats& side) { return longest(side.losses); });
    std::string out = text.text(rows);
    for (std::size_t kind = 0; kind < kZugzwangNames.size(); ++kind) {
      out += std::string("mutual zugzwangs, ") + kZugzwangNames[kind] + ": " + grouped(chosen(stats.zugzwangs[kind])) +
             "\n";
      for (const std::string& fen : zugzwang_texts(table, stats.zugzwang_examples[kind])) out += "  " + fen + "\n";
    }
    for (std::size_t side = 0; side < sides_; ++side) {
      for (const bool wins : {true, false}) {
        const Histogram& histogram = wins ? stats.sides[side].wins : stats.sides[side].losses;
        if (histogram.empty()) continue;
        out += std::string("longest ") + (wins ? "win" : "loss") + ", " + (side == 0 ? "White" : "Black") +
               " to move: " + grouped(chosen(histogram.back())) + " positions\n";
        for (const std::uint64_t number : wins ? stats.sides[side].longest_wins : stats.sides[side].longest_losses) {
          const FenRecord position = record_of(table, number, side != 0);
          out += "  " + to_fen(position) + "\n";
          if (request_.lines) out += "    " + mate_line(files_, position) + "\n";
        }
      }
    }
    if (request_.histogram) out += histogram_text(stats);
    session_.out.print(out + "\n");
  }

  std::string histogram_text(const TableStats& stats) const {
    std::vector<Table::Column> columns = {{.title = "DTM"}};
    std::vector<const Histogram*> histograms;
    std::size_t size = 0;
    for (std::size_t side = 0; side < sides_; ++side) {
      for (const bool wins : {true, false}) {
        columns.push_back({.title = std::string(side == 0 ? "White" : "Black") + (wins ? " wins" : " loses")});
        histograms.push_back(wins ? &stats.sides[side].wins : &stats.sides[side].losses);
        size = std::max(size, histograms.back()->size());
      }
    }
    std::vector<Table::Row> rows;
    for (std::size_t plies = 0; plies < size; ++plies) {
      Table::Row row = {std::to_string(plies)};
      for (const Histogram* const histogram : histograms) {
        row.push_back(plies < histogram->size() ? grouped(chosen((*histogram)[plies])) : "0");
      }
      rows.push_back(std::move(row));
    }
    return Table(columns).text(rows);
  }

  const StatsRequest& request_;
  Session& session_;
  EndgameTables files_;
  std::size_t sides_ = 2;
};

void run_stats(const StatsRequest& request, Session& session) {
  const std::vector<Material> wanted = requested_materials(request);
  warn_of_flipped_colours(request);
  if (!request.plot.empty() && wanted.size() != 1) throw InputError("--plot draws a single endgame; name one");
  const WorkerPool pool(request.resources.threads, session.stop);
  LoadedTables tables(request.folder, pool);
  StatsPrinter printer(request, session);
  for (const Material& material : wanted) {
    tables.keep_successors_of({});
    const EndgameTable& table = tables.get(material);
    const TableStats stats = count_table(table, request.examples, pool);
    printer.print(table, stats);
    if (!request.plot.empty()) write_histogram_plot(request.plot, table, stats);
  }
}

}  // namespace

void add_endgame_stats(CLI::App& endgame, Session& session) {
  const auto request = std::make_shared<StatsRequest>();
  CLI::App* const verb = endgame.add_subcommand("stats", "Wins, draws, longest mates, zugzwangs of solved endgames");
  add_endgame_options(*verb, *request);
  verb->add_flag("--board", request->board, "Count all positions of the whole board, not one per symmetry");
  verb->add_flag("--lines", request->lines, "Play out the longest mates");
  verb->add_flag("--histogram", request->histogram, "Also print the histogram of DTM (--json and --csv always do)");
  constexpr std::uint64_t kMostExamples = 1000000;
  verb->add_option("--examples", request->examples, "Example positions of each kind (default: 1)")
      ->option_text("N")
      ->transform(whole_number(0, kMostExamples));
  verb->add_option("--plot", request->plot, "Draw the histogram of DTM as an SVG file")->option_text("FILE");
  verb->footer(help_footer(kStatsHelp, "  plyforge endgame solve KQvKR && plyforge endgame stats KQvKR --lines"));
  verb->callback([request, &session] { with_tables([&] { run_stats(*request, session); }); });
}

}  // namespace plyforge
