#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "app/input/line_reader.h"
#include "app/session/diagnostics.h"
#include "app/session/requests.h"
#include "app/session/session.h"
#include "notation/epd.h"

namespace plyforge {

/// A position to count, and where it came from.
struct InputPosition {
  FenRecord record;
  std::string text;                        ///< as it was given, or where moves were played from there, its FEN
  std::string file;                        ///< empty: the command line
  std::size_t line = 0;                    ///< of the file, from 1
  std::vector<EpdOperation> operations{};  ///< that stood behind the position
};

/// "FILE:LINE: ", how messages about a position begin; empty for that of the command line.
std::string place_prefix(const InputPosition& position);

/// The record after these moves, in UCI or SAN with blanks between. Throws InputError that begins with `where`.
FenRecord play_all(FenRecord record, const std::string& moves, const std::string& where);

/// The position of `--fen` and `--moves`. Throws InputError.
InputPosition single_position(const PositionRequest& request, Diagnostics& diagnostics);

/// Reads the positions of `--file`, one a line. Blank lines and lines that begin with # or % are passed over; a line
/// that is no position is complained of, and the session's exit code says so.
class PositionReader {
 public:
  /// Opens the file; throws InputError.
  PositionReader(const PositionRequest& request, Session& session, Diagnostics& diagnostics);

  /// The next position, or false at the end. Throws InputError when there was no line to read at all, and as
  /// LineReader::next().
  bool next(InputPosition& position);

 private:
  bool read(const LineReader::Line& line, InputPosition& position);

  FenOptions rules_;
  Session& session_;
  Diagnostics& diagnostics_;
  LineReader reader_;
  std::size_t lines_ = 0;
};

/// Calls `use` for the position of the command line, or for each line of `--file` as PositionReader has it, one after
/// another. Throws InputError when there is no position at all.
void for_each_position(const PositionRequest& request, Session& session, Diagnostics& diagnostics,
                       const std::function<void(const InputPosition&)>& use);

/// Whether a line of a position file holds nothing: blank, or a comment.
bool is_comment(std::string_view line);

}  // namespace plyforge
