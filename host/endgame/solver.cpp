#include "solver.h"

#include <algorithm>

#include "ending_sets.h"

namespace plyforge {
namespace {

/// Adds sections to a table.
class Store {
 public:
  Store(EndgameTable& table, const EndingSets& sets)
      : table_(table), sets_(sets), places_(places_by_index(table.index(), sets.layout().shape())) {}

  void add(Metric metric, const Sides<SliceValues>& values) {
    const int width = std::max(values[0].width(), values[1].width());
    for (const bool black : {false, true}) {
      if (black && table_.material().is_symmetric()) break;
      table_.sections().push_back(
          make_section(metric, black, places_, sets_.layout(), values[black], width, sets_.crew()));
    }
  }

 private:
  EndgameTable& table_;
  const EndingSets& sets_;
  const std::vector<std::uint32_t> places_;
};

}  // namespace

EndgameTable solve_endgame(const Material& material, const FindTable& find, const Crew& crew,
                           const std::function<void(const SolveProgress&)>& progress) {
  const auto report = [&](Metric metric) -> PliesProgress {
    if (!progress) return {};
    return [&progress, metric](int plies) { progress({metric, plies}); };
  };
  EndgameTable table(material);
  const EndingSets sets(material, find, crew);
  Store store(table, sets);
  DtmResult dtm = find_dtm(sets, report(Metric::dtm));
  store.add(Metric::dtm, dtm.values);
  dtm.values = {SliceValues(), SliceValues()};  // gives their memory back
  const DtzResult dtz = find_dtz(sets, dtm, material.has_pawns(), report(Metric::dtz));
  if (dtz.same) {
    store.add(Metric::dtz50, dtz.dtz);
  } else {
    store.add(Metric::dtz, dtz.dtz);
    store.add(Metric::dtz50, dtz.dtz50);
  }
  return table;
}

std::size_t solving_bytes(const Material& material) {
  const SliceLayout layout(material);
  // At the worst: so many sets, the values of two metrics, exits that fill a sixth of all places, the table so far.
  constexpr std::size_t kSets = 36;
  const std::size_t set = layout.words() * sizeof(Bitboard);
  const std::size_t places = 2 * layout.words() * 64;
  return set * kSets + 2 * places + places / 6 * sizeof(Exit) + 6 * EndgameIndex(material).size();
}

}  // namespace plyforge
