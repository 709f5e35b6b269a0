#include "engines/bisect.h"

#include <algorithm>

#include "notation/notation.h"

namespace plyforge {
namespace {

/// Whether a count was truncated to 32 bits, a common size.
bool is_cut_to_32_bits(Wide right, Wide wrong) { return right > wrong && ((right - wrong) & 0xFFFFFFFF) == 0; }

Fault fault_of_counts(const FenRecord& record, int depth, const Difference& difference) {
  const CountDifference& first = difference.counts.front();
  const std::string counted = to_uci(record, first.move) + " is counted as " + to_string(first.theirs) +
                              " within the divide of depth " + std::to_string(depth) + ", where " +
                              to_string(first.ours) + " is right";
  if (depth == 1) return {FaultKind::move_not_counted_once, counted};
  if (is_cut_to_32_bits(first.ours, first.theirs)) {
    return {FaultKind::count_overflow, counted + ": the upper bits of the count are lost"};
  }
  return {FaultKind::state_not_restored,
          counted +
              "; asked for that move alone the engine has it right: a move made or unmade "
              "before it leaves something behind"};
}

Fault fault_of_total(const Difference& difference) {
  const std::string stated = to_string(*difference.stated);
  const std::string sum = to_string(difference.sum);
  if (!difference.lists_moves) {
    return {FaultKind::move_count_differs,
            "finds " + stated + " moves where " + sum + " are legal; it lists no moves, so it is unknown which"};
  }
  if (is_cut_to_32_bits(difference.sum, *difference.stated)) {
    return {FaultKind::total_overflow,
            "states the total " + stated + " for moves that add up to " + sum + ": the upper bits of the sum are lost"};
  }
  return {FaultKind::total_is_not_the_sum, "states the total " + stated + " for moves that add up to " + sum};
}

/// The fault that a line shows, in its last position or in making its moves.
Fault fault_of_moves(const Line& needed, const MoveListFaults& list) {
  return needed.moves().empty() ? list.first() : fault_of_making(needed, list);
}

}  // namespace

/// The engine's divide. If the engine prints only totals, it is assembled from the totals after each move.
EngineAnswer Bisector::divide_of(const Line& line, int depth, const std::vector<DivideLine>& ours) {
  const auto answer_of = [this](const Line& asked, int plies) {
    return engine_.divide(query_of(asked, plies, fen_style_, engine_.takes_moves()), options_.stop);
  };
  EngineAnswer answer = answer_of(line, depth);
  auto* const divide = std::get_if<EngineDivide>(&answer);
  if (divide == nullptr || depth == 1 || !divide->moves.empty() || divide->total() == 0) return answer;
  const FenRecord& record = line.end().record;
  for (const DivideLine& own : ours) {
    Line below = line;
    below.play(own.move);
    EngineAnswer part = answer_of(below, depth - 1);
    if (std::holds_alternative<EngineFailure>(part)) return part;
    divide->moves.push_back({to_uci(record, own.move), std::get<EngineDivide>(part).total()});
  }
  return answer;
}

Bisector::Answer Bisector::ask(const Line& line, int depth) {
  const FenRecord& record = line.end().record;
  constexpr int kShallow = 3;  // faster alone than with the help of other threads
  CountOptions options = options_;
  if (depth <= kShallow) options.threads = 1;
  DivideReport report = divide(record.position, depth, options);
  Answer answer{.ours = std::move(report.lines)};
  EngineAnswer theirs = divide_of(line, depth, answer.ours);
  if (auto* const failure = std::get_if<EngineFailure>(&theirs)) {
    answer.failure = std::move(*failure);
    return answer;
  }
  const auto& listed = std::get<EngineDivide>(theirs);
  if (listed.moves.empty() && listed.total() != 0) {  // depth 1 of an engine that prints only totals
    answer.difference.lists_moves = false;
    answer.difference.sum = report.count.totals.nodes;
    if (listed.total() != answer.difference.sum) answer.difference.stated = listed.stated;
  } else {
    answer.difference = compare(record, depth, answer.ours, listed);
  }
  return answer;
}

std::optional<Finding> Bisector::find(const Setup& setup, int depth) {
  const Line start(setup);
  for (int plies = 1; plies <= depth; ++plies) {
    Answer answer = ask(start, plies);
    if (!answer.agrees()) return descend(start, plies, std::move(answer));
  }
  return std::nullopt;
}

/// Descends from a line where the engine is wrong at this depth, as long as it is wrong below as well.
Finding Bisector::descend(Line line, int depth, Answer answer) {
  while (depth > 1) {
    if (answer.difference.of_moves()) {  // most likely of this position itself
      Answer here = ask(line, 1);
      if (here.agrees()) break;
      depth = 1;
      answer = std::move(here);
      break;
    }
    Answer below;
    const std::optional<Move> move = move_at_fault(line, depth, answer, below);
    if (!move) break;
    line.play(*move);
    --depth;
    answer = std::move(below);
  }
  Finding finding = finding_of(line, depth, answer);
  if (finding.kind == Finding::Kind::moves) find_moves_needed(finding);
  if (finding.kind == Finding::Kind::counts) find_least_depth(finding);
  return finding;
}

/// The first move after which the engine is wrong when asked for that alone; `below` gets its answer.
std::optional<Move> Bisector::move_at_fault(const Line& line, int depth, const Answer& answer, Answer& below) {
  std::vector<Move> suspects;
  if (answer.failure) {
    for (const DivideLine& own : answer.ours) suspects.push_back(own.move);
  } else {
    for (const CountDifference& count : answer.difference.counts) suspects.push_back(count.move);
  }
  for (const Move move : suspects) {
    Line next = line;
    next.play(move);
    below = ask(next, depth - 1);
    if (!below.agrees()) return move;
  }
  return std::nullopt;
}

Finding Bisector::finding_of(const Line& line, int depth, const Answer& answer) {
  Finding finding{.fault = {}, .path = line, .depth = depth, .difference = answer.difference, .needed = line.last(0)};
  if (answer.failure) {
    finding.kind = Finding::Kind::failure;
    finding.failure = answer.failure;
    finding.fault = {answer.failure->kind, "the engine " + answer.failure->message};
  } else if (answer.difference.of_moves()) {
    finding.list = faults_of(line.end(), answer.difference);
    finding.fault = finding.list.first();
  } else if (!answer.difference.counts.empty()) {
    finding.kind = Finding::Kind::counts;
    finding.fault = fault_of_counts(line.end().record, depth, answer.difference);
  } else {
    finding.kind = Finding::Kind::total;
    finding.fault = fault_of_total(answer.difference);
  }
  return finding;
}

/// Distinguishes a fault of the position, which shows when the engine gets its FEN, from a fault in the moves that led
/// there.
void Bisector::find_moves_needed(Finding& finding) {
  if (!engine_.takes_moves()) return;
  for (std::size_t plies = 0; plies <= finding.path.moves().size(); ++plies) {
    const Line line = finding.path.last(plies);
    const Answer answer = ask(line, finding.depth);
    if (answer.failure || !answer.difference.of_moves()) continue;
    finding.needed = line;
    finding.list = faults_of(line.end(), answer.difference);
    finding.fault = fault_of_moves(line, finding.list);
    return;
  }
}

/// A divide that is wrong although its parts are right may also be wrong at a smaller depth, or without earlier moves.
void Bisector::find_least_depth(Finding& finding) {
  for (const Line& line : {finding.path.last(0), finding.path}) {
    for (int depth = 1; depth <= finding.depth; ++depth) {
      const Answer answer = ask(line, depth);
      if (answer.agrees() || answer.failure || answer.difference.counts.empty()) continue;
      finding.needed = line;
      finding.depth = depth;
      finding.difference = answer.difference;
      finding.fault = fault_of_counts(line.end().record, depth, answer.difference);
      return;
    }
  }
}

/// The finding for a line, if it shows the same kind of fault.
std::optional<Finding> Bisector::same_fault(const Line& line, const Finding& finding) {
  const Answer answer = ask(line, finding.depth);
  if (answer.agrees()) return std::nullopt;
  Finding found = finding_of(line, finding.depth, answer);
  found.needed = line;
  if (found.kind != finding.kind) return std::nullopt;
  if (found.kind == Finding::Kind::moves) found.fault = fault_of_moves(line, found.list);
  if (found.kind == Finding::Kind::counts && finding.depth > 1) {
    Answer below;
    if (move_at_fault(line, finding.depth, answer, below)) return std::nullopt;  // another fault, deeper
  }
  return found.fault == finding.fault ? std::optional(std::move(found)) : std::nullopt;
}

std::optional<Finding> Bisector::minimised(const Finding& finding) {
  std::optional<Finding> smallest;
  if (finding.failure && (finding.failure->at_start || finding.failure->kind != FaultKind::crash)) {
    return smallest;
  }
  for (bool smaller = true; smaller;) {
    smaller = false;
    std::vector<Setup> setups = smaller_setups(smallest ? smallest->needed.start() : finding.needed.start());
    for (std::size_t i = 0; i < setups.size();) {
      const std::optional<Line> line = finding.needed.from(setups[i]);
      std::optional<Finding> same = line ? same_fault(*line, finding) : std::nullopt;
      if (!same) {
        ++i;
        continue;
      }
      smaller = true;
      smallest = std::move(same);
      setups = smaller_setups(smallest->needed.start());
    }
  }
  return smallest;
}

}  // namespace plyforge
