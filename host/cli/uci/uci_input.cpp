#include "cli/uci/uci_input.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cstdint>
#include <optional>
#include <thread>

#include "app/input/positions.h"
#include "app/session/session.h"
#include "count/counting.h"
#include "notation/text.h"

namespace plyforge {
namespace {

constexpr std::string_view kBlanks = " \t";
constexpr std::uint64_t kMegabyte = std::uint64_t{1} << 20;
constexpr std::uint64_t kMostThreads = 1024;
constexpr std::uint64_t kLeastHash = 32;  // megabytes; merging needs as much
constexpr std::uint64_t kMostHash = std::uint64_t{1} << 25;

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(kBlanks);
  return first == std::string_view::npos ? "" : text.substr(first, text.find_last_not_of(kBlanks) - first + 1);
}

/// What stands before the word `word`, trimmed; the text is left with what stands after it. Without the word, all.
std::string_view take_until(std::string_view& text, std::string_view word) {
  const std::string_view all = text;
  while (true) {
    const std::string_view next = take_word(text);
    if (next.empty()) return trimmed(all);
    if (next == word) return trimmed(all.substr(0, static_cast<std::size_t>(next.data() - all.data())));
  }
}

/// A whole number in decimal digits, from `least` to `most`.
std::uint64_t read_number(std::string_view text, std::string_view what, std::uint64_t least, std::uint64_t most) {
  std::uint64_t value = 0;
  const char* const end = text.data() + text.size();
  const auto [stopped, fault] = std::from_chars(text.data(), end, value);
  if (fault != std::errc{} || stopped != end || value < least || value > most) {
    throw InputError(std::string(what) + " is " + quoted(text) + "; expected a whole number from " +
                     std::to_string(least) + " to " + std::to_string(most));
  }
  return value;
}

bool read_check(std::string_view text, std::string_view what) {
  if (text != "true" && text != "false") {
    throw InputError(std::string(what) + " is " + quoted(text) + "; expected true or false");
  }
  return text == "true";
}

/// UCI: names of options are not case sensitive.
bool same_name(std::string_view a, std::string_view b) {
  return std::ranges::equal(a, b, [](unsigned char x, unsigned char y) { return std::tolower(x) == std::tolower(y); });
}

}  // namespace

std::string_view take_word(std::string_view& text) {
  const std::size_t first = std::min(text.find_first_not_of(kBlanks), text.size());
  const std::size_t last = std::min(text.find_first_of(kBlanks, first), text.size());
  const std::string_view word = text.substr(first, last - first);
  text.remove_prefix(last);
  return word;
}

FenRecord read_uci_position(std::string_view operands, const FenOptions& rules, std::vector<std::string>& warnings) {
  const std::string_view kind = take_word(operands);
  if (kind != "startpos" && kind != "fen") {
    throw InputError("position " + quoted(kind) + "; expected startpos or fen, then optionally moves");
  }
  std::string_view fen = take_until(operands, "moves");
  if (kind == "startpos") {
    if (!fen.empty()) throw InputError("position startpos " + quoted(fen) + "; only moves may follow");
    fen = kStartFen;
  }
  try {
    return play_all(parse_fen(fen, rules, &warnings), std::string(operands), "position");
  } catch (const FenError& error) {
    throw InputError("position fen: " + std::string(error.what()));
  }
}

int read_perft_depth(std::string_view operands) {
  const auto depth = static_cast<int>(read_number(take_word(operands), "the depth of go perft", 0, kMaxDepth));
  if (!trimmed(operands).empty()) {
    throw InputError("go perft " + std::to_string(depth) + ": nothing may follow, there is " +
                     quoted(trimmed(operands)));
  }
  return depth;
}

void set_uci_option(std::string_view operands, UciSettings& settings) {
  if (take_word(operands) != "name") throw InputError("setoption: expected setoption name NAME value VALUE");
  const std::string_view name = take_until(operands, "value");
  const std::string_view value = trimmed(operands);
  if (same_name(name, "Threads")) {
    settings.resources.threads = static_cast<int>(read_number(value, "Threads", 1, kMostThreads));
  } else if (same_name(name, "Hash")) {
    settings.resources.memory = read_number(value, "Hash (in megabytes)", kLeastHash, kMostHash) * kMegabyte;
  } else if (same_name(name, "UCI_Chess960")) {
    settings.rules.chess960 = read_check(value, "UCI_Chess960");
  } else if (same_name(name, "AnyMaterial")) {
    settings.rules.any_material = read_check(value, "AnyMaterial");
  } else {
    throw InputError("unknown option " + quoted(name) + "; expected one of: Threads, Hash, UCI_Chess960, AnyMaterial");
  }
}

std::string uci_option_lines(const UciSettings& settings) {
  const ResourceRequest& resources = settings.resources;
  const auto threads = resources.threads != 0 ? static_cast<unsigned>(resources.threads)
                                              : std::max(1U, std::thread::hardware_concurrency());
  const auto spin = [](const std::string& name, std::uint64_t value, std::uint64_t least, std::uint64_t most) {
    return "option name " + name + " type spin default " + std::to_string(std::clamp(value, least, most)) + " min " +
           std::to_string(least) + " max " + std::to_string(most) + "\n";
  };
  const auto check = [](const std::string& name, bool value) {
    return "option name " + name + " type check default " + (value ? "true" : "false") + "\n";
  };
  return spin("Threads", threads, 1, kMostThreads) + spin("Hash", resources.memory / kMegabyte, kLeastHash, kMostHash) +
         check("UCI_Chess960", settings.rules.chess960) + check("AnyMaterial", settings.rules.any_material);
}

}  // namespace plyforge
