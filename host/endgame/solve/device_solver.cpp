#include "endgame/solve/device_solver.h"

#include <algorithm>

#include "endgame/solve/values.h"

namespace plyforge {
namespace {

/// All conversions of one side to move, draws first, then by DTM.
std::vector<BatchConversion> find_conversions(const Conversions& conversions, const SliceLayout& layout, bool black,
                                              const WorkerPool& pool) {
  std::vector<std::vector<BatchConversion>> of_pairs(layout.pairs());
  pool.share_out(layout.pairs(), [&](const auto& next) {
    std::vector<Conversion> found;
    for (std::size_t pair; (pair = next()) != WorkerPool::kDone;) {
      conversions.find(static_cast<int>(pair), black, found);
      of_pairs[pair].reserve(found.size());
      for (const Conversion& conversion : found) {
        of_pairs[pair].push_back({static_cast<std::uint32_t>(pair * layout.shape().words + conversion.place / 64),
                                  static_cast<std::uint8_t>(conversion.place % 64), conversion.wdl, conversion.dtm});
      }
    }
  });
  // A counting sort: there are few distances.
  std::vector<std::size_t> place(kIllegal + 1);
  for (const auto& some : of_pairs) {
    for (const BatchConversion& conversion : some) ++place[conversion.dtm + std::size_t{1}];
  }
  for (std::size_t dtm = 1; dtm < place.size(); ++dtm) place[dtm] += place[dtm - 1];
  std::vector<BatchConversion> sorted(place.back());
  for (auto& some : of_pairs) {
    for (const BatchConversion& conversion : some) sorted[place[conversion.dtm]++] = conversion;
    some = {};
  }
  return sorted;
}

SolvingBytes host_bytes(const Material& material) {
  const SliceLayout layout(material);
  // In the worst case conversions fill a sixth of all places; sorting takes as much again.
  const std::size_t conversions = 2 * layout.words() * 64 / 6 * sizeof(BatchConversion);
  const std::size_t order = layout.shape().words * 64 * sizeof(std::uint32_t);
  return {2 * conversions + order, conversions + order + most_table_bytes(material)};
}

}  // namespace

EndgameTable solve_endgame_on(Devices& devices, const Material& material, const FindTable& find, const WorkerPool& pool,
                              const std::function<void(const SolveProgress&)>& progress) {
  EndgameTable table(material);
  BatchEndgame endgame;
  endgame.material = material;
  const SliceLayout layout(material);
  const std::vector<std::uint32_t> slots = slots_by_index(table.index(), layout.shape());
  endgame.slots = slots;
  {
    const Conversions conversions(material, layout.shape(), find);
    for (const bool black : {false, true})
      endgame.conversions[black ? 1 : 0] = find_conversions(conversions, layout, black, pool);
  }
  endgame.section = [&](Metric metric, bool black_to_move, int width) {
    TableSection& section = table.sections().emplace_back(TableSection{metric, black_to_move, width, {}});
    section.bytes = decltype(section.bytes)(table.index().size() * static_cast<std::size_t>(width));
    return section.bytes.data();
  };
  if (progress) {
    endgame.progress = [&](Metric metric, int plies) { progress({metric, plies}); };
  }
  devices.solve_endgame(endgame, pool.stop());
  return table;
}

EndgameSolver device_solver(Devices& devices) {
  return {[&devices](const Material& material, const FindTable& find, const WorkerPool& pool, const auto& progress) {
            return solve_endgame_on(devices, material, find, pool, progress);
          },
          host_bytes};
}

}  // namespace plyforge
