#include "printer.h"

namespace plyforge {

std::unique_ptr<Printer> make_printer(const PrintRequest& request, Output& out) {
  switch (request.style) {
    case Style::text:
      break;
    case Style::json:
      return make_json_printer(request, out);
    case Style::csv:
      return make_csv_printer(request, out);
    case Style::stockfish:
    case Style::perftree:
      return make_move_list_printer(request, out);
  }
  return make_text_printer(request, out);
}

std::uint64_t nodes_per_second(const CountReport& report) {
  const double rate = report.seconds > 0 ? to_double(report.totals.nodes) / report.seconds : 0;
  return rate < 1e19 ? static_cast<std::uint64_t>(rate) : 0;
}

}  // namespace plyforge
