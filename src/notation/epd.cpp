#include "notation/epd.h"

#include <algorithm>
#include <array>
#include <optional>

#include "notation/fen_fields.h"
#include "notation/text.h"

namespace plyforge {

namespace {

bool is_control(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return (byte < 0x20 && c != '\t') || byte == 0x7F;
}

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

/// Refuses what no part of an operation may hold.
void check_characters(const Cursor& cursor, const Field& field) {
  const auto bad = std::find_if(field.text.begin(), field.text.end(), is_control);
  if (bad == field.text.end()) return;
  cursor.fail(field.offset + static_cast<std::size_t>(bad - field.text.begin()),
              "control character " + quoted({&*bad, 1}) + " in an operation; expected printable text");
}

Field read_opcode(Cursor& cursor) {
  const Field opcode = cursor.word();
  check_characters(cursor, opcode);
  if (!is_letter(opcode.text.front())) {
    cursor.fail(opcode.offset, "an EPD operation cannot start with " + quoted(opcode.text) +
                                   "; it starts with its name, as in \"bm Nf3;\" or \"D1 20;\"");
  }
  if (const std::size_t quote = opcode.text.find('"'); quote != std::string_view::npos) {
    cursor.fail(opcode.offset + quote, "unexpected '\"' inside the name of an operation");
  }
  return opcode;
}

/// How strings are read. The EPD standard has no quotes inside a string; some programs write \" there, and then \\ for
/// a backslash.
enum class Quotes { plain, escaped };

/// Where a text that begins with a quote has its closing quote, or npos.
std::size_t closing_quote(std::string_view text, Quotes quotes) {
  if (quotes == Quotes::plain) return text.find('"', 1);
  for (std::size_t i = 1; i < text.size(); ++i) {
    if (text[i] == '"') return i;
    if (text[i] == '\\') ++i;
  }
  return std::string_view::npos;
}

std::string unescaped(std::string_view text) {
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool escape = text[i] == '\\' && i + 1 < text.size() && (text[i + 1] == '"' || text[i + 1] == '\\');
    result += text[escape ? ++i : i];
  }
  return result;
}

/// Reads `"text"` and returns what stands between the quotes.
Field read_string(Cursor& cursor, Quotes quotes) {
  const std::size_t quote = cursor.offset();
  const std::string_view rest = cursor.rest();
  const std::size_t end = closing_quote(rest, quotes);
  if (end == std::string_view::npos) cursor.fail(quote, "unterminated string");
  const Field string{quote + 1, rest.substr(1, end - 1)};
  cursor.advance(end + 1);
  if (!cursor.at_end() && cursor.peek() != ';' && !cursor.at_blank()) {
    cursor.fail(cursor.offset(), "a blank or ';' must follow the closing '\"'");
  }
  return string;
}

Field read_plain_operand(Cursor& cursor) {
  const Field operand = cursor.word();
  if (const std::size_t quote = operand.text.find('"'); quote != std::string_view::npos) {
    cursor.fail(operand.offset + quote, "unexpected '\"' inside an operand");
  }
  return operand;
}

/// The counters of a position, as far as fields or operations have said them.
struct Counters {
  std::optional<int> halfmove_clock;
  std::optional<int> fullmove_number;
};

/// The operations that say a FEN's counters.
void take_counter(const Cursor& cursor, const std::string& opcode, const std::vector<Field>& operands,
                  Counters& counters) {
  const bool clock = opcode == "hmvc";
  if (!clock && opcode != "fmvn") return;
  const int least = clock ? 0 : 1;
  const std::optional<int> value = operands.size() == 1 ? counter_value(operands[0].text) : std::nullopt;
  if (!value || *value < least) {
    cursor.fail(operands.empty() ? cursor.offset() : operands[0].offset,
                opcode + " needs one number from " + std::to_string(least) + " to " + std::to_string(kLargestCounter));
  }
  std::optional<int>& counter = clock ? counters.halfmove_clock : counters.fullmove_number;
  if (counter && *counter != *value) {
    cursor.fail(operands[0].offset, opcode + " says " + std::to_string(*value) + " where " + std::to_string(*counter) +
                                        " is repeated; give it once");
  }
  counter = value;
}

EpdOperation read_operation(Cursor& cursor, Quotes quotes, Counters& counters) {
  EpdOperation operation;
  operation.opcode = read_opcode(cursor).text;
  std::vector<Field> operands;
  for (cursor.skip_blanks(); !cursor.at_end() && cursor.peek() != ';'; cursor.skip_blanks()) {
    const bool is_string = cursor.peek() == '"';
    operands.push_back(is_string ? read_string(cursor, quotes) : read_plain_operand(cursor));
    check_characters(cursor, operands.back());
    const std::string_view text = operands.back().text;
    operation.operands.push_back(is_string && quotes == Quotes::escaped ? unescaped(text) : std::string(text));
  }
  take_counter(cursor, operation.opcode, operands, counters);
  return operation;
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// Whether the EPD standard gives the operation a string: comments c0 to c9, variation names v0 to v9, and names.
bool takes_string(std::string_view opcode) {
  const bool numbered = opcode.size() == 2 && (opcode[0] == 'c' || opcode[0] == 'v') && is_digit(opcode[1]);
  return numbered || opcode == "id" || opcode == "eco" || opcode == "nic";
}

/// Whether the name is one of the EPD standard (the PGN standard, section 16.2.5), or D and a depth.
bool is_known(std::string_view opcode) {
  constexpr std::array<std::string_view, 22> kOthers = {
      "acd",  "acn",  "acs",  "am", "bm", "ce", "dm",     "draw_accept", "draw_claim", "draw_offer", "draw_reject",
      "fmvn", "hmvc", "noop", "pm", "pv", "rc", "resign", "sm",          "tcgs",       "tcri",       "tcsi"};
  if (takes_string(opcode) || std::ranges::find(kOthers, opcode) != kOthers.end()) return true;
  return opcode.size() > 1 && opcode[0] == 'D' && std::all_of(opcode.begin() + 1, opcode.end(), is_digit);
}

/// The operations of a line, and the counters that they or the fields before have said.
struct Operations {
  std::vector<EpdOperation> list{};
  Counters counters{};
};

/// Reads the rest of a line. `counters`: what the fields said.
Operations read_operations(Cursor& cursor, Quotes quotes, const Counters& counters) {
  const bool has_counters = counters.halfmove_clock.has_value();
  Operations operations{.counters = counters};
  cursor.skip_blanks();
  const std::size_t end_of_fields = cursor.offset();
  const std::string_view text = cursor.rest();
  bool parted = false;  // by a semicolon, so that no operation is taken for what it is not
  for (; !cursor.at_end(); cursor.skip_blanks()) {
    if (cursor.peek() == ';') {
      cursor.advance(1);
      parted = true;
    } else {
      operations.list.push_back(read_operation(cursor, quotes, operations.counters));
    }
  }
  if (!parted && !operations.list.empty() && (has_counters || !is_known(operations.list[0].opcode))) {
    cursor.fail(end_of_fields, "unexpected text after the position: " + quoted(text) +
                                   "; only EPD operations may follow, each ended with ';'");
  }
  return operations;
}

/// The same, with the quotes that some programs write inside strings where the line cannot be read without them.
Operations read_operations(Cursor& cursor, const Counters& counters) {
  const Cursor start = cursor;
  try {
    return read_operations(cursor, Quotes::plain, counters);
  } catch (const FenError& error) {
    if (start.rest().find("\\\"") == std::string_view::npos) throw;
    const FenError plain = error;
    cursor = start;
    try {
      return read_operations(cursor, Quotes::escaped, counters);
    } catch (const FenError&) {
      throw plain;
    }
  }
}

void append_operand(std::string& line, std::string_view operand, bool as_string) {
  const auto needs_quotes = [](char c) { return c == ' ' || c == '\t' || c == ';' || c == '"'; };
  if (!as_string && !operand.empty() && std::ranges::none_of(operand, needs_quotes)) {
    line += operand;
    return;
  }
  line += '"';
  for (const char c : operand) line += c == '"' ? '\'' : c;  // EPD cannot write a quote inside a string
  line += '"';
}

}  // namespace

EpdRecord parse_epd(std::string_view line, const FenOptions& options, std::vector<std::string>* warnings) {
  Cursor cursor(line, warnings);
  EpdRecord record;
  record.fen = read_four_fields(cursor, options);
  const bool has_counters = read_counters(cursor, FieldStyle::epd, record.fen);
  Counters counters;
  if (has_counters) counters = {record.fen.halfmove_clock, record.fen.fullmove_number};
  Operations operations = read_operations(cursor, counters);
  record.operations = std::move(operations.list);
  record.fen.halfmove_clock = operations.counters.halfmove_clock.value_or(record.fen.halfmove_clock);
  record.fen.fullmove_number = operations.counters.fullmove_number.value_or(record.fen.fullmove_number);
  return record;
}

void append_operation(std::string& line, std::string_view opcode, std::span<const std::string> operands) {
  line += ' ';
  line += opcode;
  const bool as_strings = takes_string(opcode);
  for (const std::string& operand : operands) {
    line += ' ';
    append_operand(line, operand, as_strings);
  }
  line += ';';
}

std::string to_epd(const EpdRecord& record) {
  std::string text = four_fields(record.fen);
  for (const EpdOperation& operation : record.operations) append_operation(text, operation.opcode, operation.operands);
  return text;
}

}  // namespace plyforge
