// Any bytes as a line of EPD: read or refused with a message; what was read is written and read again the same.

#include <algorithm>
#include <string_view>
#include <vector>

#include "check.h"
#include "notation/epd.h"

namespace plyforge {
namespace {

void read(std::string_view line) {
  const FenOptions options{.chess960 = true, .any_material = true};
  EpdRecord record;
  std::vector<std::string> warnings;
  try {
    record = parse_epd(line, options, &warnings);
  } catch (const FenError& error) {
    check(error.column() >= 1 && error.column() <= line.size() + 1, "the column is one of the line");
    check_message(error.what());
    return;
  }
  for (const std::string& warning : warnings) check_message(warning);
  const std::string text = to_epd(record);
  const EpdRecord again = parse_epd(text, options);
  check(again.fen.position == record.fen.position, "the position of a line written is read as it was");
  check(again.operations.size() == record.operations.size(), "operations written are read as they were");
  for (std::size_t i = 0; i < again.operations.size(); ++i) {
    check(again.operations[i].opcode == record.operations[i].opcode, "names written are read as they were");
    // A quote inside a string is written as an apostrophe: the EPD standard has no quotes there.
    for (std::string& operand : record.operations[i].operands) std::ranges::replace(operand, '"', '\'');
    check(again.operations[i].operands == record.operations[i].operands, "operands written are read as they were");
  }
  check(to_epd(again) == text, "a line written is stable");
}

}  // namespace
}  // namespace plyforge

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
  plyforge::read({reinterpret_cast<const char*>(data), size});
  return 0;
}
