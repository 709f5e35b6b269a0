#include "problems/search.h"

#include "count/kernels.h"
#include "count/kernels_bmi2.h"
#include "problems/search_bmi2.h"
#include "problems/search_portable.h"

namespace plyforge {

namespace {

/// Move lists: one per ply, and one for the root.
constexpr std::size_t kMoves = (2 * kMostMoves + 1) * kMaxMoves;

}  // namespace

SearchState::SearchState(std::size_t table_bytes) : table(table_bytes), moves(kMoves) {}

void SearchState::begin(const SearchLimits& limits) {
  limits_ = limits;
  if (limits.seconds) deadline_ = deadline_after(*limits.seconds);
  table.clear();
  refutations.fill(0);
  nodes = 0;
  next_look = 0;
  stopped = false;
}

bool SearchState::look() {
  constexpr std::uint64_t kNodesBetween = 4096;  // a millisecond
  if (limits_.stop.stop_requested() || (limits_.nodes && nodes >= *limits_.nodes) ||
      (limits_.seconds && Clock::now() >= deadline_)) {
    stopped = true;
  }
  next_look = nodes + kNodesBetween;
  if (limits_.nodes && next_look > *limits_.nodes) next_look = *limits_.nodes;
  return stopped;
}

const MateSearch& mate_search() {
  static const MateSearch chosen = has_fast_pext() ? bmi2_mate_search() : portable_mate_search();
  return chosen;
}

}  // namespace plyforge
