#include "app/report/divide_rows.h"

#include <algorithm>

#include "notation/notation.h"

namespace plyforge {

std::vector<DivideRow> divide_rows(const FenRecord& record, const std::vector<DivideLine>& lines) {
  std::vector<DivideRow> rows;
  rows.reserve(lines.size());
  const UciCastling castling = uci_castling(record);
  for (const DivideLine& line : lines) {
    rows.push_back({to_uci(line.move, record.mover, castling), to_san(record, line.move), line.totals});
  }
  std::ranges::sort(rows, {}, &DivideRow::uci);
  return rows;
}

}  // namespace plyforge
