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

constexpr const char* kMateHelp =
    "Goals, N from 1 to 30 moves; the side to move in the FEN begins, whatever its colour:\n"
    "  N or #N   the mover mates in N moves                   =N    the mover forces stalemate\n"
    "  s#N       the mover forces the other side to mate it   s=N   ... to stalemate it\n"
    "  h#N       both sides help to mate the mover            h=N   ... to stalemate the mover\n"
    "In a helpmate in N each side makes N moves, so Black is to move where White is to mate; h#2.5 has half a move\n"
    "more, and the side that mates begins.\n"
    "A solution is given with the fewest moves that it takes, every key (the first moves that do it in so many) and\n"
    "one line with a longest defence. `no` is proven: it cannot be done in N moves. `unknown`: a limit of --nodes or\n"
    "--time came first. The search is exhaustive and compares whole positions. The 50-move rule, repetition and dead\n"
    "positions are left aside, as problems have it; castling and en passant are as the FEN says.\n"
    "A dual is a choice after the key: more than one move of the side that wants the goal reaches it as soon as\n"
    "possible. The tree has every defence, and after each the moves that reach the goal soonest.\n"
    "--epd prints the lines as EPD with bm (keys), dm (moves to mate), pv, acn (nodes) and the answer as a comment.\n"
    "Exit codes: 0 every position has its answer, be it yes, no or unknown; 1 a line states by `dm N` or `bm #N`\n"
    "another number of moves to mate than there is; 2 some line is no position, the others are answered; 130\n"
    "interrupted, and what has been proven is printed.";

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
    if (mismatches_ != 0 && session_.exit_code == ExitCode::ok) session_.exit_code = ExitCode::mismatch;
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
};

void run_mate(const MateRequest& request, Session& session) {
  if (!request.positions.fen && !request.positions.file) {
    throw InputError("no position given; name a file of them (- is standard input), or give one with --fen");
  }
  MateRun(request, session).run();
}

}  // namespace

void add_mate(CLI::App& app, Session& session) {
  const auto request = std::make_shared<MateRequest>();
  CLI::App* const verb = app.add_subcommand("mate", "Prove or refute mates in N, helpmates, selfmates, stalemates");
  verb->add_option("GOAL", request->goal, "What is to be done: 2, #2, s#2, h#2, h#2.5, =2, s=2, h=2; see below")
      ->required()
      ->option_text("REQUIRED");
  CLI::Option* const file =
      verb->add_option("FILE", request->positions.file, "Positions, one FEN or EPD a line; - is standard input")
          ->option_text(" ");
  verb->add_option("--fen", request->positions.fen, "One position")->option_text("FEN")->excludes(file);
  add_rules(*verb, request->positions.rules);
  verb->add_option_function<std::uint64_t>(
          "--nodes", [request](const std::uint64_t& nodes) { request->nodes = nodes; },
          "Look at so many positions at most for each one solved")
      ->option_text("N")
      ->transform(whole_number(1, std::numeric_limits<std::uint64_t>::max() / 2));
  verb->add_option_function<double>(
          "--time", [request](const double& seconds) { request->seconds = seconds; },
          "Spend so many seconds at most on each")
      ->option_text("SECONDS")
      ->check(seconds_above_zero());
  verb->add_flag("--duals", request->report.duals, "List the duals");
  verb->add_flag("--tree", request->report.tree, "Print every variation of the solution");
  add_resources(*verb, request->resources);
  verb->get_option("--memory")->description("Memory for proofs: 64M, 8G, 512MiB (default: 256M a thread)");
  verb->add_flag_callback(
      "--json", [request] { request->report.style = MateReport::Style::json; }, "One JSON object a line");
  verb->add_flag_callback(
          "--epd", [request] { request->report.style = MateReport::Style::epd; }, "The lines as EPD with the answers")
      ->excludes("--json")
      ->excludes("--duals")
      ->excludes("--tree");
  verb->footer(help_footer(kMateHelp,
                           "  plyforge mate 2 --fen \"8/Q7/8/8/8/8/8/2k1K2R w K - 0 1\"\n"
                           "  echo '4K2n/3P1P2/4k3/3p4/8/8/8/8 b - - 0 1' | plyforge mate h#2 -"));
  verb->callback([request, &session] { run_mate(*request, session); });
}

}  // namespace plyforge
