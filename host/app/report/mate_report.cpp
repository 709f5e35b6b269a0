#include "app/report/mate_report.h"

#include <algorithm>
#include <charconv>
#include <optional>

#include "app/report/move_lines.h"
#include "app/report/solution_lines.h"
#include "app/session/text_format.h"
#include "notation/notation.h"

namespace plyforge {
namespace {

/// The answer in words, without moves: "mate in 2", "no mate in 2", "unknown, no mate in 1".
std::string answer_text(const Stipulation& stipulation, const Solution& solution) {
  const std::string goal = goal_text(stipulation) + " in ";
  if (solution.answer == Answer::yes) return goal + moves_text(stipulation, solution.plies);
  if (solution.refuted_plies == 0) return "unknown";
  const std::string refuted = "no " + goal + moves_text(stipulation, solution.refuted_plies);
  return solution.answer == Answer::no ? refuted : "unknown, " + refuted;
}

/// The position after the moves of a line.
FenRecord after_line(FenRecord record, const std::vector<Move>& line) {
  for (const Move move : line) record = play(record, move);
  return record;
}

/// "1. g7 Kb8 2. g8=Q# / g8=R#"
std::string dual_text(const FenRecord& record, const Dual& dual) {
  std::vector<Move> line = dual.line;
  line.push_back(dual.moves.front());
  std::string text = numbered_line(record, line, 1);
  const FenRecord there = after_line(record, dual.line);
  for (std::size_t i = 1; i < dual.moves.size(); ++i) text += " / " + to_san(there, dual.moves[i]);
  return text;
}

/// One line a move, two blanks further in a ply.
void add_tree(std::string& text, const FenRecord& record, const std::vector<Variation>& variations, std::size_t ply) {
  for (const Variation& variation : variations) {
    text += std::string(2 * (ply + 1), ' ') + std::to_string(record.fullmove_number) +
            (record.mover == Colour::white ? ". " : "... ") + to_san(record, variation.move) + "\n";
    add_tree(text, play(record, variation.move), variation.replies, ply + 1);
  }
}

Json tree_json(const FenRecord& record, const std::vector<Variation>& variations) {
  Json array = Json::array();
  for (const Variation& variation : variations) {
    Json move = {{"move", to_uci(record, variation.move)}, {"san", to_san(record, variation.move)}};
    if (!variation.replies.empty()) {
      move["replies"] = tree_json(play(record, variation.move), variation.replies);
    }
    array.push_back(std::move(move));
  }
  return array;
}

std::string text_lines(const InputPosition& position, const Stipulation& stipulation, const Solution& solution,
                       const MateReport& report) {
  std::string text = place_prefix(position);
  text += answer_text(stipulation, solution);
  if (solution.answer == Answer::yes) {
    const std::vector<std::string> keys = san_moves(position.record, solution.keys);
    text += ": " + joined(keys, ", ");
    if (!solution.all_keys) text += std::string(keys.empty() ? "" : ", ") + "not all keys tried";
    if (solution.line.size() > 1) text += "; " + numbered_line(position.record, solution.line, 1);
  }
  text += "\n";
  if (report.duals) {
    for (const Dual& dual : find_duals(solution.tree, stipulation.play)) {
      text += "  dual " + dual_text(position.record, dual) + "\n";
    }
  }
  if (report.tree) {
    FenRecord record = position.record;
    record.fullmove_number = 1;
    add_tree(text, record, solution.tree, 0);
  }
  if (!solution.whole_tree) text += "  ... not all variations: a limit was reached\n";
  return text;
}

}  // namespace

Json solution_json(const InputPosition& position, const Stipulation& stipulation, const Solution& solution,
                   const MateReport& report) {
  Json object;
  if (!position.file.empty()) object = {{"file", position.file}, {"line", position.line}};
  object["fen"] = to_fen(position.record);
  for (const EpdOperation& operation : position.operations) {
    if (operation.opcode == "id" && !operation.operands.empty()) object["id"] = operation.operands.front();
  }
  object["goal"] = stipulation_text(stipulation, stipulation.plies);
  object["answer"] = solution.answer == Answer::yes ? "yes" : solution.answer == Answer::no ? "no" : "unknown";
  object["plies"] = solution.answer == Answer::yes ? Json(solution.plies) : Json(nullptr);
  object["refuted_plies"] = solution.refuted_plies;
  object["keys"] = san_moves(position.record, solution.keys);
  object["all_keys"] = solution.all_keys;
  object["pv"] = san_line(position.record, solution.line);
  if (report.duals) {
    object["duals"] = Json::array();
    for (const Dual& dual : find_duals(solution.tree, stipulation.play)) {
      object["duals"].push_back({{"line", san_line(position.record, dual.line)},
                                 {"moves", san_moves(after_line(position.record, dual.line), dual.moves)}});
    }
  }
  if (report.tree) object["tree"] = tree_json(position.record, solution.tree);
  if (report.duals || report.tree) object["whole_tree"] = solution.whole_tree;
  object["nodes"] = std::to_string(solution.nodes);
  object["seconds"] = solution.seconds;
  return object;
}

namespace {

/// The comment that is free: c0 to c9.
std::string free_comment(const std::vector<EpdOperation>& operations) {
  std::string opcode = "c0";
  while (opcode[1] < '9' && std::ranges::find(operations, opcode, &EpdOperation::opcode) != operations.end()) {
    ++opcode[1];
  }
  return opcode;
}

/// The line's own operations, but for those that are answered: bm, dm, pv, acn.
std::string epd_text(const InputPosition& position, const Stipulation& stipulation, const Solution& solution) {
  EpdRecord record{position.record, position.operations};
  std::erase_if(record.operations, [](const EpdOperation& operation) {
    const std::string& opcode = operation.opcode;
    return opcode == "bm" || opcode == "dm" || opcode == "pv" || opcode == "acn";
  });
  if (solution.answer == Answer::yes) {
    if (!solution.keys.empty()) record.operations.push_back({"bm", san_moves(position.record, solution.keys)});
    if (stipulation.play == Play::direct && stipulation.goal == Goal::mate) {
      record.operations.push_back({"dm", {moves_text(stipulation, solution.plies)}});
    }
    if (!solution.line.empty()) record.operations.push_back({"pv", san_line(position.record, solution.line)});
  }
  record.operations.push_back({"acn", {std::to_string(solution.nodes)}});
  record.operations.push_back({free_comment(record.operations), {answer_text(stipulation, solution)}});
  return to_epd(record) + "\n";
}

/// The N of `dm N` or `bm #N`, where the stipulation asks for mates.
std::optional<int> stated_mate(const InputPosition& position, const Stipulation& stipulation) {
  if (stipulation.play != Play::direct || stipulation.goal != Goal::mate) return std::nullopt;
  for (const EpdOperation& operation : position.operations) {
    if (operation.operands.size() != 1) continue;
    std::string_view text = operation.operands.front();
    if (operation.opcode == "bm" && text.starts_with('#')) {
      text.remove_prefix(1);
    } else if (operation.opcode != "dm") {
      continue;
    }
    int moves = 0;
    const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), moves);
    if (fault == std::errc{} && end == text.data() + text.size() && moves > 0) return moves;
  }
  return std::nullopt;
}

}  // namespace

std::string solution_text(const InputPosition& position, const Stipulation& stipulation, const Solution& solution,
                          const MateReport& report) {
  switch (report.style) {
    case MateReport::Style::text:
      break;
    case MateReport::Style::json:
      return json_line(solution_json(position, stipulation, solution, report));
    case MateReport::Style::epd:
      return epd_text(position, stipulation, solution);
  }
  return text_lines(position, stipulation, solution, report);
}

std::string mate_mismatch(const InputPosition& position, const Stipulation& stipulation, const Solution& solution) {
  const std::optional<int> stated = stated_mate(position, stipulation);
  if (!stated) return "";
  const int stated_plies = 2 * *stated - 1;
  const std::string says = "the line states mate in " + std::to_string(*stated) + ", but there is ";
  if (solution.answer == Answer::yes && solution.plies < stated_plies) {
    return says + "a mate in " + moves_text(stipulation, solution.plies);
  }
  return solution.refuted_plies >= stated_plies ? says + "no mate in " + std::to_string(*stated) : "";
}

bool leaves_claim_open(const InputPosition& position, const Stipulation& stipulation, const Solution& solution) {
  return solution.answer == Answer::unknown && stated_mate(position, stipulation) &&
         mate_mismatch(position, stipulation, solution).empty();
}

}  // namespace plyforge
