#include "app/report/printer.h"

#include <cmath>

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

double nodes_per_second(const CountReport& report) {
  return report.seconds > 0 ? std::round(to_double(report.totals.nodes) / report.seconds) : 0;
}

}  // namespace plyforge
