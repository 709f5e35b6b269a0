#include "solver.h"

#include <algorithm>

#include "ending_sets.h"

namespace plyforge {
namespace {

void store(EndgameTable& table, Metric metric, const EndingSets& sets, const Sides<SliceValues>& values) {
  const int width = std::max(values[0].width(), values[1].width());
  for (const bool black : {false, true}) {
    if (black && table.material().is_symmetric()) break;
    table.sections().push_back(
        make_section(metric, black, table.index(), sets.layout(), sets.main(black), values[black], width, sets.crew()));
  }
}

}  // namespace

EndgameTable solve_endgame(const Material& material, const FindTable& find, const Crew& crew,
                           const std::function<void(const SolveProgress&)>& progress) {
  const auto report = [&](Metric metric) -> PliesProgress {
    if (!progress) return {};
    return [&progress, metric](int plies) { progress({metric, plies}); };
  };
  EndgameTable table(material);
  const EndingSets sets(material, find, crew);
  DtmResult dtm = find_dtm(sets, report(Metric::dtm));
  store(table, Metric::dtm, sets, dtm.values);
  dtm.values = {SliceValues(), SliceValues()};  // gives their memory back
  const DtzResult dtz = find_dtz(sets, dtm, material.has_pawns(), report(Metric::dtz));
  if (dtz.same) {
    store(table, Metric::dtz50, sets, dtz.dtz);
  } else {
    store(table, Metric::dtz, sets, dtz.dtz);
    store(table, Metric::dtz50, sets, dtz.dtz50);
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
