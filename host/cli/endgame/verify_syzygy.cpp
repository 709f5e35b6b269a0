
#include "app/report/json.h"
#include "app/report/table.h"
#include "app/session/diagnostics.h"
#include "app/session/progress_line.h"
#include "app/session/text_format.h"
#include "base/clock.h"
#include "base/files.h"
#include "cli/endgame/endgame.h"
#include "count/counting.h"
#include "endgame/query/compare_syzygy.h"
#include "notation/epd.h"

namespace plyforge {
namespace {

/// The endgames that were asked for; where none was, all that both sides have a table of.
std::vector<Material> compared_materials(const EndgameRequest& request, const SyzygyTables& syzygy) {
  if (!request.materials.empty() || !request.men.empty()) return requested_materials(request);
  std::vector<Material> found;
  for (int men = 3; men <= kMaxEndgameMen; ++men) {
    for (const Material& material : all_materials(men)) {
      if (syzygy.has(material) && file_exists(table_path(request.folder, material))) {
        found.push_back(material);
      }
    }
  }
  if (found.empty()) {
    throw InputError("no endgame has a table in both " + request.folder + " and " + syzygy.folders());
  }
  return found;
}

/// The position with what both say of it.
std::string epd_text(const SyzygyDifference& difference) {
  EpdRecord epd;
  epd.fen.position = difference.position;
  epd.fen.mover = difference.black_to_move ? Colour::black : Colour::white;
  epd.operations = {{"wdl", {std::string(wdl_name(difference.ours.wdl()))}},
                    {"dtz50", {std::to_string(difference.ours.syzygy_dtz())}},
                    {"syzygy_wdl", {std::string(wdl_name(difference.wdl))}}};
  if (difference.dtz) epd.operations.push_back({"syzygy_dtz", {std::to_string(*difference.dtz)}});
  return to_epd(epd);
}

class ComparisonPrinter {
 public:
  ComparisonPrinter(Style style, Output& out, Diagnostics& diagnostics)
      : style_(style),
        out_(out),
        diagnostics_(diagnostics),
        table_({{.title = "endgame", .side = Table::Side::left, .width = 8},
                {.title = "positions", .width = 13},
                {.title = "WDL differs"},
                {.title = "DTZ compared", .width = 13},
                {.title = "rounded", .width = 11},
                {.title = "DTZ differs"},
                {.title = "unknown"},
                {.title = "seconds", .width = 9}}) {
    if (style_ == Style::text) out_.print(table_.header());
    if (style_ == Style::csv) {
      out_.print("ending,positions,wdl_differs,dtz_compared,dtz_rounded,dtz_differs,unknown,seconds\n");
    }
  }

  void print(const Material& material, const SyzygyComparison& result, double seconds) {
    if (style_ == Style::json) {
      Json object = {{"ending", material.name()},
                     {"positions", std::to_string(result.positions)},
                     {"wdl_differs", std::to_string(result.wdl_differs)},
                     {"dtz_compared", std::to_string(result.dtz_compared)},
                     {"dtz_rounded", std::to_string(result.dtz_rounded)},
                     {"dtz_differs", std::to_string(result.dtz_differs)},
                     {"unknown", std::to_string(result.unknown)},
                     {"seconds", seconds}};
      object["first_differences"] = Json::array();
      for (const SyzygyDifference& difference : result.first_differences) {
        object["first_differences"].push_back(epd_text(difference));
      }
      out_.print(json_line(object));
    } else if (style_ == Style::csv) {
      std::string text = material.name();
      for (const std::uint64_t count : counts(result)) text += "," + std::to_string(count);
      out_.print(text + "," + fixed(seconds, 3) + "\n");
    } else {
      Table::Row row = {material.name()};
      for (const std::uint64_t count : counts(result)) row.push_back(grouped(count));
      row.push_back(fixed(seconds, 3));
      out_.print(table_.line(row));
    }
    if (style_ != Style::json) {
      for (const SyzygyDifference& difference : result.first_differences) diagnostics_.error(epd_text(difference));
    }
  }

 private:
  static std::vector<std::uint64_t> counts(const SyzygyComparison& result) {
    return {result.positions,   result.wdl_differs, result.dtz_compared,
            result.dtz_rounded, result.dtz_differs, result.unknown};
  }

  Style style_;
  Output& out_;
  Diagnostics& diagnostics_;
  Table table_;
};

}  // namespace

void verify_against_syzygy(const EndgameRequest& request, const std::string& folders, Session& session) {
  const SyzygyTables syzygy(folders);
  const std::vector<Material> wanted = compared_materials(request, syzygy);
  ProgressLine progress;
  Diagnostics diagnostics([&progress] { progress.erase(); });
  ComparisonPrinter printer(request.style, session.out, diagnostics);
  const WorkerPool pool(request.resources.threads, session.stop);
  EndgameTables tables(request.folder, request.resources.memory_bytes());
  std::size_t done = 0;
  for (const Material& material : wanted) {
    progress.start("comparing " + material.name());
    progress.show({.done = static_cast<double>(done++), .total = static_cast<double>(wanted.size())});
    const Clock::time_point start = Clock::now();
    const SyzygyComparison result = compare_with_syzygy(material, tables, syzygy, pool);
    progress.erase();
    printer.print(material, result, seconds_since(start));
    if (result.differences() != 0) session.exit_code = ExitCode::mismatch;
    if (result.unknown != 0) {
      diagnostics.error(grouped(result.unknown) + " positions of " + material.name() +
                        " were not compared: its Syzygy table, or one that captures lead to, is not in " + folders);
      if (session.exit_code == ExitCode::ok) session.exit_code = ExitCode::bad_input;
    }
  }
}

}  // namespace plyforge
