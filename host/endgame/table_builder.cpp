#include "table_builder.h"

#include <algorithm>
#include <filesystem>
#include <set>

#include "clock.h"
#include "counting.h"
#include "table_file.h"

namespace plyforge {
const EndgameTable& LoadedTables::get(const Material& material) {
  std::unique_ptr<EndgameTable>& table = tables_[material];
  if (table == nullptr) {
    const TableFile file(table_path(folder_, material), material);
    table = std::make_unique<EndgameTable>(file.load(crew_));
  }
  return *table;
}

void LoadedTables::add(const Material& material, EndgameTable table) {
  tables_[material] = std::make_unique<EndgameTable>(std::move(table));
}

void LoadedTables::keep_successors_of(const std::vector<Material>& waiting) {
  std::set<Material> needed;
  for (const Material& material : waiting) {
    for (const Material& successor : successors(material)) needed.insert(successor);
  }
  std::erase_if(tables_, [&](const auto& entry) { return !needed.contains(entry.first); });
}

void build_tables(const std::vector<Material>& wanted, const BuildOptions& options, const Crew& crew) {
  std::error_code error;
  std::filesystem::create_directories(options.folder, error);
  if (error) throw ResourceError("cannot make the folder " + options.folder + ": " + error.message());

  LoadedTables tables(options.folder, crew);
  std::vector<Material> missing;
  for (const Material& material : with_dependencies(wanted)) {
    const std::string path = table_path(options.folder, material);
    if (std::filesystem::exists(path)) {
      const TableFile file(path, material);  // complains of one that is damaged
      if (options.built) options.built({material, 0, 0, file.file_bytes(), true});
    } else {
      missing.push_back(material);
    }
  }
  for (const Material& material : missing) {
    const std::size_t needed = options.bytes(material);
    if (options.memory_bytes != 0 && needed > options.memory_bytes) {
      throw ResourceError("solving " + material.name() + " takes up to " + std::to_string(needed >> 20) +
                          " MiB, more than the memory budget of " + std::to_string(options.memory_bytes >> 20) +
                          " MiB; give --memory where there is more");
    }
  }
  for (std::size_t i = 0; i < missing.size(); ++i) {
    const Material& material = missing[i];
    tables.keep_successors_of({missing.begin() + static_cast<std::ptrdiff_t>(i), missing.end()});
    BuildReport report{material};
    auto start = Clock::now();
    EndgameTable table = options.solve(
        material, [&](const Material& successor) { return &tables.get(successor); }, crew,
        [&](const SolveProgress& progress) {
          if (progress.metric == Metric::dtm && progress.plies == 1) {  // its own successors have been asked
            tables.keep_successors_of({missing.begin() + static_cast<std::ptrdiff_t>(i + 1), missing.end()});
          }
          if (options.progress) options.progress(material, i + 1, missing.size(), progress);
        });
    report.solve_seconds = seconds_since(start);
    start = Clock::now();
    report.file_bytes = write_table(table_path(options.folder, material), table, crew);
    report.write_seconds = seconds_since(start);
    tables.add(material, std::move(table));
    if (options.built) options.built(report);
  }
}

}  // namespace plyforge
