#include "cli/verify/bisect_report.h"

#include "app/report/board_text.h"
#include "app/report/move_lines.h"
#include "app/report/table.h"
#include "app/session/text_format.h"
#include "notation/notation.h"

namespace plyforge {
namespace {

/// The moves of a line, as UCI writes them and in SAN.
std::string moves_text(const Line& line) {
  const FenRecord& start = line.start().record;
  return joined(uci_line(start, line.moves()), " ") + "  (" + joined(san_line(start, line.moves()), " ") + ")";
}

std::string move_table(const std::string& title, const std::vector<MoveFault>& faults) {
  if (faults.empty()) return "";
  Table table({{.title = "  move", .side = Table::Side::left},
               {.title = "san", .side = Table::Side::left},
               {.title = "why", .side = Table::Side::left}});
  std::vector<Table::Row> rows;
  rows.reserve(faults.size());
  for (const MoveFault& fault : faults) rows.push_back({"  " + fault.uci, fault.san, fault.fault.sentence});
  return title + "\n" + table.text(rows);
}

std::string count_table(const FenRecord& record, const std::vector<CountDifference>& counts) {
  constexpr std::size_t kShown = 8;
  if (counts.empty()) return "";
  Table table({{.title = "  move", .side = Table::Side::left},
               {.title = "san", .side = Table::Side::left},
               {.title = "engine"},
               {.title = "right"}});
  std::vector<Table::Row> rows;
  for (const CountDifference& count : counts) {
    if (rows.size() == kShown) break;
    rows.push_back(
        {"  " + to_uci(record, count.move), to_san(record, count.move), grouped(count.theirs), grouped(count.ours)});
  }
  return std::to_string(counts.size()) + " counted wrongly in the divide of this position, in the engine's order\n" +
         table.text(rows) + (counts.size() > kShown ? "  ...\n" : "");
}

/// What the fault needs to show: a position, and moves from there where they are at fault.
std::string needed_text(const Finding& finding) {
  const Line& line = finding.needed;
  std::string text = "  " + fen_text(line.start()) + "\n";
  if (!line.moves().empty()) {
    text += "  moves " + moves_text(line) + "\n";
  }
  return text + narrow_board_text(line.start().record, "  ");
}

std::string failure_text(const EngineFailure& failure) {
  std::string text;
  for (const std::string& line : failure.last_lines) text += "  | " + printable(line) + "\n";
  return text.empty() ? "it printed nothing\n" : "its last lines\n" + text;
}

Json moves_json(const std::vector<MoveFault>& faults) {
  Json array = Json::array();
  for (const MoveFault& fault : faults) {
    array.push_back({{"move", fault.uci},
                     {"san", fault.san},
                     {"fault", name_of(fault.fault.kind)},
                     {"sentence", fault.fault.sentence}});
  }
  return array;
}

Json line_json(const Line& line) {
  Json moves = Json::array();
  for (std::size_t i = 0; i < line.moves().size(); ++i) {
    const FenRecord& record = line.setups()[i].record;
    moves.push_back({{"move", to_uci(record, line.moves()[i])}, {"san", to_san(record, line.moves()[i])}});
  }
  return moves;
}

Json detail_json(const Finding& finding) {
  Json object = {
      {"fault", name_of(finding.fault.kind)}, {"sentence", finding.fault.sentence}, {"depth", finding.depth}};
  object["fen"] = fen_text(finding.needed.start());
  object["moves"] = line_json(finding.needed);
  switch (finding.kind) {
    case Finding::Kind::moves:
      object["missing"] = moves_json(finding.list.missing);
      object["illegal"] = moves_json(finding.list.illegal);
      object["repeated"] = moves_json(finding.list.repeated);
      break;
    case Finding::Kind::counts:
      object["counts"] = Json::array();
      for (const CountDifference& count : finding.difference.counts) {
        object["counts"].push_back({{"move", to_uci(finding.path.end().record, count.move)},
                                    {"engine", to_string(count.theirs)},
                                    {"right", to_string(count.ours)}});
      }
      break;
    case Finding::Kind::total:
      object["stated"] = to_string(*finding.difference.stated);
      object["sum"] = to_string(finding.difference.sum);
      break;
    case Finding::Kind::failure:
      object["last_lines"] = finding.failure->last_lines;
      break;
  }
  return object;
}

}  // namespace

std::string finding_text(const Finding& finding, const std::optional<Finding>& smallest) {
  const Line& path = finding.path;
  const FenRecord& record = path.end().record;
  std::string text = "fault     " + std::string(name_of(finding.fault.kind)) + ": " + finding.fault.sentence + "\n";
  if (finding.failure && finding.failure->at_start) return text + failure_text(*finding.failure);
  text += "path      " + (path.moves().empty() ? "the position itself" : moves_text(path));
  text += "\nposition  " + fen_text(path.end()) + ", depth " + std::to_string(finding.depth) + "\n";
  text += narrow_board_text(record, "  ");
  text += move_table("missing", finding.list.missing) + move_table("illegal", finding.list.illegal) +
          move_table("listed twice", finding.list.repeated);
  if (finding.kind == Finding::Kind::counts) text += count_table(record, finding.difference.counts);
  if (finding.failure) text += failure_text(*finding.failure);
  if (!finding.needed.moves().empty()) {
    text += "given as a FEN the position is right; wrong it is after these moves\n" + needed_text(finding);
  }
  if (smallest) {
    const int men = popcount(smallest->needed.start().record.position.occupied());
    text += "smallest  " + std::to_string(men) + " men: " + smallest->fault.sentence + "\n" + needed_text(*smallest);
    text += move_table("missing", smallest->list.missing) + move_table("illegal", smallest->list.illegal);
  }
  return text;
}

Json finding_json(const Finding& finding, const std::optional<Finding>& smallest) {
  Json object = {{"root", fen_text(finding.path.start())}, {"path", line_json(finding.path)}};
  object["position"] = fen_text(finding.path.end());
  object.update(detail_json(finding));
  if (smallest) object["smallest"] = detail_json(*smallest);
  return object;
}

}  // namespace plyforge
