#include <CLI/CLI.hpp>
#include <memory>

#include "cli/options.h"
#include "cli/uci/uci_process.h"
#include "cli/verbs.h"

namespace plyforge {
namespace {

constexpr const char* kUciHelp = R"(
Commands: uci, isready, setoption name NAME value VALUE, ucinewgame, position [startpos | fen FEN] [moves ...],
go perft N, d, stop, quit. Counts and boards are printed as Stockfish prints them, so programs that drive Stockfish
can drive this one. Options: Threads, Hash (megabytes for merging), UCI_Chess960, AnyMaterial.
Invalid commands are answered with `info string` and the reason; after a rejected position there is none, and no
count. There is no search: any other `go` gets a legal move, or 0000, at once (after `go infinite` at `stop`).
While a count runs, `stop`, `quit` and `isready` are answered within a second; other commands wait. A `stop` or `quit`
that was in the input when the count began does not end it, so scripts may be piped in whole.)";

}  // namespace

void add_uci(CLI::App& app, Session& session) {
  const auto settings = std::make_shared<UciSettings>();
  CLI::App* const verb = app.add_subcommand("uci", "Speak UCI: `go perft N` and `d`, for GUIs, perftree and scripts");
  add_rules(*verb, settings->rules);
  add_resources(*verb, settings->resources);
  verb->footer(help_footer(kUciHelp, "  echo 'go perft 3' | plyforge uci"));
  verb->callback([settings, &session] { UciProcess(*settings, session).run(); });
}

}  // namespace plyforge
