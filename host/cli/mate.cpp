#include <CLI/CLI.hpp>
#include <limits>
#include <memory>

#include "app/input/positions.h"
#include "app/report/mate_report.h"
#include "app/work/mate_solving.h"
#include "base/memory.h"
#include "base/worker_pool.h"
#include "cli/options.h"
#include "cli/verbs.h"
#include "cli/whole_number.h"
#include "count/counting.h"

namespace plyforge {
namespace {

constexpr const char* kMateHelp = R"(
Goals, with N from 1 to 30 moves; the side to move in the FEN begins, whatever its colour:
  N or #N   it mates in N moves                             =N    it forces stalemate
  s#N       it forces the other side to mate it             s=N   ... to stalemate it
  h#N       both sides cooperate to mate the side to move   h=N   ... to stalemate it
In a helpmate in N each side makes N moves, so Black is to move if White is to give mate; h#2.5 has half a move more,
and the mating side begins.
The answer gives the fewest moves needed, every key (first move that achieves this) and one line with a longest
defence. `no` is proven: it cannot be done in N moves. `unknown`: a limit of --nodes or --time was reached first. The
search is exhaustive and compares whole positions. The 50-move rule, repetition and dead positions are ignored, as is
usual for problems; castling and en passant follow the FEN.
A dual is a choice after the key: more than one move of the side that wants the goal reaches it as soon as possible.
The tree has every defence, and after each the moves that reach the goal soonest.
--epd prints the lines as EPD with bm (keys), dm (moves to mate), pv, acn (nodes) and the answer as a comment.
Exit codes: 0 every position has its answer (yes, no or unknown); 1 a line states a wrong number of moves to mate with
`dm N` or `bm #N`; 2 a line is not a position, the others are answered; 4 no number stated is wrong, but a limit left one
unchecked; 130 interrupted, proven answers are printed.)";

struct MateRequest {
  std::string goal;
  PositionRequest positions;
  ResourceRequest resources;
  std::optional<std::uint64_t> nodes;
  std::optional<double> seconds;
  MateReport report;
};

/// Memory for the proofs of one thread.
std::size_t table_bytes(const ResourceRequest& resources, int threads) {
  if (resources.memory != 0) return resources.memory / static_cast<std::size_t>(threads);
  return usual_table_bytes(default_memory_bytes(), threads);
}

/// Solves positions on all threads while they are read, and prints them in the order in which they came.
class MateRun {
 public:
  MateRun(const MateRequest& request, Session& session)
      : request_(request),
        stipulation_(parse_stipulation(request.goal)),
        session_(session),
        pool_(request.positions.file ? request.resources.threads : 1, session.stop) {
    if (request.positions.file) reader_.emplace(request.positions, session, diagnostics_);
  }

  void run() {
    const std::size_t bytes = table_bytes(request_.resources, pool_.threads());
    const MateWork work{.request = {.stipulation = stipulation_,
                                    .limits = {request_.nodes, request_.seconds, session_.stop},
                                    .tree = request_.report.tree || request_.report.duals},
                        .table_bytes = bytes};
    solve_each(
        pool_, work, [this](InputPosition& position) { return read(position); },
        [this](const InputPosition& position, const Solution& solution) { print(position, solution); });
    if (session_.stop.stop_requested()) throw Interrupted();
    if (session_.exit_code != ExitCode::ok) return;
    if (mismatches_ != 0) {
      session_.exit_code = ExitCode::mismatch;
    } else if (unchecked_ != 0) {
      session_.exit_code = ExitCode::unchecked;
    }
  }

 private:
  bool read(InputPosition& position) {
    try {
      if (reader_) return reader_->next(position);
    } catch (const Interrupted&) {  // what is being solved is printed all the same
      return false;
    }
    if (single_done_) return false;
    single_done_ = true;
    position = single_position(request_.positions, diagnostics_);
    return true;
  }

  void print(const InputPosition& position, const Solution& solution) {
    session_.out.print(solution_text(position, stipulation_, solution, request_.report));
    unchecked_ += leaves_claim_open(position, stipulation_, solution) ? 1 : 0;
    const std::string mismatch = mate_mismatch(position, stipulation_, solution);
    if (mismatch.empty()) return;
    ++mismatches_;
    diagnostics_.error(place_prefix(position) + mismatch);
  }

  const MateRequest& request_;
  Stipulation stipulation_;
  Session& session_;
  Diagnostics diagnostics_;
  WorkerPool pool_;
  std::optional<PositionReader> reader_;
  bool single_done_ = false;
  std::uint64_t mismatches_ = 0;
  std::uint64_t unchecked_ = 0;  ///< numbers of moves that lines state
};

void run_mate(const MateRequest& request, Session& session) {
  if (!request.positions.fen && !request.positions.file) {
    throw InputError("no position given; name a file (- is standard input), or give one with --fen");
  }
  MateRun(request, session).run();
}

}  // namespace

void add_mate(CLI::App& app, Session& session) {
  const auto request = std::make_shared<MateRequest>();
  CLI::App* const verb = app.add_subcommand("mate", "Prove or refute mates in N, helpmates, selfmates, stalemates");
  verb->add_option("GOAL", request->goal, "The goal: 2, #2, s#2, h#2, h#2.5, =2, s=2, h=2; see below")
      ->required()
      ->option_text("REQUIRED");
  CLI::Option* const file =
      verb->add_option("FILE", request->positions.file, "Positions, one FEN or EPD per line; - is standard input")
          ->option_text(" ");
  verb->add_option("--fen", request->positions.fen, "One position")->option_text("FEN")->excludes(file);
  add_rules(*verb, request->positions.rules);
  verb->add_option_function<std::uint64_t>(
          "--nodes", [request](const std::uint64_t& nodes) { request->nodes = nodes; },
          "Search at most N nodes for each position")
      ->option_text("N")
      ->transform(whole_number(1, std::numeric_limits<std::uint64_t>::max() / 2));
  verb->add_option_function<double>(
          "--time", [request](const double& seconds) { request->seconds = seconds; },
          "Search at most this long for each position")
      ->option_text("SECONDS")
      ->check(seconds_above_zero());
  verb->add_flag("--duals", request->report.duals, "List the duals");
  verb->add_flag("--tree", request->report.tree, "Print every variation of the solution");
  add_resources(*verb, request->resources);
  verb->get_option("--memory")->description("Memory for proofs: 64M, 8G, 512MiB (default: 256M per thread)");
  verb->add_flag_callback(
      "--json", [request] { request->report.style = MateReport::Style::json; }, "One JSON object per line");
  verb->add_flag_callback(
          "--epd", [request] { request->report.style = MateReport::Style::epd; }, "EPD lines with the answers")
      ->excludes("--json")
      ->excludes("--duals")
      ->excludes("--tree");
  verb->footer(help_footer(kMateHelp,
                           "  plyforge mate 2 --fen \"8/Q7/8/8/8/8/8/2k1K2R w K - 0 1\"\n"
                           "  echo '4K2n/3P1P2/4k3/3p4/8/8/8/8 b - - 0 1' | plyforge mate h#2 -"));
  verb->callback([request, &session] { run_mate(*request, session); });
}

}  // namespace plyforge
