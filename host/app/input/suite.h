#pragma once

#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/input/line_reader.h"
#include "leaf/wide.h"
#include "notation/epd.h"

namespace plyforge {

/// A count that a suite states.
struct Expectation {
  int depth = 0;
  Wide nodes = 0;
  std::size_t line = 0;  ///< where it stands
};

/// A place of a suite that could not be read.
struct SuiteFault {
  std::size_t line = 0;
  std::string message;
  std::size_t column = 0;  ///< of `text`, from 1; 0 where no character is to blame
  std::string text{};      ///< what `column` points into
};

/// A position of a suite and what is expected of it.
struct SuiteEntry {
  std::size_t line = 0;
  std::string text{};  ///< FEN or EPD as it stands in the file; empty: only faults
  std::string id{};
  bool chess960_inferred = false;  ///< by read_entry(): the rights are of Chess960, though the rules did not say so
  bool in_block = false;           ///< expectations came on lines of their own, not as operations of the EPD
  std::vector<Expectation> expected{};
  std::vector<SuiteFault> faults{};
};

/// Reads a perft suite entry by entry. Two forms, which may be mixed: one line a position,
///     FEN ;D1 20 ;D2 400
/// (also ";perft 2 = 400" and the like) and blocks,
///     id start
///     epd FEN
///     perft 1 20
///     perft 2 400
/// The texts themselves are left unread, so that this can be done elsewhere, many at once: see read_entry().
class SuiteReader {
 public:
  /// Opens the file; throws InputError.
  SuiteReader(const std::string& path, std::stop_token stop) : lines_(path, std::move(stop)) {}

  /// The next entry, or false at the end. Throws as LineReader::next().
  bool next(SuiteEntry& entry);

  /// Whether next() is likely to answer without waiting for input.
  bool ready() const { return !ready_.empty() || lines_.ready(); }

  const LineReader& lines() const { return lines_; }

 private:
  void take(const LineReader::Line& line);
  void take_expectation(std::size_t line, std::string_view operands);
  void close_block();

  LineReader lines_;
  std::optional<SuiteEntry> block_;  ///< the block that is being read
  std::deque<SuiteEntry> ready_;
};

/// Reads the position of an entry and, from operations D1, D2, ..., what is expected of it. Castling rights that
/// standard chess does not have are read as Chess960 has them. What is wrong is added to
/// the entry's faults, and nothing returned.
std::optional<FenRecord> read_entry(SuiteEntry& entry, const FenOptions& rules, std::vector<std::string>& warnings);

}  // namespace plyforge
