#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "notation/fen.h"

namespace plyforge {

/// One operation of an EPD line: `opcode operand operand;`, string operands without their quotes.
struct EpdOperation {
  std::string opcode;
  std::vector<std::string> operands;
};

/// A line of an EPD file: a position, and what is said of it.
struct EpdRecord {
  FenRecord fen;
  std::vector<EpdOperation> operations;
};

/// Reads one EPD line: four fields (or the six of a FEN), then operations separated by `;`, as the EPD standard has
/// them or as perft suites write them (`;D1 20 ;D2 400`). The first operation has a `;` before or after it; only after
/// four fields it may do without, if its name is one of the EPD standard or D1, D2, ... A string may
/// hold \" where the line cannot be read otherwise. A trailing NUL or carriage return is dropped. Throws FenError, also
/// for counters that are given twice and differ.
EpdRecord parse_epd(std::string_view line, const FenOptions& options = {},
                    std::vector<std::string>* warnings = nullptr);

/// Appends ` opcode operand operand;` to a line, operands in quotes where they must be.
void append_operation(std::string& line, std::string_view opcode, std::span<const std::string> operands);

/// The record as one EPD line (four fields, `hmvc` and `fmvn` only where they are among the operations).
std::string to_epd(const EpdRecord& record);

}  // namespace plyforge
