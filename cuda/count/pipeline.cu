#include <algorithm>
#include <optional>

#include "board/position_hash.h"
#include "count/merge_table.h"
#include "count/pipeline.h"
#include "count/upload.h"
#include "device/tiles.h"

namespace plyforge {

namespace {

constexpr double kLoad = 0.75;  ///< of a table at most: beyond that, searches grow long
constexpr std::uint64_t kLeastTable = 4 * ChildStream::kLeastChunk;

/// Adds up the moves of a tile of parents.
struct AddMoves {
  FrontierView parents;
  Tiles tiles;
  std::uint64_t* sum;

  PLYFORGE_HD void operator()(std::uint64_t tile) const {
    std::uint64_t moves = 0;
    for (std::uint64_t i = tiles.first(tile); i < tiles.last(tile); ++i) {
      if (parents.tags[i] != 0) moves += count_moves(unpack(parents.positions[i]), LineSliders{});
    }
    add_to(sum, moves);
  }
};

/// Makes a tile of children and puts them into a table.
struct MergeChildren {
  Children children;
  Tiles tiles;
  MergeTable table;
  HashShare share;
  std::uint64_t* found;  ///< new positions

  PLYFORGE_HD void operator()(std::uint64_t tile) const {
    std::uint64_t new_positions = 0;
    for (std::uint64_t i = tiles.first(tile); i < tiles.last(tile); ++i) {
      const Position child = children.position(i, LineSliders{});
      const std::uint64_t key = hash(child);
      if (share.has(key) && table.add(child, key, children.tag(i))) ++new_positions;
    }
    add_to(found, new_positions);
  }
};

/// Makes children and writes them one after another; those outside the share leave an empty slot.
struct WriteChild {
  Children children;
  FrontierView out;
  HashShare share;

  PLYFORGE_HD void operator()(std::uint64_t i) const {
    const Position child = children.position(i, LineSliders{});
    out.positions[i] = child;
    out.tags[i] = share.parts == 1 || share.has(hash(child)) ? children.tag(i) : 0;
  }
};

std::uint64_t divide_up(std::uint64_t a, std::uint64_t b) { return (a + b - 1) / b; }

double seconds_since(std::chrono::steady_clock::time_point begun) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count();
}

}  // namespace

Pipeline::Pipeline(DeviceContext& context, const BatchOptions& options, int plies, const PlannerRates& rates)
    : context_(context), options_(options), plies_(plies), planner_(options.leaf, options.rates.value_or(rates)) {
  constexpr std::uint64_t most_levels = 8;  // deeper counts find their chunks by halving
  constexpr std::uint64_t children_a_thread = 64;
  const std::uint64_t levels = std::clamp<std::uint64_t>(static_cast<std::uint64_t>(plies), 1, most_levels);
  reserve_ = context.memory().left() / 4;
  chunk_ = std::min(reserve_ / (levels * (ChildStream::kChildBytes + Frontier::kSlotBytes)),
                    context.stream().width() * children_a_thread);
  if (options.chunk_children != 0) chunk_ = std::min(chunk_, options.chunk_children);
  chunk_ = std::max(chunk_, ChildStream::kLeastChunk);
}

Totals Pipeline::count(std::span<const WeightedPosition> frontier, int remaining) {
  return count_layer(Upload(context_, frontier).finish(), frontier.size(), remaining, {});
}

std::vector<WeightedPosition> Pipeline::expand(std::span<const WeightedPosition> frontier) {
  std::vector<WeightedPosition> children;
  Frontier layer = Upload(context_, frontier).finish();
  merge_children(layer, frontier.size(), 1, [&](Frontier table, std::uint64_t, double, double) {
    const FrontierView view = table.view();
    PinnedBuffer<Position> positions(view.slots);
    PinnedBuffer<std::uint64_t> tags(view.slots);
    device::copy_to_host(positions.data(), view.positions, view.slots * sizeof(Position), context_.stream());
    device::copy_to_host(tags.data(), view.tags, view.slots * sizeof(std::uint64_t), context_.stream());
    context_.stream().synchronize();
    for (std::uint64_t i = 0; i < view.slots; ++i) {
      if (tags[i] != 0) children.push_back({positions[i], tags[i]});
    }
  });
  return children;
}

void Pipeline::count_items(const Frontier& positions, int remaining, const ItemSums& sums) {
  count_below(positions.view(), remaining, &sums, {});
}

bool Pipeline::merges(int remaining) const {
  return options_.merge && planner_.merges(plies_ - remaining + 1, remaining - 1) &&
         table_bytes(remaining) / Frontier::kSlotBytes >= kLeastTable;
}

std::size_t Pipeline::table_bytes(int remaining) const {
  const std::size_t left = context_.memory().left();
  return left <= reserve_ ? 0 : planner_.layer_limit(remaining, left - reserve_);
}

std::uint64_t Pipeline::count_children(const FrontierView& parents) {
  const Tiles tiles(parents.slots, context_.stream().width());
  context_.for_each_index(tiles.count(), AddMoves{parents, tiles, context_.zeroed(context_.counter())});
  return context_.read(context_.counter());
}

std::uint64_t Pipeline::fill(const Frontier& table, ChildStream& stream, HashShare share, int remaining,
                             std::uint64_t& children) {
  const auto most = static_cast<std::uint64_t>(kLoad * static_cast<double>(table.slots()));
  const std::uint64_t least_room = std::max(ChildStream::kLeastChunk, std::min(chunk_, most) / 64);
  const MergeTable merge_table(table.view(), context_.zeroed(context_.overflow_flag()));
  std::uint64_t used = 0;
  while (!stream.done() && most - used >= least_room) {
    pause(share_, remaining);
    const Children chunk = stream.next(most - used);
    const Tiles tiles(chunk.size, context_.stream().width());
    context_.for_each_index(tiles.count(),
                            MergeChildren{chunk, tiles, merge_table, share, context_.zeroed(context_.counter())});
    used += context_.read(context_.counter());
    children += chunk.size;
  }
  if (context_.read(context_.overflow_flag()) != 0) {
    throw BatchFailure({BatchError::Kind::overflow, "", 0, "a position is reached by more than 2^64 move paths",
                        "count fewer plies, or without merging"});
  }
  return used;
}

template <class Visit>
void Pipeline::merge_children(Frontier& layer, std::uint64_t positions, int remaining, const Visit& visit) {
  const HashShare all = kept(remaining - 1);
  const std::uint64_t all_children = count_children(layer.view());
  if (all_children == 0) return;

  // A table for the expected children and one chunk more; or the largest possible one, with the children in parts.
  const auto expected =
      static_cast<std::uint64_t>(static_cast<double>(all_children) * std::min(1.0, 1.2 * planner_.distinct_share())) +
      1;
  const std::uint64_t most_slots = std::max(table_bytes(remaining) / Frontier::kSlotBytes, kLeastTable);
  const auto most_positions = static_cast<std::uint64_t>(kLoad * static_cast<double>(most_slots));
  const std::uint64_t chunk = std::min({chunk_, all_children, most_positions / 4});
  const std::uint64_t parts = std::max<std::uint64_t>(divide_up(expected, most_positions - chunk), 1);
  const auto slots = static_cast<std::uint64_t>(static_cast<double>(expected / parts + chunk) / kLoad) + kLeastTable;

  auto begun = Clock::now();
  for (std::uint64_t part = 0; part < parts; ++part) {
    std::optional<ChildStream> stream;
    stream.emplace(context_, layer.view(), chunk);
    while (!stream->done()) {
      Frontier table = make_up_to(std::min(slots, most_slots), kLeastTable,
                                  [&](std::uint64_t size) { return Frontier(context_.memory(), size); });
      table.clear_tags();
      std::uint64_t children = 0;
      const double from = stream->share();
      const std::uint64_t found = fill(table, *stream, all.share(part, parts), remaining, children);
      const double to = stream->share();
      planner_.measured_merging(children, seconds_since(begun));
      planner_.learn(positions, children, std::min(found * parts * all.parts, children));
      note(remaining - 1, found, children / parts / all.parts, begun);
      const bool last = stream->done() && part + 1 == parts;
      if (last) {  // room for the plies below
        stream.reset();
        layer.reset();
      }
      const auto share = [&](double of_stream) {
        return (static_cast<double>(part) + of_stream) / static_cast<double>(parts);
      };
      visit(std::move(table), found, share(from), share(to));
      begun = Clock::now();
      if (last) return;
    }
  }
}

Totals Pipeline::count_layer(Frontier layer, std::uint64_t positions, int remaining, Range range) {
  if (positions == 0) return {};
  if (!merges(remaining)) {
    const auto begun = Clock::now();
    const Totals totals = count_below(layer.view(), remaining, nullptr, range);
    const double seconds = seconds_since(begun);
    leaf_seconds_ += seconds;
    if (remaining == planner_.leaf_plies()) planner_.measured_leaves(positions, seconds);
    return totals;
  }
  Totals sum;
  merge_children(layer, positions, remaining, [&](Frontier table, std::uint64_t found, double from, double to) {
    sum.add(count_layer(std::move(table), found, remaining - 1, range.between(from, to)));
  });
  return sum;
}

LeafKernel Pipeline::last_ply_kernel() const {
  switch (options_.leaf) {
    case Leaf::moves:
      return options_.method == LeafMethod::piece_wise ? LeafKernel::piece_wise_moves : LeafKernel::set_wise_moves;
    case Leaf::stats:
      return LeafKernel::stats;
    case Leaf::outcome:
      return LeafKernel::outcome;
  }
  return LeafKernel::set_wise_moves;
}

bool Pipeline::fuses() const {
  if (options_.leaf != Leaf::moves) return false;
  return options_.method == LeafMethod::fused_two_plies ||
         (options_.method == LeafMethod::automatic && device::kFusesTwoPlies);
}

Totals Pipeline::count_leaves(LeafKernel kernel, const LeafSource& source, const ItemSums* items) {
  if (items == nullptr) return sum_leaves(context_, kernel, source);
  add_item_leaves(context_, kernel, source, *items);
  return {};
}

Totals Pipeline::count_leaf_parents(LeafKernel kernel, const FrontierView& frontier, int remaining,
                                    const ItemSums* items, Range range) {
  constexpr std::uint64_t positions_a_thread = 64;
  const std::uint64_t slice = context_.stream().width() * positions_a_thread;
  Totals sum;
  for (std::uint64_t first = 0; first < frontier.slots; first += slice) {
    pause(range.at(static_cast<double>(first) / static_cast<double>(frontier.slots)), remaining);
    const std::uint64_t size = std::min(slice, frontier.slots - first);
    const FrontierView part{frontier.positions + first, frontier.tags + first, size};
    sum.add(count_leaves(kernel, LeafSource(part), items));
  }
  return sum;
}

Totals Pipeline::count_below(const FrontierView& frontier, int remaining, const ItemSums* items, Range range) {
  if (remaining == 1) return count_leaf_parents(last_ply_kernel(), frontier, remaining, items, range);
  if (remaining == 2 && fuses()) {
    return count_leaf_parents(LeafKernel::two_plies, frontier, remaining, items, range);
  }
  ChildStream stream(context_, frontier, chunk_);
  Frontier below;
  if (remaining > 2) {
    below = make_up_to(chunk_, ChildStream::kLeastChunk,
                       [&](std::uint64_t size) { return Frontier(context_.memory(), size); });
  }
  Totals sum;
  while (!stream.done()) {
    const double from = stream.share();
    pause(range.at(from), remaining);
    if (remaining == 2) {
      sum.add(count_leaves(last_ply_kernel(), LeafSource(stream.next(chunk_)), items));
      continue;
    }
    const Children children = stream.next(below.slots());
    const FrontierView view{below.view().positions, below.view().tags, children.size};
    context_.for_each_index(children.size, WriteChild{children, view, kept(remaining - 1)});
    sum.add(count_below(view, remaining - 1, items, range.between(from, stream.share())));
  }
  return sum;
}

void Pipeline::note(int remaining, std::uint64_t positions, std::uint64_t children, Clock::time_point begun) {
  const auto ply = static_cast<std::size_t>(plies_ - remaining);
  while (layers_.size() < ply) layers_.push_back({.ply = static_cast<int>(layers_.size()) + 1});
  BatchLayer& layer = layers_[ply - 1];
  layer.positions += positions;
  layer.children += children;
  layer.seconds += seconds_since(begun);
}

void Pipeline::pause(double share, int remaining) {
  if (options_.stop.stop_requested()) throw BatchFailure({BatchError::Kind::stopped, "", 0, "stopped on request", ""});
  share_ = std::max(share_, share);
  if (options_.progress) options_.progress({share_, plies_ - remaining + 1});
}

}  // namespace plyforge
