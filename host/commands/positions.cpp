#include "positions.h"

#include <sstream>
#include <vector>

#include "epd.h"
#include "line_reader.h"
#include "notation.h"

namespace plyforge {
namespace {

/// Whether the text is written as UCI writes moves: two squares, perhaps a piece. No SAN looks like that.
bool looks_like_uci(std::string_view text) {
  const auto is_square = [&](std::size_t i) {
    return text[i] >= 'a' && text[i] <= 'h' && text[i + 1] >= '1' && text[i + 1] <= '8';
  };
  return (text.size() == 4 || text.size() == 5) && is_square(0) && is_square(2);
}

void for_each_line(const PositionRequest& request, Session& session, Complaints& complaints,
                   const std::function<void(const InputPosition&)>& use) {
  LineReader reader(*request.file, session.stop);
  InputPosition position;
  position.file = reader.name();
  std::size_t lines = 0;
  for (LineReader::Line line; reader.next(line);) {
    if (is_comment(line.text)) continue;
    ++lines;
    const std::string where = place(reader.name(), line.number);
    try {
      if (line.too_long) throw InputError("the line is longer than any position");
      std::vector<std::string> warnings;
      position.record = parse_epd(line.text, request.rules, &warnings).fen;
      position.text = line.text;
      position.line = line.number;
      complaints.warn(where, warnings);
    } catch (const FenError& error) {
      complaints.error(where + ": " + with_caret(line.text, error));
      session.exit_code = ExitCode::bad_input;
      continue;
    } catch (const InputError& error) {
      complaints.error(where + ": " + error.what());
      session.exit_code = ExitCode::bad_input;
      continue;
    }
    use(position);
  }
  if (lines == 0) throw InputError(reader.name() + " holds no position");
  if (reader.has_carriage_returns()) complaints.warn(reader.name(), {"carriage returns at line ends, passed over"});
}

}  // namespace

bool is_comment(std::string_view line) {
  const std::size_t first = line.find_first_not_of(" \t");
  return first == std::string_view::npos || line[first] == '#';
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

InputPosition single_position(const PositionRequest& request, Complaints& complaints) {
  const std::string fen = request.fen.value_or(std::string(kStartFen));
  std::vector<std::string> warnings;
  InputPosition position;
  try {
    position.record = parse_fen(fen, request.rules, &warnings);
  } catch (const FenError& error) {
    throw InputError("--fen: " + with_caret(fen, error));
  }
  complaints.warn("--fen", warnings);
  position.record = play_all(position.record, request.moves, "--moves");
  position.text = request.moves.empty() ? fen : to_fen(position.record);
  return position;
}

void for_each_position(const PositionRequest& request, Session& session, Complaints& complaints,
                       const std::function<void(const InputPosition&)>& use) {
  if (request.file) {
    for_each_line(request, session, complaints, use);
  } else {
    use(single_position(request, complaints));
  }
}

}  // namespace plyforge
