#include "app/report/printer.h"

namespace plyforge {
namespace {

/// The moves and the total as other programs print them:
/// Stockfish's `go perft` ("e2e4: 20", ..., "Nodes searched: 400"), and what perftree reads from an engine's script
/// ("e2e4 20", ..., "400"; github.com/agausmann/perftree).
class MoveListPrinter : public Printer {
 public:
  MoveListPrinter(const PrintRequest& request, Output& out)
      : separator_(request.style == Style::stockfish ? ": " : " "),
        total_(request.style == Style::stockfish ? "Nodes searched: " : ""),
        out_(out) {}

  void perft(const InputPosition& position, int depth, const CountReport& report) override {
    divide(position, depth, report, {});
  }

  void divide(const InputPosition& /*position*/, int /*depth*/, const CountReport& report,
              const std::vector<DivideRow>& rows) override {
    std::string text;
    for (const DivideRow& row : rows) text += row.uci + separator_ + to_string(row.totals.nodes) + "\n";
    out_.print(text + "\n" + total_ + to_string(report.totals.nodes) + "\n");
  }

 private:
  std::string separator_;
  std::string total_;
  Output& out_;
};

}  // namespace

std::unique_ptr<Printer> make_move_list_printer(const PrintRequest& request, Output& out) {
  return std::make_unique<MoveListPrinter>(request, out);
}

}  // namespace plyforge
