#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <mutex>
#include <vector>

#include "base/memory_budget.h"
#include "base/worker_pool.h"
#include "board/position_hash.h"
#include "count/position_table.h"

namespace plyforge {

/// The distinct positions of one ply, or of part of one: the frontier of a count. Divided by hash into tables that are
/// filled independently of each other.
class Layer {
 public:
  /// A position for which the tables had no room.
  struct Stray {
    Position position;
    std::uint64_t multiplicity;
  };

  /// A range of slots of one table: the unit of work on a layer.
  struct Chunk {
    const PositionTable* table;
    std::size_t first;
    std::size_t last;  ///< past the end
  };

  /// Creates an empty layer that takes at most `limit` bytes from `budget`. It reserves room for about `expected`
  /// positions if memory allows: growing later costs time, and so do many tables for few positions.
  Layer(MemoryBudget& budget, std::size_t limit, Payload payload, std::uint64_t expected);
  Layer(const Layer&) = delete;
  Layer& operator=(const Layer&) = delete;

  /// Adds one position, with multiplicity 1, to the first layer of a count.
  void add(const Position& position);

  /// The number of positions, strays included.
  std::uint64_t size() const;

  /// Cuts the layer into chunks. Call once, after all positions have been added.
  void cut();
  const std::vector<Chunk>& chunks() const { return chunks_; }

  /// Positions for which there was no room; they may repeat each other and positions in the tables.
  const std::vector<Stray>& strays() const { return strays_; }

  /// The payload of a position, or null if the tables do not hold it.
  const std::byte* find(const Position& position, std::uint64_t hash) const;
  void prefetch(std::uint64_t hash) const { table_of(hash).prefetch(hash); }

 private:
  friend class LayerFiller;

  static constexpr std::size_t kMostTables = 128;

  static std::size_t tables_for(std::uint64_t positions);
  std::size_t index_of(std::uint64_t hash) const { return hash & (tables_.size() - 1); }
  const PositionTable& table_of(std::uint64_t hash) const { return tables_[index_of(hash)]; }

  MemoryBudget budget_;
  std::vector<PositionTable> tables_;  ///< a power of two of them
  std::vector<std::mutex> locks_;      ///< one for each table
  std::mutex strays_lock_;
  std::vector<Stray> strays_;
  std::vector<Chunk> chunks_;
};

/// What an expansion has done.
struct Expansion {
  std::size_t next_chunk = 0;  ///< first chunk of the parents not yet expanded
  std::uint64_t parents = 0;   ///< positions expanded
  std::uint64_t children = 0;  ///< moves made; equal positions count each time they are reached
};

/// Expands the parents from `next_chunk` on into `children`, merging equal positions, until all chunks are done or the
/// memory of `children` is full. Children for which there is no room then become strays, or are dropped if
/// `keep_strays` is false. Only children whose hash belongs to `share` are added.
/// `reached` is called, from any thread, with the share (0..1) of the parents' chunks handed out so far.
Expansion expand(const Layer& parents, std::size_t next_chunk, Layer& children, const WorkerPool& pool,
                 bool keep_strays, const std::function<void(double)>& reached, HashShare share = {});

}  // namespace plyforge
