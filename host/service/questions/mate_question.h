#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "notation/fen.h"
#include "problems/stipulation.h"
#include "service/http/arguments.h"
#include "service/http/limits.h"

namespace plyforge {

/// What a job of kind `mate` is asked: one stipulation of every position.
struct MateQuestion {
  Stipulation stipulation;
  std::vector<FenRecord> positions;
  std::optional<std::uint64_t> nodes{};  ///< to be looked at for each
  double seconds = 0;                    ///< to be spent on each, at most
  bool duals = false;
  bool tree = false;
};

/// Reads its members. Throws Problem.
MateQuestion take_mate(Arguments& arguments, const FenOptions& rules, const ServiceLimits& limits);

/// Adds the members that take_mate() reads again; `whole`: all positions where there are several.
void add_mate(Json& object, const MateQuestion& question, bool whole);

/// Seconds of one core that it may take, at most: how long a search takes is not to be known before.
double most_seconds(const MateQuestion& question);

}  // namespace plyforge
