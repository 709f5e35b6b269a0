#include <CLI/CLI.hpp>
#include <memory>

#include "app/report/json.h"
#include "app/report/table.h"
#include "app/session/diagnostics.h"
#include "app/session/progress_line.h"
#include "app/session/text_format.h"
#include "app/work/backends.h"
#include "app/work/endgame_solver.h"
#include "base/memory.h"
#include "cli/endgame/endgame.h"
#include "cli/options.h"
#include "cli/table_options.h"
#include "count/counting.h"
#include "endgame/solve/table_builder.h"

namespace plyforge {
namespace {

constexpr const char* kSolveHelp = R"(
Endgames that captures and promotions lead to are solved first, each once. A table is written once it is complete, so
an interrupted run resumes where it stopped; existing tables are kept. Times: solving alone, and writing.)";

class SolvePrinter {
 public:
  SolvePrinter(Style style, Session& session)
      : style_(style),
        session_(session),
        table_({{.title = "endgame", .side = Table::Side::left, .width = 8},
                {.title = "solve s", .width = 9},
                {.title = "write s", .width = 9},
                {.title = "bytes", .width = 13}}) {
    if (style_ == Style::text) session_.out.print(table_.header());
    if (style_ == Style::csv)
      session_.out.print("ending,solve_seconds,write_seconds,bytes,was_there,peak_memory_bytes\n");
  }

  void print(const BuildReport& report) {
    const std::string name = report.material.name();
    const std::string solve = fixed(report.solve_seconds, 3);
    const std::string write = fixed(report.write_seconds, 3);
    if (style_ == Style::json) {
      session_.out.print(json_line({{"ending", name},
                                    {"solve_seconds", report.solve_seconds},
                                    {"write_seconds", report.write_seconds},
                                    {"bytes", report.file_bytes},
                                    {"was_there", report.was_there},
                                    {"peak_memory_bytes", peak_memory_bytes()}}));
    } else if (style_ == Style::csv) {
      session_.out.print(name + "," + solve + "," + write + "," + std::to_string(report.file_bytes) + "," +
                         (report.was_there ? "1," : "0,") + std::to_string(peak_memory_bytes()) + "\n");
    } else {
      session_.out.print(table_.line(
          {name, report.was_there ? "there" : solve, report.was_there ? "" : write, grouped(report.file_bytes)}));
    }
    solve_seconds_ += report.solve_seconds;
    write_seconds_ += report.write_seconds;
    bytes_ += report.file_bytes;
  }

  void sum() {
    if (style_ != Style::text) return;
    session_.out.print(table_.line({"total", fixed(solve_seconds_, 3), fixed(write_seconds_, 3), grouped(bytes_)}));
  }

 private:
  Style style_;
  Session& session_;
  Table table_;
  double solve_seconds_ = 0;
  double write_seconds_ = 0;
  std::size_t bytes_ = 0;
};

/// Read, plan, solve, report.
void run_solve(const EndgameRequest& request, const BackendRequest& backend, Session& session) {
  if (backend.devices.size() > 1) throw InputError("an endgame is solved on one GPU; give --device a single number");
  const std::vector<Material> wanted = requested_materials(request);

  ProgressLine progress;
  Diagnostics diagnostics([&progress] { progress.erase(); });
  Backends backends(backend, request.resources.memory,
                    [&diagnostics](const std::string& reason) { diagnostics.warn("", {reason}); });
  BuildOptions options;
  options.folder = request.folder;
  options.memory_bytes = request.resources.memory_bytes();
  choose_solver(backends, wanted, options);

  SolvePrinter printer(request.style, session);
  std::size_t solving = 0;
  options.progress = [&](const Material& material, std::size_t number, std::size_t of, const SolveProgress& news) {
    if (solving != number) progress.start("solving " + material.name());
    solving = number;
    progress.show({.done = static_cast<double>(number - 1), .total = static_cast<double>(of), .ply = news.plies});
  };
  options.built = [&](const BuildReport& report) {
    progress.erase();
    printer.print(report);
  };
  with_tables([&] { build_tables(wanted, options, WorkerPool(request.resources.threads, session.stop)); });
  printer.sum();
}

}  // namespace

void add_endgame_solve(CLI::App& endgame, Session& session) {
  const auto request = std::make_shared<EndgameRequest>();
  const auto backend = std::make_shared<BackendRequest>();
  CLI::App* const verb = endgame.add_subcommand("solve", "Solve endgames (WDL, DTM, DTZ) and write their tables");
  add_endgame_options(*verb, *request);
  add_backend(*verb, *backend);
  verb->get_option("--device")->description("GPU to use, by number")->option_text("N");
  verb->footer(help_footer(kSolveHelp, "  plyforge endgame solve KQvKR --dir tables"));
  verb->callback([request, backend, &session] { run_solve(*request, *backend, session); });
}

}  // namespace plyforge
