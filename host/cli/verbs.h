#pragma once

#include "app/session/session.h"

namespace CLI {
class App;
}

namespace plyforge {

// The verbs of the program. Each adds a subcommand that does its work when the command line is parsed; `session` must
// outlive the parsing.
void add_perft(CLI::App& app, Session& session);
void add_divide(CLI::App& app, Session& session);
void add_verify(CLI::App& app, Session& session);
void add_bisect(CLI::App& app, Session& session);
void add_distinct(CLI::App& app, Session& session);
void add_suite(CLI::App& app, Session& session);
void add_endgame(CLI::App& app, Session& session);
void add_study(CLI::App& app, Session& session);
void add_mate(CLI::App& app, Session& session);
void add_game(CLI::App& app, Session& session);
void add_uci(CLI::App& app, Session& session);
void add_run(CLI::App& app, Session& session);
void add_work(CLI::App& app, Session& session);
void add_serve(CLI::App& app, Session& session);
void add_info(CLI::App& app, Session& session);
/// After all others, whose options it completes.
void add_completion(CLI::App& app, Session& session);

}  // namespace plyforge
