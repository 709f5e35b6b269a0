#pragma once

#include <string>
#include <vector>

#include "count/counting.h"
#include "notation/fen.h"

namespace plyforge {

/// A line of a divide as it is printed.
struct DivideRow {
  std::string uci;
  std::string san;
  Totals totals;
};

/// The lines of a divide in the order of their UCI text, which does not depend on how moves are generated.
std::vector<DivideRow> divide_rows(const FenRecord& record, const std::vector<DivideLine>& lines);

}  // namespace plyforge
