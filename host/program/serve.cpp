#include <unistd.h>

#include <CLI/CLI.hpp>
#include <cstdlib>
#include <filesystem>
#include <memory>

#include "app/session/diagnostics.h"
#include "app/work/backends.h"
#include "base/files.h"
#include "cli/options.h"
#include "cli/verbs.h"
#include "cli/whole_number.h"
#include "service/service.h"

namespace plyforge {
namespace {

constexpr const char* kServeHelp = R"(
JSON over HTTP, and a web page. /openapi.json describes the API; errors are problem documents (RFC 9457).
Jobs are kept in the --store folder, counts among them as runs: `plyforge run status FOLDER/runs/17.db` shows job 17.
A server that was stopped or killed resumes its jobs when it is started again; without --store they are lost.
It listens on this machine only, unless told otherwise; then clients must send the token of --token-file.
On SIGTERM it suspends running jobs and exits within ten seconds. The log goes to stderr.)";

struct ServeRequest {
  ServiceOptions options;
  std::optional<std::string> store;
  ResourceRequest resources;
};

/// A folder of jobs that are forgotten when the server ends.
class TemporaryStore {
 public:
  TemporaryStore() : path_((std::filesystem::temp_directory_path() / "plyforge-serve-XXXXXX").string()) {
    if (mkdtemp(path_.data()) == nullptr) throw ResourceError("cannot create a folder " + path_ + "; give a --store");
  }
  ~TemporaryStore() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  TemporaryStore(const TemporaryStore&) = delete;
  TemporaryStore& operator=(const TemporaryStore&) = delete;

  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

void run_serve(ServeRequest& request, Session& session) {
  std::optional<TemporaryStore> temporary;
  if (request.store) {
    request.options.store = *request.store;
  } else {
    Diagnostics().warn("", {"jobs are lost when the server stops; give --store FOLDER to keep them"});
    temporary.emplace();
    request.options.store = temporary->path();
  }
  if (request.options.tables) require_folder("--tables", *request.options.tables);
  request.options.jobs.threads = request.resources.threads;
  request.options.jobs.memory_bytes = request.resources.memory_bytes();
  // What the jobs will run on is looked for now: what is missing is said at the start.
  Backends(request.options.jobs.backend, request.options.jobs.memory_bytes, [](const std::string& /*reason*/) {});
  serve(request.options, session.stop,
        [&](const std::string& url) { session.out.print("listening on " + url + "\n"); });
}

void add_limits(CLI::App& verb, ServiceLimits& limits) {
  constexpr std::uint64_t kMost = 1'000'000;
  const auto positive = [](const std::string& text) {
    double value = 0;
    return CLI::detail::lexical_cast(text, value) && value > 0 ? "" : "'" + text + "' is not a number greater than 0";
  };
  verb.add_option("--quick-leaves", limits.quick_leaves, "Largest count answered at once, in leaves (default: 1e8)")
      ->option_text("N")
      ->check(positive);
  verb.add_option("--job-leaves", limits.job_leaves, "Largest job accepted, in expected leaves (default: 2e13)")
      ->option_text("N")
      ->check(positive);
  verb.add_option("--mate-seconds", limits.mate_seconds,
                  "Longest mate job accepted, in seconds for all its problems (default: 36000)")
      ->option_text("SECONDS")
      ->check(seconds_above_zero());
  verb.add_option("--patience", limits.patience,
                  "Drop clients that take longer to send a request or read an answer (default: 10)")
      ->option_text("SECONDS")
      ->check(seconds_above_zero());
  const auto add = [&](const std::string& name, int& limit, const std::string& help) {
    verb.add_option(name, limit, help)->option_text("N")->transform(whole_number(1, kMost));
  };
  add("--jobs-per-client", limits.jobs_per_client, "Unfinished jobs per client address (default: 16)");
  add("--queue", limits.queued_jobs, "Unfinished jobs in total (default: 1000)");
  add("--keep-jobs", limits.ended_jobs, "Finished jobs to keep (default: 10000)");
  add("--streams", limits.event_streams, "Open event streams (default: 64)");
  add("--connections", limits.connections, "Open connections (default: 512)");
}

}  // namespace

void add_serve(CLI::App& app, Session& session) {
  constexpr std::uint64_t kLargestPort = 65535;
  constexpr std::uint64_t kMostAtOnce = 64;
  const auto request = std::make_shared<ServeRequest>();
  ServiceOptions& options = request->options;
  CLI::App* const verb = app.add_subcommand("serve", "HTTP API with background jobs and a web page");
  verb->add_option("--listen", options.address, "Address to listen on (default: 127.0.0.1)")->option_text("ADDRESS");
  verb->add_option("--port", options.port, "Port; 0 picks a free one (default: 8080)")
      ->option_text("N")
      ->transform(whole_number(0, kLargestPort));
  verb->add_option("--token-file", options.token_file, "File whose first line clients must send as a bearer token")
      ->option_text("FILE");
  verb->add_option("--store", request->store, "Keep jobs in this folder, and resume those found there")
      ->option_text("FOLDER");
  verb->add_option("--tables", options.tables, "Probe the endgame tables in this folder")->option_text("FOLDER");
  verb->add_option("--jobs", options.jobs.at_once, "Jobs to run at once (default: 1)")
      ->option_text("N")
      ->transform(whole_number(1, kMostAtOnce));
  add_resources(*verb, request->resources);
  add_backend(*verb, options.jobs.backend);
  add_limits(*verb, options.limits);
  verb->footer(help_footer(kServeHelp,
                           "  plyforge serve --store jobs\n"
                           "and, in another terminal:\n"
                           "  curl 'http://127.0.0.1:8080/api/perft?depth=4'"));
  verb->callback([request, &session] { run_serve(*request, session); });
}

}  // namespace plyforge
