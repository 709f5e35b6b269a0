#include <CLI/CLI.hpp>
#include <memory>

#include "cli/options.h"
#include "cli/uci/uci_process.h"
#include "cli/verbs.h"

namespace plyforge {
namespace {

constexpr const char* kUciHelp =
    "Commands: uci, isready, setoption name NAME value VALUE, ucinewgame, position [startpos | fen FEN] [moves ...],\n"
    "go perft N, d, stop, quit. Counts and boards are printed as Stockfish prints them, so that what drives Stockfish\n"
    "drives this. Options: Threads, Hash (megabytes for merging), UCI_Chess960, AnyMaterial.\n"
    "A command that cannot be obeyed is answered with `info string` and what is wrong; after a refused position there\n"
    "is none, and no count. There is no search: any other `go` gets a legal move, or 0000, at once (after `go "
    "infinite`\n"
    "at `stop`). While a count runs, `stop`, `quit` and `isready` are answered within a second, other commands wait;\n"
    "a `quit` that stood in the input when the count began waits too, so scripts may be piped in whole.";

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
