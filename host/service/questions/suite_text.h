#pragma once

#include <functional>
#include <span>
#include <string>

#include "app/work/suite_check.h"
#include "count/counting.h"

namespace plyforge {

/// Leaves to expect of the counts of a suite, up to `max_depth` plies. Throws Problem where it has no position.
double suite_leaves(const std::string& suite, const FenOptions& rules, int max_depth);

/// Checks a suite batch by batch. `checked` gets each batch, and the share (0..1) of the suite that is done. Throws
/// Interrupted when stopped.
void check_suite(const std::string& suite, const FenOptions& rules, int max_depth, const CountOptions& options,
                 const std::function<void(std::span<const CheckedEntry> batch, double share)>& checked);

}  // namespace plyforge
