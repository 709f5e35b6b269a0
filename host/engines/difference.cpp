#include "engines/difference.h"

#include <algorithm>

#include "notation/notation.h"

namespace plyforge {
namespace {

/// Our entry for a move that an engine wrote, or nothing if it is not legal.
const DivideLine* line_of(const FenRecord& record, const std::vector<DivideLine>& ours, const std::string& text) {
  try {
    const bool castling = text.find('-') != std::string::npos;  // O-O
    const Move move = castling ? parse_san(record, text) : parse_uci(record, text);
    return &*std::ranges::find(ours, move, &DivideLine::move);
  } catch (const MoveError&) {
    return nullptr;
  }
}

}  // namespace

Difference compare(const FenRecord& record, int depth, const std::vector<DivideLine>& ours,
                   const EngineDivide& theirs) {
  Difference difference;
  std::vector<bool> listed(ours.size());
  for (const EngineMove& line : theirs.moves) {
    difference.sum += line.nodes;
    const DivideLine* const own = line_of(record, ours, line.move);
    if (own == nullptr) {
      difference.illegal.push_back(line.move);
      continue;
    }
    const auto index = static_cast<std::size_t>(own - ours.data());
    if (listed[index]) difference.repeated.push_back(own->move);
    if (!listed[index] && own->totals.nodes != line.nodes) {
      difference.counts.push_back({own->move, own->totals.nodes, line.nodes});
    }
    listed[index] = true;
  }
  for (std::size_t i = 0; i < ours.size(); ++i) {
    if (!listed[i] && (depth == 1 || ours[i].totals.nodes != 0)) difference.missing.push_back(ours[i].move);
  }
  if (theirs.stated && *theirs.stated != difference.sum) difference.stated = theirs.stated;
  return difference;
}

}  // namespace plyforge
