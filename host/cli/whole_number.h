#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>

namespace plyforge {

/// A check for whole numbers in decimal digits, from `smallest` to `largest`, with a message that says so.
CLI::Validator whole_number(std::uint64_t smallest, std::uint64_t largest);

/// A check for a time: a number of seconds above 0, fractions admitted.
CLI::Validator seconds_above_zero();

}  // namespace plyforge
