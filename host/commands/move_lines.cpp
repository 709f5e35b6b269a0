#include "move_lines.h"

#include "notation.h"

namespace plyforge {

std::vector<std::string> san_line(FenRecord record, const std::vector<Move>& moves) {
  std::vector<std::string> line;
  line.reserve(moves.size());
  for (const Move move : moves) {
    line.push_back(to_san(record, move));
    record = play(record, move);
  }
  return line;
}

std::vector<std::string> uci_line(FenRecord record, const std::vector<Move>& moves) {
  std::vector<std::string> line;
  line.reserve(moves.size());
  for (const Move move : moves) {
    line.push_back(to_uci(record, move));
    record = play(record, move);
  }
  return line;
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
