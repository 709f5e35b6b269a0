#include <tbb/global_control.h>

#include <algorithm>
#include <limits>
#include <memory>

#include "app/input/positions.h"
#include "app/session/deadline.h"
#include "app/work/backends.h"
#include "app/work/count_setup.h"
#include "base/clock.h"
#include "cli/options.h"
#include "cli/verbs.h"
#include "cli/verify/engine_check.h"
#include "cli/verify/engine_options.h"
#include "cli/verify/junit_file.h"
#include "cli/verify/verify_report.h"
#include "cli/whole_number.h"

namespace plyforge {
namespace {

constexpr const char* kVerifyHelp =
    R"(A suite has one position per line,
  FEN ;D1 20 ;D2 400
or blocks of lines,
  id NAME
  epd FEN
  perft 1 20
  perft 2 400
Each mismatch is reported, the lowest of a position with our divide of that depth, and the exit code is 1. Lines that
cannot be read are reported and skipped; the exit code is 2 if nothing worse was found. It is 4 if all that was checked
agrees, but --time-limit ended the check early or the limits left out every count. A count that is far too small is
refuted by a lower bound, without counting to the end. Chess960 lines are recognised by their castling rights.)";

constexpr const char* kVerifyEngineHelp =
    "With --engine the counts are those of another program, which is run in several processes at once; its depths are\n"
    "checked up to the first mismatch of a position, whose cause is looked for as `plyforge bisect` does:\n"
    "  plyforge verify --engine stockfish --junit report.xml suite.epd\n";

constexpr int kMostEngines = 256;

struct VerifyRequest {
  std::vector<std::string> files;
  CheckLimits limits;
  std::optional<double> time_limit;  ///< seconds
  FenOptions rules;
  ResourceRequest resources;
  BackendRequest backend;
  EngineRequest engine;  ///< its command is empty: our own counts are checked
  int engines = 0;       ///< processes; 0: one a core
  bool bisect = true;
  bool stop_at_mismatch = false;
  std::optional<std::string> junit;
  Style style = Style::text;
};

/// Runs suites, one after another, in batches. A batch is small at first and grows while it takes little time, so that
/// a million easy positions cost little to hand out and hard ones are reported soon after they are counted.
class Verifier {
 public:
  Verifier(const VerifyRequest& request, Session& session)
      : request_(request),
        diagnostics_([this] { progress_.erase(); }),
        report_(request.style == Style::json, session.out, diagnostics_),
        deadline_(session.stop, request.time_limit),
        options_(count_options(request.resources, session, progress_)),
        backends_(request.backend, request.resources.memory,
                  [this](const std::string& reason) { diagnostics_.warn("", {reason}); }) {
    options_.stop = deadline_.token();
    if (!request.engine.command.empty()) engine_.emplace(request.engine, request.engines);
    if (request.junit) junit_.emplace(*request.junit);
  }

  VerifySummary run() {
    try {
      for (const std::string& file : request_.files) try_file(file);
    } catch (const Interrupted&) {
      summary_.complete = false;
    }
    if (junit_) junit_->close();
    progress_.erase();
    summary_.seconds = seconds_since(started_);
    if (summary_.positions != 0 || summary_.bad_lines != 0 || summary_.bad_files == 0) report_.summary(summary_);
    return summary_;
  }

 private:
  /// A file that cannot be read is reported; the others are checked all the same.
  void try_file(const std::string& file) {
    try {
      run_file(file);
    } catch (const InputError& error) {
      ++summary_.bad_files;
      diagnostics_.error(error.what());
    }
  }

  void run_file(const std::string& file) {
    constexpr std::size_t kLargestBatch = 4096;
    constexpr double kShortBatch = 0.5;  // seconds
    SuiteReader reader(file, deadline_.token());
    const std::uint64_t bad_lines_before = summary_.bad_lines;
    const std::uint64_t positions_before = summary_.positions;
    if (junit_) junit_->begin_suite(reader.lines().name());
    std::size_t batch_size = 64;
    for (std::vector<CheckedEntry> batch; fill(batch, batch_size, reader);) {
      const Clock::time_point batch_started = Clock::now();
      progress_.start(reader.lines().name());
      check(batch);
      for (const CheckedEntry& item : batch) report(reader.lines().name(), item);
      if (seconds_since(batch_started) < kShortBatch) batch_size = std::min(2 * batch_size, kLargestBatch);
      if (deadline_.token().stop_requested()) throw Interrupted();
      progress_.start(reader.lines().name());
      show_progress(reader.lines());
    }
    if (summary_.positions == positions_before && summary_.bad_lines == bad_lines_before) {
      throw InputError(reader.lines().name() + " contains no position");
    }
    if (reader.lines().has_carriage_returns()) {
      diagnostics_.warn(reader.lines().name(), {"carriage returns at line ends, passed over"});
    }
  }

  void check(std::span<CheckedEntry> batch) {
    if (engine_) {
      engine_->check_batch(batch, request_.rules, request_.limits, deadline_.token());
      return;
    }
    options_.devices = backends_.for_leaves(expected_nodes(batch));
    try {
      check_batch(batch, request_.rules, request_.limits, options_);
    } catch (const DeviceError& error) {
      backends_.give_up(error);
      options_.devices = nullptr;
      check_batch(batch, request_.rules, request_.limits, options_);
    }
  }

  double expected_nodes(std::span<const CheckedEntry> batch) const {
    double sum = 0;
    for (const CheckedEntry& item : batch) {
      for (const Expectation& expected : item.entry.expected) {
        if (request_.limits.admit(expected)) sum += to_double(expected.nodes);
      }
    }
    return sum;
  }

  /// Takes as many entries as there are, up to `size`, without waiting for more once it has one.
  static bool fill(std::vector<CheckedEntry>& batch, std::size_t size, SuiteReader& reader) {
    batch.clear();
    SuiteEntry entry;
    while (batch.size() < size && (batch.empty() || reader.ready()) && reader.next(entry)) {
      batch.push_back({.entry = std::move(entry)});
    }
    return !batch.empty();
  }

  void report(const std::string& file, const CheckedEntry& item) {
    diagnostics_.warn(place(file, item.entry.line), item.warnings);
    tell_of_chess960(file, item);
    for (const SuiteFault& fault : item.entry.faults) {
      ++summary_.bad_lines;
      progress_.erase();
      report_.bad_line(file, fault);
      if (junit_) junit_->test(place(file, fault.line), "cannot be read", fault.message);
    }
    if (item.record) ++summary_.positions;
    bool explained = false;
    std::string failures;
    for (const Check& check : item.checks) {
      ++(check.done ? summary_.depths_checked : summary_.depths_skipped);
      if (!check.done) continue;
      summary_.nodes += check.got;
      if (!check.mismatch()) continue;
      ++summary_.mismatches;
      Mismatch mismatch{.check = check, .fen = fen_of(item)};
      if (!explained) explain(item, mismatch);
      explained = true;
      progress_.erase();
      report_.mismatch(file, item, mismatch);
      if (junit_) failures += mismatch_line(check) + "\n" + mismatch_detail(item, mismatch);
    }
    if (junit_ && item.record) {
      const std::string name = place(file, item.entry.line) + " " + fen_of(item);
      junit_->test(name, failures.substr(0, failures.find('\n')), failures);
    }
    if (explained && request_.stop_at_mismatch) throw Interrupted();
  }

  std::string fen_of(const CheckedEntry& item) const {
    return asked_fen(item, engine_ ? std::optional(request_.engine.fen_style) : std::nullopt);
  }

  /// Says once that there are Chess960 positions among others.
  void tell_of_chess960(const std::string& file, const CheckedEntry& item) {
    if (!item.entry.chess960_inferred || told_of_chess960_) return;
    told_of_chess960_ = true;
    diagnostics_.warn(place(file, item.entry.line),
                      {"castling rights that only Chess960 has; this line and others like it are read as Chess960 "
                       "(--chess960 reads all lines so)"});
  }

  /// Adds what is to be said of the lowest mismatch of a position. When stopped, the mismatch is still worth telling.
  void explain(const CheckedEntry& item, Mismatch& mismatch) {
    CountOptions options = options_;
    if (mismatch.check.at_least) return;  // a divide of that depth could take years
    options.devices = nullptr;            // values carried up in one pass are for the CPU
    const int depth = mismatch.check.expected.depth;
    try {
      if (!engine_) {
        if (depth > 0) mismatch.rows = divide_rows(*item.record, divide(item.record->position, depth, options).lines);
      } else if (request_.bisect && !(mismatch.check.failure && mismatch.check.failure->at_start)) {
        mismatch.verdict = engine_->bisect(item, depth, options);
      }
    } catch (const Interrupted&) {
    }
  }

  void show_progress(const LineReader& lines) {
    if (lines.bytes_total() == 0) return;
    Progress progress;
    progress.done = static_cast<double>(lines.bytes_read());
    progress.total = static_cast<double>(lines.bytes_total());
    progress_.show(progress);
  }

  const VerifyRequest& request_;
  ProgressLine progress_;
  Diagnostics diagnostics_;
  VerifyReport report_;
  Deadline deadline_;
  CountOptions options_;
  Backends backends_;
  std::optional<EngineCheck> engine_;
  std::optional<JUnitFile> junit_;
  VerifySummary summary_;
  bool told_of_chess960_ = false;
  Clock::time_point started_ = Clock::now();
};

void run_verify(const VerifyRequest& request, Session& session) {
  check_engine(request.engine);
  std::optional<tbb::global_control> threads;
  if (request.resources.threads != 0) {
    threads.emplace(tbb::global_control::max_allowed_parallelism, static_cast<std::size_t>(request.resources.threads));
  }
  const VerifySummary summary = Verifier(request, session).run();
  if (session.stop.stop_requested()) {
    session.exit_code = ExitCode::interrupted;
  } else if (summary.mismatches != 0) {
    session.exit_code = ExitCode::mismatch;
  } else if (summary.bad_lines != 0 || summary.bad_files != 0) {
    session.exit_code = ExitCode::bad_input;
  } else if (!summary.all_checked()) {
    session.exit_code = ExitCode::unchecked;
  }
}

}  // namespace

void add_verify(CLI::App& app, Session& session) {
  const auto request = std::make_shared<VerifyRequest>();
  CLI::App* const verb =
      app.add_subcommand("verify", "Check the counts of perft suites, by ours or by another program");
  verb->add_option("FILE", request->files, "Suites; - is standard input")->required()->option_text("... REQUIRED");
  verb->add_option("--max-depth", request->limits.max_depth, "Leave out counts of more plies")
      ->option_text("N")
      ->transform(whole_number(0, kMaxDepth));
  verb->add_option_function<std::uint64_t>(
          "--max-nodes", [request](const std::uint64_t& nodes) { request->limits.max_nodes = nodes; },
          "Leave out counts that are expected to be larger")
      ->option_text("N")
      ->transform(whole_number(0, std::numeric_limits<std::uint64_t>::max()));
  verb->add_option_function<double>(
          "--time-limit", [request](const double& seconds) { request->time_limit = seconds; },
          "Stop after this many seconds; the exit code is then 4 unless a mismatch was found")
      ->option_text("SECONDS")
      ->check(seconds_above_zero());
  add_rules(*verb, request->rules);
  add_resources(*verb, request->resources);
  add_backend(*verb, request->backend);
  CLI::Option* const engine = add_engine(*verb, request->engine);
  verb->add_option("--engines", request->engines, "Processes of the engine at once (default: one a core)")
      ->option_text("N")
      ->transform(whole_number(1, kMostEngines))
      ->needs(engine);
  verb->add_flag_callback(
          "--no-bisect", [request] { request->bisect = false; }, "Do not look for the cause of a mismatch")
      ->needs(engine);
  verb->add_flag("--stop-at-mismatch", request->stop_at_mismatch, "Stop at the first position that differs");
  verb->add_option("--junit", request->junit, "Write a report in JUnit's XML, too")->option_text("FILE");
  add_json(*verb, request->style);
  verb->footer(help_footer(std::string(kVerifyHelp) + "\n\n" + kVerifyEngineHelp + "\n" + kEngineHelp,
                           "  echo 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 ;D1 20 ;D5 4865609' |\n"
                           "      plyforge verify -"));
  verb->callback([request, &session] { run_verify(*request, session); });
}

}  // namespace plyforge
