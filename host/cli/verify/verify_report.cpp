#include "cli/verify/verify_report.h"

#include "app/report/json.h"
#include "app/report/table.h"
#include "app/session/text_format.h"
#include "base/memory.h"
#include "cli/verify/bisect_report.h"

namespace plyforge {
namespace {

std::string difference_text(Wide expected, Wide got) {
  return got > expected ? grouped(got - expected) + " more" : grouped(expected - got) + " fewer";
}

std::string unchecked_reason(const VerifySummary& summary) {
  return summary.complete ? "the limits leave out every count" : "stopped before the end";
}

}  // namespace

void VerifyReport::bad_line(const std::string& file, const SuiteFault& fault) {
  if (json_) {
    Json object = {{"type", "bad_line"}, {"file", file}, {"line", fault.line}, {"message", fault.message}};
    if (fault.column != 0) object["column"] = fault.column;
    out_.print(json_line(object));
    return;
  }
  diagnostics_.error(place(file, fault.line) + ": " + fault.message +
                     (fault.column == 0 ? "" : "\n" + caret_lines(fault.text, fault.column)));
}

std::string mismatch_line(const Check& check) {
  const std::string text = "mismatch at depth " + std::to_string(check.expected.depth) + ": expected " +
                           grouped(check.expected.nodes) + ", ";
  if (check.failure) return text + "the engine " + check.failure->message;
  if (check.at_least) return text + "there are at least " + grouped(check.got);
  return text + "got " + grouped(check.got) + ", " + difference_text(check.expected.nodes, check.got);
}

std::string mismatch_detail(const CheckedEntry& item, const Mismatch& mismatch) {
  std::string text =
      "  " + mismatch.fen + (item.entry.id.empty() ? "" : " (" + without_controls(item.entry.id) + ")") + "\n";
  if (mismatch.check.at_least) text += "the suite is wrong: counting stopped once it had found more\n";
  if (!mismatch.rows.empty()) {
    Table table({{.title = "  move", .side = Table::Side::left},
                 {.title = "san", .side = Table::Side::left},
                 {.title = "nodes"}});
    std::vector<Table::Row> lines;
    for (const DivideRow& row : mismatch.rows) lines.push_back({"  " + row.uci, row.san, grouped(row.totals.nodes)});
    text += table.text(lines);
  }
  if (!mismatch.verdict) return text;
  if (!mismatch.verdict->finding) return text + "the engine agrees with our own count: the suite is wrong\n";
  return text + finding_text(*mismatch.verdict->finding, mismatch.verdict->smallest);
}

void VerifyReport::mismatch(const std::string& file, const CheckedEntry& item, const Mismatch& mismatch) {
  const Check& check = mismatch.check;
  if (!json_) {
    out_.print(place(file, check.expected.line) + ": " + mismatch_line(check) + "\n" + mismatch_detail(item, mismatch));
    return;
  }
  Json object = {{"type", "mismatch"}, {"file", file}, {"line", check.expected.line}, {"fen", mismatch.fen}};
  if (!item.entry.id.empty()) object["id"] = item.entry.id;
  object["depth"] = check.expected.depth;
  object["expected"] = to_string(check.expected.nodes);
  object["got"] = check.failure ? Json(nullptr) : Json(to_string(check.got));
  if (check.at_least) object["got_at_least"] = true;
  if (check.failure) object["failure"] = check.failure->message;
  if (!mismatch.rows.empty()) object["moves"] = divide_json(mismatch.rows, {});
  if (mismatch.verdict) {
    object["suite_is_wrong"] = !mismatch.verdict->finding.has_value();
    if (mismatch.verdict->finding) {
      object["finding"] = finding_json(*mismatch.verdict->finding, mismatch.verdict->smallest);
    }
  }
  out_.print(json_line(object));
}

void VerifyReport::summary(const VerifySummary& summary) {
  if (json_) {
    const double rate = summary.seconds > 0 ? to_double(summary.nodes) / summary.seconds : 0;
    out_.print(json_line({{"type", "summary"},
                          {"positions", summary.positions},
                          {"depths_checked", summary.depths_checked},
                          {"depths_skipped", summary.depths_skipped},
                          {"nodes", to_string(summary.nodes)},
                          {"seconds", summary.seconds},
                          {"nps", rate_json(rate)},
                          {"bad_lines", summary.bad_lines},
                          {"bad_files", summary.bad_files},
                          {"mismatches", summary.mismatches},
                          {"complete", summary.complete},
                          {"all_checked", summary.all_checked()},
                          {"peak_memory_bytes", peak_memory_bytes()}}));
    return;
  }
  out_.print("positions   " + grouped(summary.positions) + "\n" +               //
             "depths      " + grouped(summary.depths_checked) + " checked, " +  //
             grouped(summary.depths_skipped) + " skipped\n" +                   //
             "nodes       " + grouped(summary.nodes) + "\n" +                   //
             "time        " + duration_text(summary.seconds) + ", " + rate_text(summary.nodes, summary.seconds) + "\n" +
             "bad lines   " + grouped(summary.bad_lines) + "\n" +  //
             (summary.bad_files == 0 ? "" : "bad files   " + grouped(summary.bad_files) + "\n") + "mismatches  " +
             grouped(summary.mismatches) + "\n" +
             (summary.all_checked() ? "" : "not everything was checked: " + unchecked_reason(summary) + "\n"));
}

}  // namespace plyforge
