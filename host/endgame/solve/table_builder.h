#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "base/worker_pool.h"
#include "count/counting.h"
#include "endgame/solve/solver.h"

namespace plyforge {

/// The costs of building one table.
struct BuildReport {
  Material material;
  double solve_seconds = 0;
  double write_seconds = 0;    ///< compression included
  std::size_t file_bytes = 0;  ///< of the table
  bool was_there = false;      ///< built by an earlier run
};

/// Whole tables in memory, read from a folder when first needed and dropped when no longer needed.
class LoadedTables {
 public:
  LoadedTables(std::string folder, const WorkerPool& pool) : folder_(std::move(folder)), pool_(pool) {}

  /// Throws TableError where the file is missing or cannot be read.
  const EndgameTable& get(const Material& material);
  void add(const Material& material, EndgameTable table);
  /// Drops all tables except the successors of `next`, which are needed now, and those successors of `later` that fit
  /// in `room` bytes, the ones needed first before others.
  void keep_successors_of(const std::vector<Material>& next, const std::vector<Material>& later = {},
                          std::size_t room = 0);

 private:
  std::string folder_;
  const WorkerPool& pool_;
  std::map<Material, std::unique_ptr<EndgameTable>> tables_;
};

struct BuildOptions {
  std::string folder;
  std::size_t memory_bytes = 0;  ///< 0: no limit
  EndgameSolver solver = cpu_solver();
  std::function<EndgameSolver(const DeviceError& error)> replacement;  ///< for a solver that has failed; may be empty
  std::function<void(const Material& material, std::size_t number, std::size_t of, const SolveProgress& progress)>
      progress;                                          ///< may be empty
  std::function<void(const BuildReport& report)> built;  ///< after each table; may be empty
};

/// Solves these endgames and all they depend on, each once, and writes their tables to a folder, which is created if
/// missing. Existing tables are not solved again. Throws ResourceError where memory does not suffice (before anything
/// is solved) or a table cannot be written, TableError for one that cannot be read, DeviceError, Interrupted.
void build_tables(const std::vector<Material>& wanted, const BuildOptions& options, const WorkerPool& pool);

}  // namespace plyforge
