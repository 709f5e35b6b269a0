#include "cli/study/study_report.h"

#include <algorithm>
#include <initializer_list>
#include <span>
#include <sstream>
#include <string_view>

#include "app/report/json.h"
#include "app/report/move_lines.h"
#include "app/report/pgn_text.h"
#include "app/session/text_format.h"
#include "endgame/value.h"
#include "notation/notation.h"

namespace plyforge {

const char* const kStudyFieldsHelp = R"(
EPD keeps the operations of the line; on a conflict, Plyforge's values win. dm, bm and pv are those of the EPD standard:
full moves to mate for the mover, best moves, the line to mate. The others are Plyforge's own:
  wdl            win, "cursed win", draw, "blessed loss" or loss, under the 50-move rule with the counter of the line
                 (hmvc, or the fifth field of a FEN)
  dtm            plies to mate, best play by both sides, no 50-move rule
  dtz50, dtz     plies to the next capture, pawn move or mate, with the 50-move rule (counter at zero) and without
  best_uci       the best moves in UCI notation
  winning_moves  how many moves win under the 50-move rule
  only_move      only one legal move keeps the result; omitted otherwise
  source         syzygy, if the value comes from there
Best moves keep the result and then mate soonest, or lose latest. The line follows DTM. JSON and CSV have the same
fields and legal_moves; JSON also has pv_uci, and the operations of the input as `operations`.)";

namespace {

struct Names {
  std::vector<std::string> san;
  std::vector<std::string> uci;
};

Names best_moves(const StudyResult& study) {
  Names names;
  const FenRecord& fen = study.epd.fen;
  for (const Move move : study.best) {
    names.san.push_back(to_san(fen, move));
    names.uci.push_back(to_uci(fen, move));
  }
  return names;
}

bool has_dtm(const StudyResult& study) { return study.known.knowledge == Knowledge::all; }
bool has_dtz50(const StudyResult& study) { return study.known.knowledge >= Knowledge::dtz50; }
bool is_decided(const StudyResult& study) { return study.known.value.sign != 0; }

std::string_view source(const StudyResult& study) { return has_dtm(study) ? "plyforge" : "syzygy"; }

/// Writes the operations of a line and then ours, which stand where both have the same name.
class EpdWriter {
 public:
  explicit EpdWriter(const EpdRecord& record) : record_(record) {
    // The counters of a FEN, which would be lost else.
    if (record.fen.halfmove_clock != 0) set("hmvc", {std::to_string(record.fen.halfmove_clock)});
    if (record.fen.fullmove_number != 1) set("fmvn", {std::to_string(record.fen.fullmove_number)});
  }

  void set(std::string_view opcode, std::span<const std::string> operands) {
    if (!record_.operations.empty()) opcodes_.push_back(opcode);
    append_operation(ours_, opcode, operands);
  }
  void set(std::string_view opcode, std::initializer_list<std::string> operands) {
    set(opcode, std::span(operands.begin(), operands.size()));
  }

  std::string text() const {
    std::string line = to_epd({record_.fen, {}});
    for (const EpdOperation& operation : record_.operations) {
      if (std::ranges::find(opcodes_, operation.opcode) == opcodes_.end()) {
        append_operation(line, operation.opcode, operation.operands);
      }
    }
    return line + ours_ + "\n";
  }

 private:
  const EpdRecord& record_;
  std::string ours_;
  std::vector<std::string_view> opcodes_;  ///< of ours
};

std::string epd_text(const StudyFormat& format, const StudyResult& study) {
  const EndgameValue& value = study.known.value;
  EpdWriter epd(study.epd);
  epd.set("wdl", {std::string(wdl_name(study.wdl))});
  if (is_decided(study)) {
    if (has_dtm(study)) epd.set("dtm", {std::to_string(value.dtm)});
    if (has_dtz50(study)) epd.set("dtz50", {std::to_string(value.dtz50)});
    if (has_dtm(study)) epd.set("dtz", {std::to_string(value.dtz)});
    if (has_dtm(study) && value.sign > 0) epd.set("dm", {std::to_string((value.dtm + 1) / 2)});
  }
  if (format.parts.moves && !study.best.empty()) {
    const Names best = best_moves(study);
    epd.set("bm", best.san);
    epd.set("best_uci", best.uci);
    epd.set("winning_moves", {std::to_string(study.winning_moves)});
    if (study.only_move) epd.set("only_move", {});
  }
  if (!study.line.empty()) epd.set("pv", san_line(study.epd.fen, study.line));
  if (!has_dtm(study)) epd.set("source", {std::string(source(study))});
  return epd.text();
}

std::string json_text(const StudyFormat& format, const StudyResult& study, const std::string& file, std::size_t line) {
  const EndgameValue& value = study.known.value;
  const auto known = [](bool is_known, int plies) { return is_known ? Json(plies) : Json(nullptr); };
  Json object = {{"file", file}, {"line", line}, {"fen", to_fen(study.epd.fen)}, {"wdl", wdl_name(study.wdl)}};
  object["dtm"] = known(has_dtm(study), value.dtm);
  object["dtz50"] = known(has_dtz50(study), value.dtz50);
  object["dtz"] = known(has_dtm(study), value.dtz);
  object["source"] = source(study);
  if (format.parts.moves) {
    const Names best = best_moves(study);
    object["best"] = best.san;
    object["best_uci"] = best.uci;
    object["legal_moves"] = study.legal_moves;
    object["winning_moves"] = study.winning_moves;
    object["only_move"] = study.only_move;
  }
  if (format.parts.line) {
    object["pv"] = san_line(study.epd.fen, study.line);
    object["pv_uci"] = uci_line(study.epd.fen, study.line);
  }
  if (!study.epd.operations.empty()) {
    Json& operations = object["operations"] = Json::object();
    for (const EpdOperation& operation : study.epd.operations) operations[operation.opcode] = operation.operands;
  }
  return json_line(object);
}

/// A field of CSV as RFC 4180 has it: in quotes where it must be.
std::string csv_field(const std::string& text) {
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
  return quoted + "\"";
}

std::string csv_text(const StudyFormat& format, const StudyResult& study, const std::string& file, std::size_t line) {
  const EndgameValue& value = study.known.value;
  const auto known = [](bool is_known, int plies) { return is_known ? std::to_string(plies) : std::string(); };
  std::string text = csv_field(file) + "," + std::to_string(line) + "," + to_fen(study.epd.fen) + "," +
                     std::string(wdl_name(study.wdl)) + "," + known(has_dtm(study), value.dtm) + "," +
                     known(has_dtz50(study), value.dtz50) + "," + known(has_dtm(study), value.dtz) + "," +
                     std::string(source(study));
  if (format.parts.moves) {
    const Names best = best_moves(study);
    text += "," + joined(best.san, " ") + "," + joined(best.uci, " ") + "," + std::to_string(study.legal_moves) + "," +
            std::to_string(study.winning_moves) + "," + (study.only_move ? "true" : "false");
  }
  if (format.parts.line) text += "," + joined(san_line(study.epd.fen, study.line), " ");
  return text + "\n";
}

/// The result of the line as played out: who mates, or a draw; "*" where the line is not known.
std::string pgn_result(const StudyResult& study) {
  const EndgameValue& value = study.known.value;
  if (value.sign == 0) return "1/2-1/2";
  const bool is_mate = has_dtz50(study) && value.sign < 0 && value.dtz50 == 0;
  if (study.line.empty() && !is_mate) return "*";
  return (value.sign > 0) == (study.epd.fen.mover == Colour::white) ? "1-0" : "0-1";
}

std::string pgn_comment(const StudyFormat& format, const StudyResult& study) {
  const EndgameValue& value = study.known.value;
  std::string comment = "{ " + std::string(wdl_name(study.wdl)) + " for the side to move";
  if (is_decided(study)) {
    if (has_dtm(study)) comment += ", DTM " + std::to_string(value.dtm);
    if (has_dtz50(study)) comment += ", DTZ50 " + std::to_string(value.dtz50);
    if (has_dtm(study)) comment += ", DTZ " + std::to_string(value.dtz);
  }
  if (format.parts.moves && !study.best.empty()) {
    comment += std::string(", ") + (study.only_move ? "only move" : "best") + ": " + joined(best_moves(study).san, " ");
  }
  return comment + " }";
}

std::string pgn_text(const StudyFormat& format, const StudyResult& study, const std::string& file, std::size_t line) {
  const std::string result = pgn_result(study);
  std::string text;
  for (const auto& [name, unknown] : kPgnRoster) {
    const auto id = std::ranges::find(study.epd.operations, "id", &EpdOperation::opcode);
    const bool is_named = name == "Event" && id != study.epd.operations.end() && !id->operands.empty();
    text += pgn_tag(name, is_named ? std::string_view(id->operands.front()) : unknown);
  }
  text += pgn_tag("Result", result) + pgn_tag("SetUp", "1") + pgn_tag("FEN", to_fen(study.epd.fen)) +
          pgn_tag("Source", file + ":" + std::to_string(line));
  PgnParagraph moves;
  std::istringstream words(pgn_comment(format, study) + " " +
                           numbered_line(study.epd.fen, study.line, study.epd.fen.fullmove_number) + " " + result);
  for (std::string word; words >> word;) moves.add(word);
  return text + "\n" + moves.text() + "\n\n";
}

}  // namespace

std::string study_header(const StudyFormat& format) {
  if (format.style != Style::csv) return {};
  return std::string("file,line,fen,wdl,dtm,dtz50,dtz,source") +
         (format.parts.moves ? ",best,best_uci,legal_moves,winning_moves,only_move" : "") +
         (format.parts.line ? ",pv" : "") + "\n";
}

std::string study_text(const StudyFormat& format, const StudyResult& study, const std::string& file, std::size_t line) {
  if (format.pgn) return pgn_text(format, study, file, line);
  switch (format.style) {
    case Style::json:
      return json_text(format, study, file, line);
    case Style::csv:
      return csv_text(format, study, file, line);
    default:
      return epd_text(format, study);
  }
}

}  // namespace plyforge
