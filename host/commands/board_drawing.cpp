#include "board_drawing.h"

namespace plyforge {

std::string board_drawing(const FenRecord& record, const std::string& indent) {
  const std::string fen = to_fen(record);
  std::string text;
  char rank = '8';
  text += indent + rank;
  for (const char c : fen.substr(0, fen.find(' '))) {
    if (c == '/') {
      text += "\n" + indent + --rank;
    } else if (c >= '1' && c <= '8') {
      for (int i = 0; i < c - '0'; ++i) text += " .";
    } else {
      text += std::string(" ") + c;
    }
  }
  return text + "\n" + indent + "  a b c d e f g h\n";
}

}  // namespace plyforge
