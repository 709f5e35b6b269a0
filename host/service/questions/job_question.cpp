#include "service/questions/job_question.h"

#include <algorithm>
#include <array>

#include "app/session/text_format.h"
#include "app/work/backends.h"
#include "count/counting.h"
#include "service/http/problem.h"
#include "service/questions/endgame_name.h"
#include "service/questions/position_argument.h"
#include "service/questions/suite_text.h"

namespace plyforge {
namespace {

constexpr std::array<std::string_view, 6> kKindNames = {"perft", "divide", "distinct", "verify", "mate", "endgame"};

constexpr std::size_t kLongestEndgame = 16;  // characters

/// Leaves that one core counts in a second, at the least: what an estimate of time is made of.
constexpr double kLeavesPerSecond = 5e8;

JobKind take_kind(Arguments& arguments) {
  const std::string name = arguments.required_choice("kind", kind_names());
  std::size_t kind = 0;
  while (kKindNames[kind] != name) ++kind;
  return static_cast<JobKind>(kind);
}

void take_split(Arguments& arguments, JobQuestion& question) {
  const auto split = arguments.whole("split", 0, kMaxDepth - 1);
  if (!split) return;
  const int least = question.kind == JobKind::divide ? 1 : 0;
  if (*split < least || *split >= question.depth) {
    throw Problem(ProblemKind::bad_input,
                  "split must be " + std::to_string(least) + " or more, and less than the depth, " +
                      std::to_string(question.depth),
                  "split");
  }
  question.split = static_cast<int>(*split);
}

bool counts_leaves(JobKind kind) { return kind == JobKind::perft || kind == JobKind::divide; }

}  // namespace

std::string_view kind_name(JobKind kind) { return kKindNames[static_cast<std::size_t>(kind)]; }

std::vector<std::string_view> kind_names() { return {kKindNames.begin(), kKindNames.end()}; }

JobQuestion take_question(Arguments& arguments, const ServiceLimits& limits) {
  JobQuestion question;
  question.kind = take_kind(arguments);
  if (question.kind == JobKind::verify) {
    question.rules = take_rules(arguments);
    question.suite = arguments.required_text("suite", limits.body_bytes);
    question.depth = static_cast<int>(arguments.whole("depth", 0, kMaxDepth).value_or(kMaxDepth));
  } else if (question.kind == JobKind::mate) {
    question.rules = take_rules(arguments);
    question.mate = take_mate(arguments, question.rules, limits);
  } else if (question.kind == JobKind::endgame) {
    question.endgame = one_endgame(arguments.required_text("ending", kLongestEndgame), limits.endgame_men).name();
  } else {
    question.root = take_position(arguments, limits);
    question.rules = take_rules(arguments);
    const int least = question.kind == JobKind::divide ? 2 : 1;  // units begin below the first move
    question.depth = static_cast<int>(arguments.required_whole("depth", least, kMaxDepth));
  }
  if (counts_leaves(question.kind)) {
    question.leaf = take_leaf(arguments);
    take_split(arguments, question);
  }
  arguments.finish();
  return question;
}

Json question_json(const JobQuestion& question, bool whole) {
  Json object = {{"kind", kind_name(question.kind)}};
  if (question.kind == JobKind::verify) {
    if (whole) object["suite"] = question.suite;
  } else if (question.kind == JobKind::mate) {
    add_mate(object, question.mate, whole);
  } else if (question.kind == JobKind::endgame) {
    object["ending"] = question.endgame;
    return object;
  } else {
    object["fen"] = to_fen(question.root);
  }
  if (question.rules.chess960) object["chess960"] = true;
  if (question.rules.any_material) object["any_material"] = true;
  if (question.kind == JobKind::mate) return object;
  object["depth"] = question.depth;
  if (counts_leaves(question.kind)) {
    object["leaf"] = leaf_name(question.leaf.leaf);
    if (question.leaf.leaf == Leaf::stats) object["stats_definition"] = definition_name(question.leaf.definition);
    if (question.split) object["split"] = *question.split;
  }
  return object;
}

double job_leaves(const JobQuestion& question) {
  constexpr double kDistinctCost = 10;
  switch (question.kind) {
    case JobKind::perft:
    case JobKind::divide:
      return leaves_by_growth(question.root.position, question.depth);
    case JobKind::distinct:
      return kDistinctCost * leaves_by_growth(question.root.position, question.depth);
    case JobKind::verify:
      return suite_leaves(question.suite, question.rules, question.depth);
    case JobKind::mate:
    case JobKind::endgame:
      break;
  }
  return 0;
}

std::string leaves_text(double leaves) {
  constexpr double kLargest = 1e18;
  return leaves < kLargest ? grouped(static_cast<Wide>(leaves)) : Json(leaves).dump();
}

Json estimate_json(const JobQuestion& question, double leaves, const ServiceLimits& limits, int threads) {
  if (question.kind == JobKind::mate) {
    const double seconds = most_seconds(question.mate);
    const int at_once = std::min(threads, static_cast<int>(question.mate.positions.size()));
    return {{"leaves", 0},
            {"seconds", seconds / at_once},
            {"at_most", true},
            {"limit", limits.job_leaves},
            {"limit_seconds", limits.mate_seconds},
            {"admitted", seconds <= limits.mate_seconds}};
  }
  return {{"leaves", leaves},
          {"seconds", leaves / kLeavesPerSecond / threads},
          {"limit", limits.job_leaves},
          {"admitted", leaves <= limits.job_leaves}};
}

void admit_cost(const JobQuestion& question, double leaves, const ServiceLimits& limits) {
  if (leaves > limits.job_leaves) {
    throw Problem(ProblemKind::too_costly,
                  "this would take about " + leaves_text(leaves) + " leaves; this server accepts at most " +
                      leaves_text(limits.job_leaves) + ". Give a smaller depth",
                  question.kind == JobKind::verify ? "suite" : "depth");
  }
  if (question.kind == JobKind::mate && most_seconds(question.mate) > limits.mate_seconds) {
    throw Problem(ProblemKind::too_costly,
                  "this may take " + grouped(static_cast<Wide>(most_seconds(question.mate))) +
                      " seconds for all positions together; this server accepts at most " +
                      grouped(static_cast<Wide>(limits.mate_seconds)) +
                      ". Give fewer seconds for each position, or fewer positions",
                  "seconds");
  }
}

}  // namespace plyforge
