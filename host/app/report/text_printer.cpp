#include "app/report/printer.h"
#include "app/report/table.h"
#include "app/session/text_format.h"

namespace plyforge {
namespace {

/// The ply-by-ply account of a merged count, and what the rest took.
std::string where_time_went(const CountReport& report) {
  std::string text;
  if (!report.layers.empty()) {
    Table table({{.title = "  ply"}, {.title = "distinct positions"}, {.title = "seconds"}});
    std::vector<Table::Row> rows;
    for (const LayerReport& layer : report.layers) {
      rows.push_back({std::to_string(layer.ply), grouped(layer.positions), fixed(layer.seconds, 3)});
    }
    text += table.text(rows);
  }
  return text + "  counted below ply " + std::to_string(report.merged_plies) + " in " +
         duration_text(report.leaf_seconds) + "; peak memory " + size_text(report.peak_memory_bytes) +
         (report.devices.empty() ? "" : ", on " + report.backend + " " + size_text(report.peak_device_bytes)) + "\n";
}

/// Tables for people.
class TextPrinter : public Printer {
 public:
  TextPrinter(const PrintRequest& request, Output& out) : request_(request), out_(out), table_(perft_columns()) {}

  void perft(const InputPosition& position, int depth, const CountReport& report) override {
    const std::string fen = to_fen(position.record);
    std::string text;
    if (!header_printed_) {
      if (!request_.many) text += fen + "\n";
      text += table_.header();
      header_printed_ = true;
    }
    Table::Row row = {std::to_string(depth)};
    append_totals(row, report.totals);
    row.insert(row.end(), {fixed(report.seconds, 3), rate_text(report.totals.nodes, report.seconds)});
    if (request_.many) row.push_back(fen);
    text += table_.line(row);
    if (request_.verbose) text += where_time_went(report);
    out_.print(text);
  }

  void divide(const InputPosition& position, int depth, const CountReport& report,
              const std::vector<DivideRow>& rows) override {
    std::vector<Table::Column> columns = {{.title = "move", .side = Table::Side::left},
                                          {.title = "san", .side = Table::Side::left}};
    append_titles(columns, 0);
    columns.push_back({.title = "share"});
    std::vector<Table::Row> lines;
    for (const DivideRow& move : rows) {
      Table::Row line = {move.uci, move.san};
      append_totals(line, move.totals);
      line.push_back(share_text(move.totals.nodes, report.totals.nodes));
      lines.push_back(std::move(line));
    }
    Table::Row total = {"total", std::to_string(rows.size()) + (rows.size() == 1 ? " move" : " moves")};
    append_totals(total, report.totals);
    total.emplace_back();
    lines.push_back(std::move(total));

    const std::string separator = header_printed_ ? "\n" : "";
    header_printed_ = true;
    out_.print(separator + to_fen(position.record) + ", depth " + std::to_string(depth) + "\n" +
               Table(columns).text(lines) + duration_text(report.seconds) + ", " +
               rate_text(report.totals.nodes, report.seconds) + "\n" +
               (request_.verbose ? where_time_went(report) : ""));
  }

 private:
  /// Rows are printed as they come, so their columns must be wide enough from the start.
  std::vector<Table::Column> perft_columns() const {
    constexpr std::size_t kNodesWidth = 20;
    std::vector<Table::Column> columns = {{.title = "depth"}};
    append_titles(columns, kNodesWidth);
    columns.insert(columns.end(), {{.title = "seconds", .width = 10}, {.title = "rate", .width = 8}});
    if (request_.many) columns.push_back({.title = "position", .side = Table::Side::left});
    return columns;
  }

  void append_titles(std::vector<Table::Column>& columns, std::size_t nodes_width) const {
    columns.push_back({.title = "nodes", .width = nodes_width});
    for (const NamedColumn& column : named_columns(request_.leaf.leaf, {}, request_.leaf.definition)) {
      columns.push_back({.title = std::string(column.name)});
    }
  }

  void append_totals(Table::Row& row, const Totals& totals) const {
    row.push_back(grouped(totals.nodes));
    for (const NamedColumn& column : named_columns(request_.leaf.leaf, totals, request_.leaf.definition)) {
      row.push_back(grouped(column.value));
    }
  }

  PrintRequest request_;
  Output& out_;
  Table table_;
  bool header_printed_ = false;
};

}  // namespace

std::unique_ptr<Printer> make_text_printer(const PrintRequest& request, Output& out) {
  return std::make_unique<TextPrinter>(request, out);
}

}  // namespace plyforge
