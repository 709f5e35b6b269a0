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

/// What a suite should hold.
struct SuiteOrder {
  std::uint64_t seed = 0;
  Variant variant = Variant::standard;
  int depth = 3;                              ///< counts are made for plies 1..depth
  std::uint64_t any = 0;                      ///< positions of random games, whatever they show
  std::array<std::uint64_t, kStrata> each{};  ///< positions wanted of each stratum
  bool repeats = false;                       ///< whether a position may come more than once
  std::uint64_t patience = 50'000;  ///< games and scenes in a row without anything new before a kind is given up
  std::size_t memory_bytes = 0;     ///< for finding repeats; 0: half of what is free
  std::stop_token stop{};
};

/// A line of a suite.
struct SuiteLine {
  Candidate candidate;
  std::optional<Stratum> stratum;  ///< nothing: a position of any kind
  std::vector<Wide> counts;        ///< perft of plies 1, 2, ...
};

/// How many positions of a stratum, or of any kind, were not found.
struct Shortfall {
  std::string name;
  std::uint64_t wanted = 0;
  std::uint64_t found = 0;
};

/// Makes a suite and hands it out line by line. The lines depend on the order alone, not on the machine or its threads.
/// Positions come from random games and, for strata, from scenes made to show them. A kind of which nothing new has
/// been found for a long time is given up, and returned as a shortfall. Throws Interrupted; ResourceError when memory
/// cannot hold all positions, which is needed to find repeats.
std::vector<Shortfall> make_suite(const SuiteOrder& order, const std::function<void(const SuiteLine&)>& use);

}  // namespace plyforge
