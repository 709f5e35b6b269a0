// Any bytes as moves, parted by blanks, in UCI or SAN, played from a position full of special moves: each is read or
// refused with a message; what was read is written and read again the same.

#include <string_view>

#include "check.h"
#include "notation/notation.h"

namespace plyforge {
namespace {

template <class Parse, class Write>
void read(FenRecord record, std::string_view text, const Parse& parse, const Write& write) {
  while (!text.empty()) {
    const std::string_view word = text.substr(0, text.find(' '));
    text.remove_prefix(word.size() == text.size() ? word.size() : word.size() + 1);
    try {
      const Move move = parse(record, word);
      check(parse(record, write(record, move)) == move, "a move written is read as it was");
      record = play(record, move);
    } catch (const MoveError& error) {
      check_message(error.what());
    }
  }
}

}  // namespace
}  // namespace plyforge

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
  using namespace plyforge;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto write_uci = [](const FenRecord& record, Move move) { return to_uci(record, move); };
  for (const char* fen : {"r3k2r/P1p1p1pp/8/1P1P4/4p1p1/8/p1PP1PPP/R3K2R w KQkq - 0 1",
                          "1r1k2r1/P1p1p1pp/8/1P1P4/4p1p1/8/p1PP1PPP/1R1K2R1 b GBgb - 0 1"}) {
    read(parse_fen(fen), text, parse_uci, write_uci);
    read(parse_fen(fen), text, parse_san, to_san);
  }
  return 0;
}
