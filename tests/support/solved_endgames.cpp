#include "support/solved_endgames.h"

#include "endgame/solve/solver.h"
#include "endgame/tables/en_passant.h"
#include "notation/fen.h"

namespace plyforge::testing {

SolvedEndgames::SolvedEndgames(const std::vector<std::string>& endgames) {
  std::vector<Material> wanted;
  for (const std::string& text : endgames) {
    for (const Material& material : parse_materials(text)) wanted.push_back(material);
  }
  for (const Material& material : with_dependencies(wanted)) {
    tables_.emplace(material, solve_endgame(material, finder(), pool_, {}));
  }
}

FindTable SolvedEndgames::finder() const {
  return [this](const Material& material) { return &tables_.at(material); };
}

const EndgameTable& SolvedEndgames::table(const std::string& name) const {
  return tables_.at(parse_materials(name).front());
}

EndgameValue SolvedEndgames::value(const std::string& fen) const {
  const auto found = value_with_en_passant(parse_fen(fen).position, [this](const Position& position) {
    const PositionMaterial material = material_of(position).value();
    if (material.material.men().empty()) return std::optional<EndgameValue>(EndgameValue{});
    const EndgameTable& table = tables_.at(material.material);
    const EndgamePlacement placement = placement_of(material.material, position, material.mover_is_white);
    return table.value(table.index().index(placement), placement.black_to_move);
  });
  return found.value();
}

}  // namespace plyforge::testing
