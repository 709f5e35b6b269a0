// Any bytes as lines of UCI, split at their ends: each is obeyed or refused with a message.

#include <string_view>

#include "app/session/session.h"
#include "check.h"
#include "cli/uci/uci_input.h"
#include "count/counting.h"
#include "movegen/legal.h"

namespace plyforge {
namespace {

void obey(std::string_view line, UciSettings& settings) {
  std::string_view operands = line;
  const std::string_view command = take_word(operands);
  check(command.find_first_of(" \t") == std::string_view::npos, "a word has no blanks");
  check(command.empty() == (line.find_first_not_of(" \t") == std::string_view::npos), "only blanks have no word");
  try {
    if (command == "position") {
      std::vector<std::string> warnings;
      const FenRecord record = read_uci_position(operands, settings.rules, warnings);
      for (const std::string& warning : warnings) check_message(warning);
      check(checkers(record.position.flipped()) == 0, "a position that is read is one that can be counted");
    } else if (command == "go") {
      const int depth = read_perft_depth(operands);
      check(depth >= 0 && depth <= kMaxDepth, "a depth is one that can be counted");
    } else if (command == "setoption") {
      set_uci_option(operands, settings);
      check(settings.resources.threads >= 0, "threads are a number");
    }
  } catch (const InputError& error) {
    const std::string_view message = error.what();
    for (const char c : message) check(c >= ' ' && c <= '~', "messages are one line of printable characters");
  }
}

}  // namespace
}  // namespace plyforge

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
  std::string_view text(reinterpret_cast<const char*>(data), size);
  plyforge::UciSettings settings;
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(line.size() == text.size() ? line.size() : line.size() + 1);
    plyforge::obey(line, settings);
  }
  return 0;
}
