#include "endgame/solve/table_builder.h"

#include <algorithm>
#include <filesystem>
#include <limits>
#include <set>

#include "base/clock.h"
#include "base/files.h"
#include "endgame/tables/table_file.h"

namespace plyforge {

const EndgameTable& LoadedTables::get(const Material& material) {
  std::unique_ptr<EndgameTable>& table = tables_[material];
  if (table == nullptr) {
    const TableFile file(table_path(folder_, material), material);
    table = std::make_unique<EndgameTable>(file.load(pool_));
  }
  return *table;
}

void LoadedTables::add(const Material& material, EndgameTable table) {
  tables_[material] = std::make_unique<EndgameTable>(std::move(table));
}

void LoadedTables::keep_successors_of(const std::vector<Material>& next, const std::vector<Material>& later,
                                      std::size_t room) {
  std::set<Material> kept;
  for (const Material& material : next) {
    for (const Material& successor : successors(material)) kept.insert(successor);
  }
  for (const Material& material : later) {
    for (const Material& successor : successors(material)) {
      const auto table = tables_.find(successor);
      if (table == tables_.end() || kept.contains(successor) || table->second->bytes() > room) continue;
      room -= table->second->bytes();
      kept.insert(successor);
    }
  }
  std::erase_if(tables_, [&](const auto& entry) { return !kept.contains(entry.first); });
}

namespace {

std::size_t in_mebibytes(std::size_t bytes) { return (bytes + (std::size_t{1} << 20) - 1) >> 20; }

class TableBuilder {
 public:
  TableBuilder(const BuildOptions& options, const WorkerPool& pool)
      : options_(options), pool_(pool), solver_(options.solver), tables_(options.folder, pool) {}

  void build(const std::vector<Material>& wanted) {
    find_missing(wanted);
    check_memory(missing_);
    for (std::size_t i = 0; i < missing_.size(); ++i) build_one(i);
  }

 private:
  void find_missing(const std::vector<Material>& wanted) {
    for (const Material& material : with_dependencies(wanted)) {
      const std::string path = table_path(options_.folder, material);
      if (file_exists(path)) {
        const TableFile file(path, material);  // throws if it is damaged
        table_bytes_[material] = file.table_bytes();
        if (options_.built) options_.built({material, 0, 0, file.file_bytes(), true});
      } else {
        table_bytes_[material] = most_table_bytes(material);
        missing_.push_back(material);
      }
    }
  }

  /// The tables that an endgame depends on, each at its known or else its largest possible size.
  std::size_t successors_bytes(const Material& material) const {
    std::size_t bytes = 0;
    for (const Material& successor : successors(material)) bytes += table_bytes_.at(successor);
    return bytes;
  }

  /// Throws if the endgame that takes the most memory takes too much.
  void check_memory(const std::vector<Material>& endgames) const {
    if (options_.memory_bytes == 0) return;
    std::size_t most = 0;
    const Material* largest = nullptr;
    for (const Material& material : endgames) {
      const SolvingBytes bytes = solver_.bytes(material);
      const std::size_t needed = std::max(bytes.conversions + successors_bytes(material), bytes.search);
      if (needed <= most) continue;
      most = needed;
      largest = &material;
    }
    if (most <= options_.memory_bytes) return;
    const std::string needed = std::to_string(in_mebibytes(most));
    throw ResourceError("solving " + largest->name() + " takes up to " + needed +
                        " MiB, tables of what it leads to included, more than the memory budget of " +
                        std::to_string(options_.memory_bytes >> 20) + " MiB; give --memory " + needed +
                        "M if there is that much");
  }

  /// What is left of the budget for tables that are needed later.
  std::size_t room_beside(std::size_t bytes) const {
    const std::size_t budget =
        options_.memory_bytes == 0 ? std::numeric_limits<std::size_t>::max() : options_.memory_bytes;
    return budget - std::min(budget, bytes);
  }

  void build_one(std::size_t i) {
    const Material& material = missing_[i];
    BuildReport report{material};
    auto start = Clock::now();
    EndgameTable table = solve(i);
    report.solve_seconds = seconds_since(start);
    start = Clock::now();
    report.file_bytes = write_table(table_path(options_.folder, material), table, pool_);
    report.write_seconds = seconds_since(start);
    table_bytes_[material] = table.bytes();
    tables_.add(material, std::move(table));
    if (options_.built) options_.built(report);
  }

  EndgameTable solve(std::size_t i) {
    const Material& material = missing_[i];
    const std::vector<Material> later(missing_.begin() + static_cast<std::ptrdiff_t>(i) + 1, missing_.end());
    for (;;) {
      const SolvingBytes bytes = solver_.bytes(material);
      tables_.keep_successors_of({material}, later, room_beside(bytes.conversions + successors_bytes(material)));
      try {
        return solver_.solve(
            material, [&](const Material& successor) { return &tables_.get(successor); }, pool_,
            [&](const SolveProgress& progress) {
              if (progress.metric == Metric::dtm && progress.plies == 1) {  // its own successors have been probed
                tables_.keep_successors_of({}, later, room_beside(bytes.search));
              }
              if (options_.progress) options_.progress(material, i + 1, missing_.size(), progress);
            });
      } catch (const DeviceError& error) {
        if (!options_.replacement) throw;
        solver_ = options_.replacement(error);
        check_memory({missing_.begin() + static_cast<std::ptrdiff_t>(i), missing_.end()});
      }
    }
  }

  const BuildOptions& options_;
  const WorkerPool& pool_;
  EndgameSolver solver_;
  LoadedTables tables_;
  std::vector<Material> missing_;
  std::map<Material, std::size_t> table_bytes_;  ///< in memory; for tables to be solved, the most possible
};

}  // namespace

void build_tables(const std::vector<Material>& wanted, const BuildOptions& options, const WorkerPool& pool) {
  std::error_code error;
  std::filesystem::create_directories(options.folder, error);
  if (error) throw ResourceError("cannot make the folder " + options.folder + ": " + error.message());
  TableBuilder(options, pool).build(wanted);
}

}  // namespace plyforge
