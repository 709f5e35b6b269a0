#include "service/questions/endgame_name.h"

#include "service/http/problem.h"

namespace plyforge {

Material one_endgame(const std::string& name, int most_men) {
  std::vector<Material> endgames;
  try {
    if (name.find('?') != std::string::npos) throw MaterialError("expected a single endgame, such as KQvKR");
    endgames = parse_materials(name);
  } catch (const MaterialError& error) {
    throw Problem(ProblemKind::bad_input, error.what(), "ending");
  }
  const Material& endgame = endgames.front();
  if (endgame.size() > most_men) {
    throw Problem(ProblemKind::too_costly,
                  endgame.name() + " has " + std::to_string(endgame.size()) +
                      " men; this server solves endgames of up to " + std::to_string(most_men),
                  "ending");
  }
  return endgame;
}

}  // namespace plyforge
