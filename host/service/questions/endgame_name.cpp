#include "service/questions/endgame_name.h"

#include "service/http/problem.h"

namespace plyforge {

Material one_ending(const std::string& name, int most_men) {
  std::vector<Material> endings;
  try {
    if (name.find('?') != std::string::npos) throw MaterialError("one ending is meant here, as in KQvKR");
    endings = parse_materials(name);
  } catch (const MaterialError& error) {
    throw Problem(ProblemKind::bad_input, error.what(), "ending");
  }
  const Material& ending = endings.front();
  if (ending.size() > most_men) {
    throw Problem(ProblemKind::too_costly,
                  ending.name() + " has " + std::to_string(ending.size()) +
                      " men; this server solves endings of up to " + std::to_string(most_men),
                  "ending");
  }
  return ending;
}

}  // namespace plyforge
