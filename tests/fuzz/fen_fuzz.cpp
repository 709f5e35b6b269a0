// Any bytes as a FEN: read or refused with a message; what was read is written and read again the same.

#include <string_view>

#include "check.h"
#include "movegen/legal.h"
#include "notation/fen.h"

namespace plyforge {
namespace {

void read(std::string_view text, const FenOptions& options) {
  FenRecord record;
  try {
    record = parse_fen(text, options);
  } catch (const FenError& error) {
    check(error.column() >= 1 && error.column() <= text.size() + 1, "the column is one of the text");
    check_message(error.what());
    return;
  }
  const std::string fen = to_fen(record);
  const FenRecord again = parse_fen(fen, options);
  check(again.position == record.position && again.mover == record.mover, "a FEN written is read as it was");
  check(to_fen(again) == fen, "a normalised FEN is stable");
  for (const Move move : legal_moves(record.position)) {
    const Position next = after(record.position, move);
    check(checkers(next.flipped()) == 0, "a legal move leaves no king in check");
  }
}

}  // namespace
}  // namespace plyforge

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  for (const bool chess960 : {false, true}) {
    for (const bool any_material : {false, true}) plyforge::read(text, {chess960, any_material});
  }
  return 0;
}
