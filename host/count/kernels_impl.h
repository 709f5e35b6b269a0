#pragma once

#include "count/kernels.h"
#include "leaf/leaf_outcome.h"
#include "leaf/leaf_stats.h"
#include "leaf/two_plies.h"
#include "movegen/board_moves.h"
#include "movegen/make.h"
#include "movegen/movegen.h"

namespace plyforge::detail {

// Included by one source file per instruction set, each with its own slider method: every template here then belongs to
// that file alone. Only functions of the standard library that are inlined may be called.

/// Where a stop is checked for: a node this many plies above the leaves takes milliseconds.
constexpr int kStopDepth = 4;

struct MovesLeaf {
  template <class Sliders>
  static void add_root(const Position&, const Sliders&, LeafSums<std::uint64_t>& sums) {
    ++sums.nodes;
  }
  template <class Sliders>
  static void add_last(const Position& position, const Sliders& sliders, LeafSums<std::uint64_t>& sums) {
    sums.nodes += count_moves(unpack(position), sliders);
  }
  template <class Sliders>
  static void add_two_plies(const Position& position, const Sliders& sliders, LeafSums<std::uint64_t>& sums) {
    sums.nodes += count_two_plies(position, sliders);
  }
};

struct StatsLeaf {
  template <class Sliders>
  static void add_root(const Position&, const Sliders&, LeafSums<std::uint64_t>& sums) {
    ++sums.nodes;  // no move has been made, so there are no statistics
  }
  template <class Sliders>
  static void add_last(const Position& position, const Sliders& sliders, LeafSums<std::uint64_t>& sums) {
    add_move_stats(unpack(position), sliders, sums);
  }
  template <class Sliders>
  static void add_two_plies(const Position& position, const Sliders& sliders, LeafSums<std::uint64_t>& sums) {
    for_each_board_after(unpack(position), sliders, [&](const Board& board) { add_move_stats(board, sliders, sums); });
  }
};

struct OutcomeLeaf {
  template <class Sliders>
  static void add_root(const Position& position, const Sliders& sliders, LeafSums<std::uint64_t>& sums) {
    ++sums.nodes;
    ++sums[outcome_of(unpack(position), sliders)];
  }
  template <class Sliders>
  static void add_last(const Position& position, const Sliders& sliders, LeafSums<std::uint64_t>& sums) {
    add_outcomes(unpack(position), sliders, sums);
  }
  template <class Sliders>
  static void add_two_plies(const Position& position, const Sliders& sliders, LeafSums<std::uint64_t>& sums) {
    for_each_board_after(unpack(position), sliders, [&](const Board& board) { add_outcomes(board, sliders, sums); });
  }
};

template <class LeafKind, class Sliders>
void add_below(const Position& position, int depth, const Sliders& sliders, const std::stop_token& stop,
               LeafSums<std::uint64_t>& sums) {
  if (depth == 0) return LeafKind::add_root(position, sliders, sums);
  if (depth == 2) return LeafKind::add_two_plies(position, sliders, sums);
  if (depth == 1) return LeafKind::add_last(position, sliders, sums);
  if (depth >= kStopDepth && is_stopped(stop)) return;
  for_each_move(unpack(position), sliders,
                [&](Move move) { add_below<LeafKind>(make(position, move, sliders), depth - 1, sliders, stop, sums); });
}

template <class Sliders>
std::size_t write_children(const Position& position, const Sliders& sliders, Position* out) {
  std::size_t n = 0;
  for_each_move(unpack(position), sliders, [&](Move move) { out[n++] = make(position, move, sliders); });
  return n;
}

template <class Sliders>
void add_leaves(const Position& position, int depth, Leaf leaf, const Sliders& sliders, const std::stop_token& stop,
                LeafSums<std::uint64_t>& sums) {
  switch (leaf) {
    case Leaf::moves:
      return add_below<MovesLeaf>(position, depth, sliders, stop, sums);
    case Leaf::stats:
      return add_below<StatsLeaf>(position, depth, sliders, stop, sums);
    case Leaf::outcome:
      return add_below<OutcomeLeaf>(position, depth, sliders, stop, sums);
  }
}

}  // namespace plyforge::detail
