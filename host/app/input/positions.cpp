#include "app/input/positions.h"

#include <sstream>
#include <vector>

#include "notation/notation.h"

namespace plyforge {
namespace {

/// Whether the text is written as UCI writes moves: two squares, perhaps a piece. No SAN looks like that.
bool looks_like_uci(std::string_view text) {
  const auto is_square = [&](std::size_t i) {
    return text[i] >= 'a' && text[i] <= 'h' && text[i + 1] >= '1' && text[i + 1] <= '8';
  };
  return (text.size() == 4 || text.size() == 5) && is_square(0) && is_square(2);
}

}  // namespace

bool is_comment(std::string_view line) {
  const std::size_t first = line.find_first_not_of(" \t");
  return first == std::string_view::npos || line[first] == '#' || line[first] == '%';
}

std::string place_prefix(const InputPosition& position) {
  return position.file.empty() ? "" : place(position.file, position.line) + ": ";
}

PositionReader::PositionReader(const PositionRequest& request, Session& session, Diagnostics& diagnostics)
    : rules_(request.rules), session_(session), diagnostics_(diagnostics), reader_(*request.file, session.stop) {}

bool PositionReader::next(InputPosition& position) {
  for (LineReader::Line line; reader_.next(line);) {
    if (is_comment(line.text)) continue;
    ++lines_;
    if (read(line, position)) return true;
    session_.exit_code = ExitCode::bad_input;
  }
  if (lines_ == 0) throw InputError(reader_.name() + " contains no position");
  if (reader_.has_carriage_returns()) diagnostics_.warn(reader_.name(), {"carriage returns at line ends, ignored"});
  return false;
}

/// Reads one line; false, with a message, where it is no position.
bool PositionReader::read(const LineReader::Line& line, InputPosition& position) {
  const std::string where = place(reader_.name(), line.number);
  try {
    if (line.too_long) throw InputError("the line is longer than any position");
    std::vector<std::string> warnings;
    EpdRecord record = parse_epd(line.text, rules_, &warnings);
    position = {.record = record.fen,
                .text = line.text,
                .file = reader_.name(),
                .line = line.number,
                .operations = std::move(record.operations)};
    diagnostics_.warn(where, warnings);
    return true;
  } catch (const FenError& error) {
    diagnostics_.error(where + ": " + with_caret(line.text, error));
  } catch (const InputError& error) {
    diagnostics_.error(where + ": " + error.what());
  }
  return false;
}

FenRecord play_all(FenRecord record, const std::string& moves, const std::string& where) {
  std::istringstream words(moves);
  std::string word;
  for (int number = 1; words >> word; ++number) {
    try {
      record = play(record, looks_like_uci(word) ? parse_uci(record, word) : parse_san(record, word));
    } catch (const MoveError& error) {
      throw InputError(where + ", move " + std::to_string(number) + ": " + error.what());
    }
  }
  return record;
}

InputPosition single_position(const PositionRequest& request, Diagnostics& diagnostics) {
  const std::string fen = request.fen.value_or(std::string(kStartFen));
  std::vector<std::string> warnings;
  InputPosition position;
  try {
    position.record = parse_fen(fen, request.rules, &warnings);
  } catch (const FenError& error) {
    throw InputError("--fen: " + with_caret(fen, error));
  }
  diagnostics.warn("--fen", warnings);
  position.record = play_all(position.record, request.moves, "--moves");
  position.text = request.moves.empty() ? fen : to_fen(position.record);
  return position;
}

void for_each_position(const PositionRequest& request, Session& session, Diagnostics& diagnostics,
                       const std::function<void(const InputPosition&)>& use) {
  if (request.file) {
    PositionReader reader(request, session, diagnostics);
    for (InputPosition position; reader.next(position);) use(position);
  } else {
    use(single_position(request, diagnostics));
  }
}

}  // namespace plyforge
