#include "endgame/solve/solver.h"

#include <algorithm>

#include "endgame/solve/position_sets.h"

namespace plyforge {
namespace {

/// Adds sections to a table.
class Store {
 public:
  Store(EndgameTable& table, const EndgameSets& sets)
      : table_(table), sets_(sets), slots_(slots_by_index(table.index(), sets.layout().shape())) {}

  void add(Metric metric, const Sides<SliceValues>& values) {
    const int width = std::max(values[0].width(), values[1].width());
    for (const bool black : {false, true}) {
      if (black && table_.material().is_symmetric()) break;
      table_.sections().push_back(
          make_section(metric, black, slots_, sets_.layout(), values[black], width, sets_.pool()));
    }
  }

 private:
  EndgameTable& table_;
  const EndgameSets& sets_;
  const std::vector<std::uint32_t> slots_;
};

/// The most memory that solving takes. Sets and values are those of both sides.
SolvingBytes solving_bytes(const Material& material) {
  const SliceLayout layout(material);
  const std::size_t set = 2 * layout.words() * sizeof(Bitboard);
  const std::size_t slots = 2 * layout.words() * 64;
  const std::size_t conversions = slots / 6 * sizeof(Conversion);  // a sixth of all places in the worst case
  const std::size_t order = layout.shape().words * 64 * sizeof(std::uint32_t);
  const std::size_t table = most_table_bytes(material);  // three metrics
  const std::size_t values = slots * static_cast<std::size_t>(most_value_bytes(material));
  // EndgameSets and DtmSearch, before the first distance.
  const std::size_t begin = 9 * set + slots;
  // EndgameSets, DtmResult, CursedSets and the DtzSearch with the 50-move rule. The values without the rule are kept,
  // and with pawns those of the last round, too.
  const std::size_t dtz = 17 * set + (material.has_pawns() ? 3 : 2) * values + table / 3;
  // All but that search, with the whole table.
  const std::size_t end = 8 * set + 2 * values + table;
  return {begin + conversions + order, std::max(dtz, end) + conversions + order};
}

}  // namespace

EndgameSolver cpu_solver() { return {solve_endgame, solving_bytes}; }

EndgameTable solve_endgame(const Material& material, const FindTable& find, const WorkerPool& pool,
                           const std::function<void(const SolveProgress&)>& progress) {
  const auto report = [&](Metric metric) -> PliesProgress {
    if (!progress) return {};
    return [&progress, metric](int plies) { progress({metric, plies}); };
  };
  EndgameTable table(material);
  const EndgameSets sets(material, find, pool);
  Store store(table, sets);
  DtmResult dtm = find_dtm(sets, report(Metric::dtm));
  store.add(Metric::dtm, dtm.values);
  dtm.values = {SliceValues(), SliceValues()};  // frees their memory
  const DtzResult dtz = find_dtz(sets, dtm, material.has_pawns(), report(Metric::dtz));
  if (dtz.same) {
    store.add(Metric::dtz50, dtz.dtz);
  } else {
    store.add(Metric::dtz, dtz.dtz);
    store.add(Metric::dtz50, dtz.dtz50);
  }
  return table;
}

}  // namespace plyforge
