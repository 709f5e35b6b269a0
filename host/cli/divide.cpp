#include <CLI/CLI.hpp>
#include <memory>

#include "app/work/count.h"
#include "cli/options.h"
#include "cli/verbs.h"

namespace plyforge {

void add_divide(CLI::App& app, Session& session) {
  const auto request = std::make_shared<CountRequest>();
  CLI::App* const verb = app.add_subcommand("divide", "Count the legal move paths of DEPTH plies, split by first move");
  add_count_options(*verb, *request, 1);
  verb->footer(help_footer(kLeafHelp, "  plyforge divide 5 --moves \"e4 c5\""));
  verb->callback([request, &session] { run_count(*request, true, session); });
}

}  // namespace plyforge
