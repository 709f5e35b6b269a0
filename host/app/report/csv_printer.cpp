#include "app/report/printer.h"
#include "app/session/text_format.h"

namespace plyforge {
namespace {

/// Comma-separated values: a line a count, or a line a move. Nothing that is printed holds a comma or a quote.
class CsvPrinter : public Printer {
 public:
  CsvPrinter(const PrintRequest& request, Output& out) : request_(request), out_(out) {}

  void perft(const InputPosition& position, int depth, const CountReport& report) override {
    std::string text = header("", ",seconds,nps,backend,merged,peak_memory_bytes");
    text += to_fen(position.record) + "," + std::to_string(depth) + totals(report.totals) + "," +
            fixed(report.seconds, 6) + "," + fixed(nodes_per_second(report), 0) + "," + report.backend + "," +
            (request_.merge ? "true" : "false") + "," + std::to_string(report.peak_memory_bytes) + "\n";
    out_.print(text);
  }

  void divide(const InputPosition& position, int depth, const CountReport& /*report*/,
              const std::vector<DivideRow>& rows) override {
    std::string text = header(",move,san", "");
    const std::string start = to_fen(position.record) + "," + std::to_string(depth) + ",";
    for (const DivideRow& row : rows) text += start + row.uci + "," + row.san + totals(row.totals) + "\n";
    out_.print(text);
  }

 private:
  /// The names of the columns, once.
  std::string header(const std::string& before_totals, const std::string& after_totals) {
    if (header_printed_) return {};
    header_printed_ = true;
    std::string text = "fen,depth" + before_totals + ",nodes";
    for (const NamedColumn& column : named_columns(request_.leaf.leaf, {}, request_.leaf.definition)) {
      text += "," + std::string(column.name);
    }
    return text + after_totals + "\n";
  }

  std::string totals(const Totals& totals) const {
    std::string text = "," + to_string(totals.nodes);
    for (const NamedColumn& column : named_columns(request_.leaf.leaf, totals, request_.leaf.definition)) {
      text += "," + to_string(column.value);
    }
    return text;
  }

  PrintRequest request_;
  Output& out_;
  bool header_printed_ = false;
};

}  // namespace

std::unique_ptr<Printer> make_csv_printer(const PrintRequest& request, Output& out) {
  return std::make_unique<CsvPrinter>(request, out);
}

}  // namespace plyforge
