#include "app/report/move_lines.h"

#include "notation/notation.h"

namespace plyforge {

namespace {

/// Each move by `name(record, move)` of the record before it.
template <class Name>
std::vector<std::string> names(FenRecord record, const std::vector<Move>& moves, const Name& name) {
  std::vector<std::string> line;
  line.reserve(moves.size());
  for (const Move move : moves) {
    line.push_back(name(record, move));
    record = play(record, move);
  }
  return line;
}

}  // namespace

std::vector<std::string> san_line(const FenRecord& record, const std::vector<Move>& moves) {
  return names(record, moves, to_san);
}

std::vector<std::string> uci_line(const FenRecord& record, const std::vector<Move>& moves) {
  return names(record, moves, [](const FenRecord& before, Move move) { return to_uci(before, move); });
}

std::string numbered_line(const FenRecord& record, const std::vector<Move>& moves, int number) {
  std::string text;
  bool white = record.mover == Colour::white;
  for (const std::string& san : san_line(record, moves)) {
    if (!text.empty()) text += ' ';
    if (white || text.empty()) text += std::to_string(number) + (white ? ". " : "... ");
    text += san;
    if (!white) ++number;
    white = !white;
  }
  return text;
}

}  // namespace plyforge
