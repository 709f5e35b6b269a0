#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/memory.h"
#include "count/counting.h"
#include "leaf/leaf.h"
#include "notation/fen.h"

namespace plyforge {

// What verbs are asked, as the command line fills it.

/// Which positions.
struct PositionRequest {
  std::optional<std::string> fen;   ///< nothing: the start position
  std::string moves;                ///< played from there
  std::optional<std::string> file;  ///< "-": standard input
  FenOptions rules;
};

/// With what.
struct ResourceRequest {
  int threads = 0;           ///< 0: all cores
  std::uint64_t memory = 0;  ///< bytes; 0: half of what is free

  /// The budget that comes of it, in bytes.
  std::size_t memory_bytes() const { return memory != 0 ? memory : default_memory_bytes(); }
};

/// Where counts run.
enum class BackendChoice { automatic, cpu, cuda };
struct BackendRequest {
  BackendChoice choice = BackendChoice::automatic;
  std::vector<int> devices;  ///< their numbers; empty: all
};

/// What is summed at the last ply.
struct LeafRequest {
  Leaf leaf = Leaf::moves;
  StatsDefinition definition = StatsDefinition::consistent;
};

/// How results are printed.
enum class Style { text, json, csv, stockfish, perftree };

/// The file that a count is kept in, unit by unit.
struct StoreRequest {
  std::optional<std::string> path{};  ///< nothing: the count is made in one go
  std::optional<int> split{};         ///< plies; nothing: what suits the depth
};

/// What perft and divide are asked.
struct CountRequest {
  int depth = 0;
  bool all_depths = false;
  PositionRequest positions;
  LeafRequest leaf;
  ResourceRequest resources;
  BackendRequest backend;
  bool merge = true;
  Style style = Style::text;
  bool verbose = false;
  StoreRequest store;
};

}  // namespace plyforge
