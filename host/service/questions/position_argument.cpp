#include "service/questions/position_argument.h"

#include <algorithm>

#include "app/input/positions.h"
#include "service/http/problem.h"

namespace plyforge {

FenRecord read_fen(const std::string& text, const FenOptions& rules, std::vector<std::string>* warnings) {
  std::string fen = text;
  std::ranges::replace(fen, '_', ' ');
  try {
    return parse_fen(fen, rules, warnings);
  } catch (const FenError& error) {
    throw Problem(ProblemKind::bad_fen, error.what(), "fen", error.column());
  }
}

FenOptions take_rules(Arguments& arguments) {
  return {.chess960 = arguments.flag("chess960"), .any_material = arguments.flag("any_material")};
}

FenRecord take_position(Arguments& arguments, const ServiceLimits& limits) {
  constexpr std::size_t kLongestMoves = 8192;
  const std::string fen = arguments.text("fen", limits.fen_characters).value_or(std::string(kStartFen));
  const std::string moves = arguments.text("moves", kLongestMoves).value_or("");
  const FenRecord record = read_fen(fen, take_rules(arguments));
  try {
    return play_all(record, moves, "moves");
  } catch (const InputError& error) {
    throw Problem(ProblemKind::bad_input, error.what(), "moves");
  }
}

LeafRequest take_leaf(Arguments& arguments) {
  LeafRequest request;
  request.leaf = *leaf_from_name(arguments.choice("leaf", {"moves", "stats", "outcome"}).value_or("moves"));
  const auto definition = arguments.choice("stats_definition", {"consistent", "published"});
  if (!definition) return request;
  if (request.leaf != Leaf::stats) {
    throw Problem(ProblemKind::bad_input, "stats_definition applies only to leaf=stats", "stats_definition");
  }
  if (*definition == "published") request.definition = StatsDefinition::published;
  return request;
}

}  // namespace plyforge
