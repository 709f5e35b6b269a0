#pragma once

#include <string>
#include <vector>

#include "board/move.h"
#include "notation/fen.h"

namespace plyforge {

/// Moves that follow each other, in SAN.
std::vector<std::string> san_line(const FenRecord& record, const std::vector<Move>& moves);

/// The same as UCI writes them.
std::vector<std::string> uci_line(const FenRecord& record, const std::vector<Move>& moves);

/// A line in SAN with move numbers, from `number` on: "1. Qa1 Kd5 2. Qd4#", or "1... Kd5 2. Qd4#" where Black begins.
std::string numbered_line(const FenRecord& record, const std::vector<Move>& moves, int number);

}  // namespace plyforge
