#include "app/input/suite.h"

#include <algorithm>
#include <cctype>
#include <regex>

#include "app/input/positions.h"
#include "app/session/diagnostics.h"
#include "count/counting.h"
#include "notation/text.h"

namespace plyforge {
namespace {

constexpr std::string_view kBlanks = " \t";

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(kBlanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kBlanks) - first + 1);
}

/// What follows a keyword of a block, or nothing when the line does not begin with it.
std::optional<std::string_view> after_keyword(std::string_view line, std::string_view keyword) {
  line = trimmed(line);
  if (!line.starts_with(keyword)) return std::nullopt;
  line.remove_prefix(keyword.size());
  if (!line.empty() && kBlanks.find(line.front()) == std::string_view::npos) return std::nullopt;
  return trimmed(line);
}

/// An expectation from its two numbers. Throws InputError.
Expectation make_expectation(std::string_view depth, std::string_view nodes, std::size_t line) {
  const std::optional<Wide> plies = parse_wide(depth);
  if (!plies || *plies > static_cast<Wide>(kMaxDepth)) {
    throw InputError(quoted(depth) + " is not a depth from 0 to " + std::to_string(kMaxDepth));
  }
  const std::optional<Wide> count = parse_wide(nodes);
  if (!count) {
    throw InputError(quoted(nodes) + " is not the count of depth " + to_string(*plies) + ": give decimal digits");
  }
  return {static_cast<int>(*plies), *count, line};
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// Whether an operation states a count: D and a depth.
bool is_depth_opcode(std::string_view opcode) {
  return opcode.size() > 1 && (opcode[0] == 'D' || opcode[0] == 'd') && is_digit(opcode[1]);
}

/// Refuses what is meant to state a count and does not: "D-2 401", "d 401", "Depth", "perft two". Whoever
/// wrote it would take silence for agreement.
void refuse_misspelt_depth(const EpdOperation& operation) {
  std::string name;
  for (const char c : operation.opcode) name += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  const bool is_d = name[0] == 'd' && std::ranges::none_of(name.substr(1), [](char c) { return c >= 'a' && c <= 'z'; });
  if (!is_d && !name.starts_with("depth") && !name.starts_with("perft") && !name.starts_with("ply")) return;
  throw InputError(quoted(operation.opcode) + " states no count: write D and the depth, as in \"D2 400\"");
}

/// An operation in the other ways in which people write a count: "perft 2 = 400", "Depth2: 400", "ply(2)=400".
std::optional<Expectation> other_count(const std::string& operation, std::size_t line) {
  static const std::regex kForm(
      "(?:d|depth|perft|ply) *(?:\\( *([0-9]+) *\\) *[=:]? *|([0-9]+)(?: *[=:] *| +))([0-9]+)",
      std::regex::icase | std::regex::optimize);
  constexpr std::size_t kLongest = 128;  // regular expressions take stack for each character
  std::smatch found;
  if (operation.size() > kLongest || !std::regex_match(operation, found, kForm)) return std::nullopt;
  return make_expectation(found.str(1) + found.str(2), found.str(3), line);
}

std::string text_of(const EpdOperation& operation) {
  std::string text = operation.opcode;
  for (const std::string& operand : operation.operands) text += " " + operand;
  return text;
}

/// What an operation states, or nothing where it states no count. Throws InputError for what is meant as a count and is
/// none.
std::optional<Expectation> stated_count(const EpdOperation& operation, std::size_t line) {
  const char first = static_cast<char>(std::tolower(static_cast<unsigned char>(operation.opcode[0])));
  if (first != 'd' && first != 'p') return std::nullopt;
  const bool is_depth = is_depth_opcode(operation.opcode) && operation.operands.size() == 1;
  const bool plain = is_depth && is_digit(operation.opcode.back());  // what suites are full of, at no cost of a regex
  if (!plain) {
    if (std::optional<Expectation> other = other_count(text_of(operation), line)) return other;
  }
  if (is_depth) return make_expectation(std::string_view(operation.opcode).substr(1), operation.operands[0], line);
  if (is_depth_opcode(operation.opcode)) {
    throw InputError(operation.opcode + " needs one count after it, as in \"D1 20;\"");
  }
  refuse_misspelt_depth(operation);
  return std::nullopt;
}

/// Reads a position by the rules, or where they are those of standard chess and its castling rights are not, as
/// Chess960 has them.
EpdRecord parse_inferring(SuiteEntry& entry, const FenOptions& rules, std::vector<std::string>& warnings) {
  try {
    return parse_epd(entry.text, rules, &warnings);
  } catch (const FenError& error) {
    if (rules.chess960) throw;
    const FenError standard = error;
    FenOptions chess960 = rules;
    chess960.chess960 = true;
    try {
      warnings.clear();
      EpdRecord record = parse_epd(entry.text, chess960, &warnings);
      entry.chess960_inferred = true;
      return record;
    } catch (const FenError& as_chess960) {  // what comes after the rights may be wrong, too
      throw as_chess960.column() > standard.column() ? as_chess960 : standard;
    }
  }
}

}  // namespace

bool SuiteReader::next(SuiteEntry& entry) {
  LineReader::Line line;
  while (ready_.empty()) {
    if (lines_.next(line)) {
      take(line);
    } else if (block_) {
      close_block();
    } else {
      return false;
    }
  }
  entry = std::move(ready_.front());
  ready_.pop_front();
  return true;
}

void SuiteReader::close_block() {
  if (!block_) return;
  if (block_->text.empty() && block_->faults.empty()) {
    block_->faults.push_back({block_->line, "'id' without an 'epd' line after it"});
  }
  ready_.push_back(std::move(*block_));
  block_.reset();
}

void SuiteReader::take(const LineReader::Line& line) {
  if (line.too_long) {
    close_block();
    ready_.push_back({.line = line.number, .faults = {{line.number, "the line is longer than any position"}}});
  } else if (is_comment(line.text)) {
    return;
  } else if (const auto name = after_keyword(line.text, "id")) {
    close_block();
    block_ = SuiteEntry{.line = line.number, .id = std::string(*name), .in_block = true};
  } else if (const auto fen = after_keyword(line.text, "epd")) {
    if (!block_ || !block_->text.empty()) {
      close_block();
      block_ = SuiteEntry{.in_block = true};
    }
    block_->line = line.number;
    block_->text = *fen;
    if (fen->empty()) block_->faults.push_back({line.number, "'epd' without a position after it"});
  } else if (const auto operands = after_keyword(line.text, "perft")) {
    take_expectation(line.number, *operands);
  } else {
    close_block();
    ready_.push_back({.line = line.number, .text = line.text});
  }
}

void SuiteReader::take_expectation(std::size_t line, std::string_view operands) {
  if (!block_) block_ = SuiteEntry{.line = line, .in_block = true};
  try {
    if (block_->text.empty()) throw InputError("'perft' without an 'epd' line before it");
    if (const auto other = other_count("perft " + std::string(operands), line)) {
      block_->expected.push_back(*other);
      return;
    }
    const std::size_t gap = std::min(operands.find_first_of(kBlanks), operands.size());
    block_->expected.push_back(make_expectation(operands.substr(0, gap), trimmed(operands.substr(gap)), line));
  } catch (const InputError& error) {
    block_->faults.push_back({line, error.what()});
  }
}

std::optional<FenRecord> read_entry(SuiteEntry& entry, const FenOptions& rules, std::vector<std::string>& warnings) {
  if (entry.text.empty()) return std::nullopt;
  try {
    const EpdRecord record = parse_inferring(entry, rules, warnings);
    for (const EpdOperation& operation : record.operations) {
      if (operation.opcode == "id" && operation.operands.size() == 1) entry.id = operation.operands[0];
      if (const auto stated = stated_count(operation, entry.line)) entry.expected.push_back(*stated);
    }
    if (entry.expected.empty() && entry.faults.empty()) {
      throw InputError(entry.in_block ? "no count to verify: a line \"perft 1 20\" must follow"
                                      : "no count to verify: \";D1 20\" must follow the position");
    }
    std::ranges::stable_sort(entry.expected, {}, &Expectation::depth);
    return record.fen;
  } catch (const FenError& error) {
    entry.faults.push_back({entry.line, error.what(), error.column(), entry.text});
  } catch (const InputError& error) {
    entry.faults.push_back({entry.line, error.what()});
  }
  return std::nullopt;
}

}  // namespace plyforge
