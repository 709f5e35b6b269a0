#include "app/report/solution_lines.h"

#include <algorithm>

#include "notation/notation.h"

namespace plyforge {
namespace {

/// `wanting`: whether the variations are moves of the side that wants the goal.
void add_duals(std::vector<Dual>& duals, const std::vector<Variation>& variations, bool wanting,
               std::vector<Move>& line) {
  if (wanting && !line.empty() && variations.size() > 1) {
    Dual dual{line, {}};
    for (const Variation& variation : variations) dual.moves.push_back(variation.move);
    duals.push_back(std::move(dual));
  }
  for (const Variation& variation : variations) {
    line.push_back(variation.move);
    add_duals(duals, variation.replies, !wanting, line);
    line.pop_back();
  }
}

}  // namespace

std::vector<std::string> san_moves(const FenRecord& record, const std::vector<Move>& moves) {
  std::vector<std::string> texts;
  for (const Move move : moves) texts.push_back(to_san(record, move));
  std::ranges::sort(texts);
  return texts;
}

std::vector<Dual> find_duals(const std::vector<Variation>& tree, Play play) {
  std::vector<Dual> duals;
  std::vector<Move> line;
  if (play != Play::help) add_duals(duals, tree, true, line);
  return duals;
}

}  // namespace plyforge
