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
  std::uint64_t faults = 0;    ///< games that were not read to the end
  std::uint64_t disagree = 0;  ///< games whose stated result contradicts the rules
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

  /// A table for people, with the reading speed.
  std::string text() const;
};

}  // namespace plyforge
