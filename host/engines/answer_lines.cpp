#include "engines/answer_lines.h"

#include <algorithm>
#include <array>
#include <cctype>

#include "notation/text.h"

namespace plyforge {
namespace {

/// Longer lines are not matched against patterns, because std::regex uses stack for every character.
constexpr std::size_t kLongestMatched = 1000;

bool is_digit(char c) { return c >= '0' && c <= '9'; }

void skip(std::string_view& text, std::string_view characters) {
  text.remove_prefix(std::min(text.find_first_not_of(characters), text.size()));
}

/// Removes a number from the front, with or without thousands separators; nothing if there is none or it exceeds 128
/// bits.
std::optional<Wide> take_count(std::string_view& text) {
  constexpr Wide kMost = ~Wide{0} / 10 - 1;
  if (text.empty() || !is_digit(text.front())) return std::nullopt;
  Wide value = 0;
  while (!text.empty()) {
    const bool comma = text.front() == ',' && text.size() > 3 && std::all_of(&text[1], &text[1] + 3, is_digit);
    if (!is_digit(text.front()) && !comma) break;
    if (value > kMost) return std::nullopt;
    if (!comma) value = value * 10 + static_cast<Wide>(text.front() - '0');
    text.remove_prefix(1);
  }
  return value;
}

/// A text that is a number and nothing else.
std::optional<Wide> whole_count(std::string_view text) {
  skip(text, " \t");
  const std::optional<Wide> count = take_count(text);
  skip(text, " \t.");
  return text.empty() ? count : std::nullopt;
}

/// Removes a move from the front, in UCI notation, or castling in SAN.
std::optional<std::string> take_move(std::string_view& text) {
  for (const std::string_view castling : {"O-O-O", "0-0-0", "O-O", "0-0"}) {
    if (!text.starts_with(castling)) continue;
    text.remove_prefix(castling.size());
    return std::string(castling);
  }
  if (text.size() < 4 || !square_from_name(text.substr(0, 2))) return std::nullopt;
  std::string move(text.substr(0, 2));
  std::string_view rest = text.substr(2);
  if (rest.front() == '-' || rest.front() == 'x') rest.remove_prefix(1);
  if (rest.size() < 2 || !square_from_name(rest.substr(0, 2))) return std::nullopt;
  move += rest.substr(0, 2);
  rest.remove_prefix(2);
  if (rest.size() > 1 && rest[0] == '=' && std::isalpha(static_cast<unsigned char>(rest[1])) != 0) {
    rest.remove_prefix(1);
  }
  if (!rest.empty() && std::isalpha(static_cast<unsigned char>(rest.front())) != 0) {
    move += static_cast<char>(std::tolower(static_cast<unsigned char>(rest.front())));
    rest.remove_prefix(1);
  }
  text = rest;
  return move;
}

/// Removes "12." or "12)" from the front.
void skip_line_number(std::string_view& text) {
  const std::size_t digits = std::min(text.find_first_not_of("0123456789"), text.size());
  if (digits == 0 || digits == text.size() || (text[digits] != '.' && text[digits] != ')')) return;
  text.remove_prefix(digits + 1);
  skip(text, " \t");
}

std::optional<EngineMove> read_move(std::string_view line) {
  constexpr std::string_view kSeparators = " \t:=-|>,";
  skip(line, " \t");
  skip_line_number(line);
  const std::optional<std::string> move = take_move(line);
  const std::size_t before = line.size();
  skip(line, kSeparators);
  if (!move || line.size() == before) return std::nullopt;
  const std::optional<Wide> nodes = take_count(line);
  if (!nodes) return std::nullopt;
  return EngineMove{*move, *nodes};
}

std::optional<Wide> read_total(const std::string& line) {
  if (const std::optional<Wide> alone = whole_count(line)) return alone;
  std::string lower(line);
  std::ranges::transform(lower, lower.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  std::string_view text = lower;
  skip(text, " \t");
  constexpr std::array<std::string_view, 7> kNames = {"nodes searched", "total nodes", "leaf nodes", "total moves",
                                                      "node count",     "total",       "nodes"};
  const auto* const name = std::ranges::find_if(kNames, [&](std::string_view n) { return text.starts_with(n); });
  if (name == kNames.end()) return std::nullopt;
  text.remove_prefix(name->size());
  skip(text, " \t:=-");
  const std::optional<Wide> total = take_count(text);
  // "nodes 400 time 2" is a total, "nodes20" and "total 20 moves: 400" are not.
  return text.empty() || text.front() == ' ' || text.front() == ',' || text.front() == '.' ? total : std::nullopt;
}

}  // namespace

bool AnswerLines::take(const std::string& line) {
  std::smatch match;
  const bool matchable = line.size() <= kLongestMatched;
  if (request_.move_pattern) {
    if (matchable && std::regex_search(line, match, *request_.move_pattern)) {
      const std::optional<Wide> nodes = whole_count(match.str(2));
      if (nodes) divide_.moves.push_back({match.str(1), *nodes});
      return nodes.has_value();
    }
  } else if (std::optional<EngineMove> move = read_move(line)) {
    divide_.moves.push_back(std::move(*move));
    return true;
  }
  std::optional<Wide> total;
  if (!request_.total_pattern) {
    total = read_total(line);
  } else if (matchable && std::regex_search(line, match, *request_.total_pattern)) {
    total = whole_count(match.str(1));
  }
  if (total) divide_.stated = total;
  return total.has_value();
}

}  // namespace plyforge
