#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "diagnosis/strata.h"
#include "leaf/wide.h"
#include "suites/random_games.h"

namespace plyforge {

/// What a suite is to hold.
struct SuiteOrder {
  std::uint64_t seed = 0;
  Variant variant = Variant::standard;
  int depth = 3;                              ///< counts are made for plies 1..depth
  std::uint64_t any = 0;                      ///< positions of random games, whatever they show
  std::array<std::uint64_t, kStrata> each{};  ///< positions wanted of each stratum
  bool repeats = false;                       ///< the same position may come more than once
  std::uint64_t patience = 50'000;  ///< games and scenes in a row without anything new, then a kind is given up
  std::size_t memory_bytes = 0;     ///< for telling repeats; 0: half of what is free
  std::stop_token stop{};
};

/// A line of a suite.
struct SuiteLine {
  Candidate candidate;
  std::optional<Stratum> stratum;  ///< nothing: taken as it came
  std::vector<Wide> counts;        ///< perft of plies 1, 2, ...
};

/// What of a stratum, or of positions of any kind, was not found.
struct Shortfall {
  std::string name;
  std::uint64_t wanted = 0;
  std::uint64_t found = 0;
};

/// Makes a suite and hands it out line by line, in an order and with contents that depend on the order alone, not on
/// the machine or its threads. Positions come from random games and, for strata, from scenes made to show them. A kind
/// of which nothing new has been found for a long time is given up, and returned as a shortfall. Throws Interrupted;
/// ResourceError when the memory does not hold all positions to tell repeats by.
std::vector<Shortfall> make_suite(const SuiteOrder& order, const std::function<void(const SuiteLine&)>& use);

}  // namespace plyforge
