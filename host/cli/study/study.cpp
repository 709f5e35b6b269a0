#include <CLI/CLI.hpp>
#include <memory>
#include <optional>
#include <vector>

#include "app/input/line_reader.h"
#include "app/input/positions.h"
#include "app/session/diagnostics.h"
#include "base/ordered_pipeline.h"
#include "base/worker_pool.h"
#include "cli/options.h"
#include "cli/study/study_report.h"
#include "cli/table_options.h"
#include "cli/verbs.h"
#include "count/counting.h"

namespace plyforge {
namespace {

constexpr const char* kStudyHelp = R"(
Positions are FENs or EPD lines, one per line; blank lines and lines that begin with # or % are skipped. Results come in the
order of the lines, while they are read. A line that is not a position, or whose material has no table, is reported
with its number and the rest continues; the exit code is then 2. The line to mate takes most of the time, then the
moves: without both, a million lines take seconds.
Syzygy tables give the result and DTZ50, which may be one ply too small; no DTM, and so no line to mate. No table has
castling rights: such positions are reported.)";

struct StudyRequest {
  std::vector<std::string> files;
  std::string folder = "tables";
  std::optional<std::string> syzygy;
  FenOptions rules;
  ResourceRequest resources;
  StudyFormat format;
};

/// Lines for one thread to look up, and what came of them.
struct Batch {
  struct Remark {
    std::string where;
    std::string error;
    std::vector<std::string> warnings;
  };

  std::vector<LineReader::Line> lines;
  std::size_t positions = 0;  ///< lines that are not comments
  std::string results;
  std::vector<Remark> remarks;
};

class Student {
 public:
  Student(const StudyRequest& request, Session& session)
      : request_(request),
        session_(session),
        pool_(request.resources.threads, session.stop),
        tables_(request.folder, request.resources.memory_bytes()) {
    if (request.syzygy) syzygy_.emplace(*request.syzygy);
    prober_.emplace(tables_, syzygy_ ? &*syzygy_ : nullptr);
  }

  void run() {
    session_.out.print(study_header(request_.format));
    for (const std::string& file : request_.files) {
      try {
        run_file(file);
      } catch (const InputError& error) {
        complain(error.what());
      }
    }
  }

 private:
  /// One thread at a time reads, one at a time prints, in order; all study. No more batches are under way than a few
  /// for each thread, so that memory does not grow with the file.
  void run_file(const std::string& file) {
    constexpr int kBatchesEach = 4;
    LineReader reader(file, session_.stop);
    std::size_t positions = 0;
    const auto read = [&] {
      auto batch = std::make_shared<Batch>();
      return fill(*batch, reader) ? batch : nullptr;
    };
    const auto work = [&](Batch& batch) {
      for (const LineReader::Line& line : batch.lines) study_line(line, reader.name(), batch);
    };
    const auto report = [&](const Batch& batch) {
      session_.out.print(batch.results);
      for (const Batch::Remark& remark : batch.remarks) {
        diagnostics_.warn(remark.where, remark.warnings);
        if (!remark.error.empty()) complain(remark.where + ": " + remark.error);
      }
      positions += batch.positions;
    };
    in_order<Batch>(pool_, static_cast<std::size_t>(kBatchesEach * pool_.threads()), read, work, report);
    if (positions == 0) throw InputError(reader.name() + " contains no position");
    if (reader.has_carriage_returns()) diagnostics_.warn(reader.name(), {"carriage returns at line ends, ignored"});
  }

  /// Takes as many lines as there are, up to a batch, without waiting for more once it has one. False at the end.
  static bool fill(Batch& batch, LineReader& reader) {
    constexpr std::size_t kLargestBatch = 256;
    LineReader::Line line;
    while (batch.lines.size() < kLargestBatch && (batch.lines.empty() || reader.ready()) && reader.next(line)) {
      batch.lines.push_back(std::move(line));
    }
    return !batch.lines.empty();
  }

  void study_line(const LineReader::Line& line, const std::string& file, Batch& batch) const {
    if (session_.stop.stop_requested()) throw Interrupted();
    if (is_comment(line.text)) return;
    ++batch.positions;
    Batch::Remark remark;
    try {
      if (line.too_long) throw InputError("the line is longer than any position");
      const StudyResult result =
          study(*prober_, parse_epd(line.text, request_.rules, &remark.warnings), request_.format.parts);
      if (result.is_close_call()) {
        remark.warnings.emplace_back(
            "the DTZ50 from Syzygy may be one ply too small, in which case the 50-move rule applies");
      }
      batch.results += study_text(request_.format, result, file, line.number);
    } catch (const FenError& error) {
      remark.error = with_caret(line.text, error);
    } catch (const InputError& error) {
      remark.error = error.what();
    } catch (const TableError& error) {
      remark.error = error.what();
    }
    if (remark.error.empty() && remark.warnings.empty()) return;
    remark.where = place(file, line.number);
    batch.remarks.push_back(std::move(remark));
  }

  void complain(const std::string& message) {
    diagnostics_.error(message);
    session_.exit_code = ExitCode::bad_input;
  }

  const StudyRequest& request_;
  Session& session_;
  Diagnostics diagnostics_;
  const WorkerPool pool_;
  EndgameTables tables_;
  std::optional<SyzygyTables> syzygy_;
  std::optional<Prober> prober_;
};

void run_study(StudyRequest& request, Session& session) {
  if (request.files.empty()) request.files.emplace_back("-");
  Student(request, session).run();
}

}  // namespace

void add_study(CLI::App& app, Session& session) {
  const auto request = std::make_shared<StudyRequest>();
  CLI::App* const verb = app.add_subcommand("study", "Look up files of positions in endgame tables, in bulk");
  verb->add_option("FILE", request->files, "Files of positions; - or none means standard input")->option_text("...");
  add_table_folder(*verb, request->folder);
  verb->add_option("--syzygy", request->syzygy,
                   "Folders of Syzygy tables, separated by ':', for material without a table in DIR")
      ->option_text("DIR");
  verb->add_flag_callback(
      "--no-moves", [request] { request->format.parts.moves = false; },
      "Leave out best moves, winning moves and only moves");
  verb->add_flag_callback(
      "--no-line", [request] { request->format.parts.line = false; }, "Leave out the line to mate");
  add_rules(*verb, request->rules);
  add_resources(*verb, request->resources);
  add_json(*verb, request->format.style);
  add_csv(*verb, request->format.style);
  verb->add_flag_callback(
          "--pgn", [request] { request->format.pgn = true; }, "One game per position, with the line to mate")
      ->excludes("--json")
      ->excludes("--csv");
  verb->footer(help_footer(
      std::string(kStudyHelp) + "\n\n" + kStudyFieldsHelp,
      "  plyforge endgame solve KRvKP && echo '8/8/1KP5/3r4/8/8/8/k7 w - - id \"Saavedra\";' | plyforge study"));
  verb->callback([request, &session] { with_tables([&] { run_study(*request, session); }); });
}

}  // namespace plyforge
