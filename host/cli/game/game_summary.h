#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "base/clock.h"
#include "games/game.h"

namespace plyforge {

/// Totals over games.
struct GameSummary {
  std::uint64_t games = 0;
  std::uint64_t plies = 0;
  std::uint64_t bytes = 0;     ///< of the texts
  std::uint64_t faults = 0;    ///< games that were not read to their end
  std::uint64_t disagree = 0;  ///< games whose stated result is not that of the rules
  std::uint64_t checkmates = 0;
  std::uint64_t stalemates = 0;
  std::uint64_t dead = 0;
  std::uint64_t fivefold = 0;
  std::uint64_t seventy_five_moves = 0;
  std::uint64_t threefold = 0;
  std::uint64_t fifty_moves = 0;
  std::uint64_t perpetual_checks = 0;
  Clock::time_point began = Clock::now();

  void add(const Game& game);

  /// As a table for people, with the rate of reading.
  std::string text() const;
};

/// A position with how often it was seen, as one line: JSON, FEN alone, or EPD.
std::string counted_position(const FenRecord& record, std::uint64_t count, bool json, bool fen);

}  // namespace plyforge
