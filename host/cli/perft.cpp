#include <CLI/CLI.hpp>
#include <memory>

#include "app/work/count.h"
#include "cli/options.h"
#include "cli/verbs.h"

namespace plyforge {

void add_perft(CLI::App& app, Session& session) {
  const auto request = std::make_shared<CountRequest>();
  CLI::App* const verb = app.add_subcommand("perft", "Count the legal move paths of DEPTH plies");
  add_count_options(*verb, *request, 0);
  verb->footer(help_footer(kLeafHelp,
                           "  plyforge perft 5 --all-depths --leaf stats \\\n"
                           "      --fen \"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1\""));
  verb->callback([request, &session] { run_count(*request, false, session); });
}

}  // namespace plyforge
