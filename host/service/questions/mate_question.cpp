#include "service/questions/mate_question.h"

#include <algorithm>

#include "base/errors.h"
#include "service/http/problem.h"
#include "service/questions/position_argument.h"

namespace plyforge {
namespace {

constexpr double kUsualSeconds = 60;  // for a position

std::vector<FenRecord> take_positions(Arguments& arguments, const FenOptions& rules, const ServiceLimits& limits) {
  if (!arguments.has("fens")) {
    if (!arguments.has("fen")) {
      throw Problem(ProblemKind::bad_input, "fen is missing; give fen, or fens for several positions", "fen");
    }
    return {take_position(arguments, limits)};
  }
  std::vector<FenRecord> positions;
  const auto most = static_cast<std::size_t>(limits.batch_positions);
  for (const std::string& fen : arguments.texts("fens", most, limits.fen_characters)) {
    try {
      positions.push_back(read_fen(fen, rules));
    } catch (const Problem& problem) {
      throw Problem(ProblemKind::bad_fen,
                    "position " + std::to_string(positions.size() + 1) + " of fens: " + problem.what(), "fens",
                    problem.column());
    }
  }
  return positions;
}

Stipulation take_stipulation(Arguments& arguments) {
  constexpr std::size_t kLongest = 16;  // characters
  try {
    return parse_stipulation(arguments.required_text("stipulation", kLongest));
  } catch (const InputError& error) {
    throw Problem(ProblemKind::bad_input, error.what(), "stipulation");
  }
}

}  // namespace

MateQuestion take_mate(Arguments& arguments, const FenOptions& rules, const ServiceLimits& limits) {
  constexpr std::int64_t kMostNodes = 1'000'000'000'000'000;
  MateQuestion question;
  question.positions = take_positions(arguments, rules, limits);
  question.stipulation = take_stipulation(arguments);
  const auto nodes = arguments.whole("nodes", 1, kMostNodes);
  if (nodes) question.nodes = static_cast<std::uint64_t>(*nodes);
  const double share = limits.mate_seconds / static_cast<double>(question.positions.size());
  question.seconds = arguments.above_zero("seconds").value_or(std::min(kUsualSeconds, share));
  question.duals = arguments.flag("duals");
  question.tree = arguments.flag("tree");
  return question;
}

void add_mate(Json& object, const MateQuestion& question, bool whole) {
  if (question.positions.size() == 1) {
    object["fen"] = to_fen(question.positions.front());
  } else if (whole) {
    object["fens"] = Json::array();
    for (const FenRecord& position : question.positions) object["fens"].push_back(to_fen(position));
  }
  object["stipulation"] = stipulation_text(question.stipulation, question.stipulation.plies);
  if (question.nodes) object["nodes"] = *question.nodes;
  object["seconds"] = question.seconds;
  if (question.duals) object["duals"] = true;
  if (question.tree) object["tree"] = true;
}

double most_seconds(const MateQuestion& question) {
  return question.seconds * static_cast<double>(question.positions.size());
}

}  // namespace plyforge
