#include "service/answers/quick_answers.h"

#include <algorithm>
#include <thread>

#include "app/session/deadline.h"
#include "app/work/backends.h"
#include "base/clock.h"
#include "board/moved_piece.h"
#include "count/counting.h"
#include "leaf/outcome.h"
#include "movegen/legal.h"
#include "notation/notation.h"
#include "notation/text.h"
#include "service/http/problem.h"
#include "service/questions/job_question.h"
#include "service/questions/position_argument.h"

namespace plyforge {
namespace {

constexpr double kPatience = 10;  // seconds for a count, should it turn out larger than expected
constexpr auto kQueuePatience = std::chrono::seconds(5);
constexpr std::size_t kRememberedCounts = 1000;
constexpr double kWorthRemembering = 1e5;  // leaves

void add_standing(Json& object, const Position& position) {
  const Standing standing = standing_of(position);
  object["check"] = standing.check;
  object["checkmate"] = standing.checkmate;
  object["stalemate"] = standing.stalemate;
  object["insufficient_material"] = standing.insufficient_material;
}

int cores() { return std::max(1, static_cast<int>(std::thread::hardware_concurrency())); }

}  // namespace

Standing standing_of(const Position& position) {
  const bool check = checkers(position) != 0;
  const bool without_moves = has_no_move(position);
  return {.check = check,
          .checkmate = without_moves && check,
          .stalemate = without_moves && !check,
          .insufficient_material = is_dead(unpack(position))};
}

QuickAnswers::QuickAnswers(const ServiceLimits& limits, Metrics& metrics, std::stop_token stop)
    : limits_(limits), metrics_(metrics), stop_(std::move(stop)), cache_(kRememberedCounts, metrics), cores_(cores()) {}

Json QuickAnswers::perft(Arguments arguments) {
  const FenRecord record = take_position(arguments, limits_);
  const bool by_move = arguments.flag("divide");
  const int depth = static_cast<int>(arguments.required_whole("depth", by_move ? 1 : 0, kMaxDepth));
  const LeafRequest leaf = take_leaf(arguments);
  arguments.finish();
  const double leaves = leaves_by_growth(record.position, depth);
  if (leaves > limits_.quick_leaves) {
    throw Problem(ProblemKind::too_costly,
                  "this would take about " + leaves_text(leaves) + " leaves; at most " +
                      leaves_text(limits_.quick_leaves) + " are counted at once. Make it a job: POST /api/jobs",
                  "depth");
  }
  Json answer = {{"fen", to_fen(record)}, {"depth", depth}, {"leaf", leaf_name(leaf.leaf)}};
  if (leaf.leaf == Leaf::stats) answer["stats_definition"] = definition_name(leaf.definition);
  const std::string question = answer.dump() + (by_move ? " by move" : "") + (record.chess960 ? " chess960" : "");
  const bool remembered = leaves >= kWorthRemembering;
  if (remembered) {
    if (const auto known = cache_.find(question)) return Json::parse(*known);
  }
  if (!cores_.take(kQueuePatience)) {
    throw Problem(ProblemKind::unavailable, "all cores are busy with requests like this; try again later");
  }
  const Slots::Held place(cores_);
  const Deadline deadline(stop_, remembered ? std::optional(kPatience) : std::nullopt);
  // One thread and no merging: what is asked here is small, and others are asking too.
  constexpr std::size_t kMemory = std::size_t{64} << 20;
  const CountOptions options{.leaf = leaf.leaf,
                             .merge = false,
                             .memory_bytes = kMemory,
                             .threads = 1,
                             .stop = deadline.token(),
                             .progress = {}};
  const DivideReport report =
      by_move ? divide(record.position, depth, options)
              : DivideReport{.count = plyforge::perft(record.position, depth, options), .lines = {}};
  add_totals(answer, report.count.totals, leaf);
  if (by_move) answer["moves"] = divide_json(divide_rows(record, report.lines), leaf);
  answer["seconds"] = report.count.seconds;
  metrics_.add(Counter::leaves, to_double(report.count.totals.nodes));
  metrics_.add(Counter::count_seconds, report.count.seconds);
  if (remembered) cache_.keep(question, answer.dump());
  return answer;
}

Json QuickAnswers::moves(Arguments arguments) const {
  const FenRecord record = take_position(arguments, limits_);
  arguments.finish();
  Json answer = {{"fen", to_fen(record)}, {"mover", colour_adjective(record.mover)}};
  add_standing(answer, record.position);
  std::vector<Json> moves;
  for (const Move move : legal_moves(record.position)) {
    const FenRecord next = play(record, move);
    moves.push_back({{"uci", to_uci(record, move)},
                     {"san", to_san(record, move)},
                     {"zeroing", is_zeroing(record.position, move)},
                     {"capture", is_capture(record.position, move)},
                     {"check", checkers(next.position) != 0},
                     {"fen", to_fen(next)}});
  }
  std::ranges::sort(moves, {}, [](const Json& move) { return move["uci"].get<std::string>(); });
  answer["moves"] = std::move(moves);
  return answer;
}

Json QuickAnswers::fen(Arguments arguments) const {
  const std::string text = arguments.required_text("fen", limits_.fen_characters);
  const FenOptions rules = take_rules(arguments);
  arguments.finish();
  std::vector<std::string> warnings;
  FenRecord record;
  try {
    record = read_fen(text, rules, &warnings);
  } catch (const Problem& problem) {
    const Json document = problem.json();
    return {{"valid", false}, {"error", {{"message", problem.what()}, {"column", document.value("column", 0)}}}};
  }
  Json answer = {{"valid", true},
                 {"fen", to_fen(record)},
                 {"warnings", warnings},
                 {"mover", colour_adjective(record.mover)},
                 {"men", popcount(record.position.occupied())}};
  add_standing(answer, record.position);
  answer["legal_moves"] = legal_moves(record.position).size();
  answer["chess960"] = record.chess960;
  return answer;
}

}  // namespace plyforge
