#include "count/layer.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>

#include "board/position_hash.h"
#include "count/counting.h"
#include "count/kernels.h"

namespace plyforge {

std::size_t Layer::tables_for(std::uint64_t positions) {
  constexpr std::uint64_t kLeastEach = 512;  // fewer would not fill the pages of a table
  return std::bit_ceil(std::clamp<std::uint64_t>(positions / kLeastEach, 1, kMostTables));
}

Layer::Layer(MemoryBudget& budget, std::size_t limit, Payload payload, std::uint64_t expected)
    : budget_(limit, &budget), locks_(tables_for(expected)) {
  const std::size_t bytes_each = budget_.left() / locks_.size();
  tables_.reserve(locks_.size());
  for (std::size_t i = 0; i < locks_.size(); ++i) {
    tables_.emplace_back(budget_, payload).reserve(expected / locks_.size(), bytes_each);
  }
}

void Layer::add(const Position& position) {
  const std::uint64_t h = hash(position);
  if (!tables_[index_of(h)].add(position, h, 1)) strays_.push_back({position, 1});
}

std::uint64_t Layer::size() const {
  std::uint64_t n = strays_.size();
  for (const PositionTable& table : tables_) n += table.size();
  return n;
}

void Layer::cut() {
  std::size_t slots = 0;
  for (const PositionTable& table : tables_) slots += table.capacity();
  constexpr std::size_t most_chunks = 16384;
  const std::size_t step = std::max<std::size_t>(32, slots / most_chunks);
  for (const PositionTable& table : tables_) {
    if (table.size() == 0) continue;
    for (std::size_t first = 0; first < table.capacity(); first += step) {
      chunks_.push_back({&table, first, std::min(first + step, table.capacity())});
    }
  }
}

const std::byte* Layer::find(const Position& position, std::uint64_t hash) const {
  const PositionTable& table = table_of(hash);
  const std::size_t slot = table.find(position, hash);
  return slot == PositionTable::kNoSlot ? nullptr : table.payload(slot);
}

/// Adds one thread's positions to a layer. They are collected by table and added in batches, so that a lock is taken
/// once per batch and the memory of the whole batch is prefetched.
class LayerFiller {
 public:
  LayerFiller(Layer& layer, bool keep_strays, std::atomic<bool>& full)
      : layer_(layer), keep_strays_(keep_strays), full_(full), batches_(layer.tables_.size()) {}

  void add(const Position& position, std::uint64_t hash, std::uint64_t multiplicity) {
    const std::size_t index = layer_.index_of(hash);
    Batch& batch = batches_[index];
    batch.items[batch.size++] = {position, hash, multiplicity};
    if (batch.size == kBatch) flush(index);
  }

  void flush() {
    for (std::size_t i = 0; i < batches_.size(); ++i) flush(i);
  }

 private:
  static constexpr std::size_t kBatch = 32;
  struct Item {
    Position position;
    std::uint64_t hash;
    std::uint64_t multiplicity;
  };
  struct Batch {
    std::size_t size = 0;
    std::array<Item, kBatch> items;
  };

  void flush(std::size_t index) {
    Batch& batch = batches_[index];
    PositionTable& table = layer_.tables_[index];
    const std::lock_guard lock(layer_.locks_[index]);
    for (std::size_t i = 0; i < batch.size; ++i) table.prefetch(batch.items[i].hash);
    for (std::size_t i = 0; i < batch.size; ++i) {
      const Item& item = batch.items[i];
      if (!table.add(item.position, item.hash, item.multiplicity)) stray(item);
    }
    batch.size = 0;
  }

  void stray(const Item& item) {
    full_ = true;
    if (!keep_strays_) return;
    const std::lock_guard lock(layer_.strays_lock_);
    layer_.strays_.push_back({item.position, item.multiplicity});
  }

  Layer& layer_;
  const bool keep_strays_;
  std::atomic<bool>& full_;
  std::vector<Batch> batches_;
};

Expansion expand(const Layer& parents, std::size_t next_chunk, Layer& children, const WorkerPool& pool,
                 bool keep_strays, const std::function<void(double)>& reached_share, HashShare share) {
  const Kernels& kernel = kernels();
  const std::vector<Layer::Chunk>& chunks = parents.chunks();
  std::atomic<bool> full = false;
  std::atomic<std::size_t> expanded = 0;
  std::atomic<std::uint64_t> positions = 0;
  std::atomic<std::uint64_t> moves = 0;
  pool.share_out(chunks.size() - next_chunk, [&](const std::function<std::size_t()>& next) {
    LayerFiller filler(children, keep_strays, full);
    std::vector<Position> reached(kMaxMoves);
    // A chunk that has been handed out is always expanded, so the expanded chunks are the first ones.
    for (std::size_t i; !full && (i = next()) != WorkerPool::kDone;) {
      const auto& [table, first, last] = chunks[next_chunk + i];
      std::uint64_t seen = 0;
      std::uint64_t made = 0;
      for (std::size_t slot = first; slot < last; ++slot) {
        if (!table->holds(slot)) continue;
        // Checked for each parent: the first children of a layer touch memory that the system clears first, slowly.
        if (pool.stop().stop_requested()) throw Interrupted();
        const std::size_t n = kernel.children(table->position(slot), reached.data());
        ++seen;
        made += n;
        for (std::size_t child = 0; child < n; ++child) {
          const std::uint64_t h = hash(reached[child]);
          if (share.has(h)) filler.add(reached[child], h, table->multiplicity(slot));
        }
      }
      positions += seen;
      moves += made;
      ++expanded;
      reached_share(static_cast<double>(next_chunk + i) / static_cast<double>(chunks.size()));
    }
    filler.flush();
  });
  children.cut();
  return {next_chunk + expanded, positions, moves};
}

}  // namespace plyforge
