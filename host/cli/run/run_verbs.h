#pragma once

#include "app/session/requests.h"
#include "app/session/session.h"
#include "runs/worker.h"

namespace CLI {
class App;
}

namespace plyforge {

// The verbs below `plyforge run`, one a function.
void add_run_start(CLI::App& run, Session& session);
void add_run_status(CLI::App& run, Session& session);
void add_run_resume(CLI::App& run, Session& session);
void add_run_audit(CLI::App& run, Session& session);
void add_run_export(CLI::App& run, Session& session);
void add_run_import(CLI::App& run, Session& session);

/// The store to work on, as an argument or as --store.
void add_store_argument(CLI::App& verb, std::string& path);

/// `--recount`
void add_recount(CLI::App& verb, Recount& how);

}  // namespace plyforge
