#include "service/service.h"

#include <chrono>
#include <cstdlib>
#include <thread>

#include "base/memory.h"
#include "service/answers/endgame_statistics.h"
#include "service/answers/quick_answers.h"
#include "service/answers/tablebase.h"
#include "service/http/http_server.h"
#include "service/http/log.h"
#include "service/http/metrics.h"
#include "service/http/problem.h"
#include "service/http/router.h"
#include "service/http/token.h"
#include "service/jobs/events.h"

namespace plyforge {
namespace {

constexpr double kClosePatience = 2;                    // seconds that open requests have when the server ends
constexpr auto kEndPatience = std::chrono::seconds(9);  // for everything

/// Ends the process where something does not stop in time. All that matters is stored: the next start goes on.
class LastResort {
 public:
  explicit LastResort(const Log& log)
      : thread_([&log](const std::stop_token& done) {
          std::mutex mutex;
          std::condition_variable_any alarm;
          std::unique_lock lock(mutex);
          alarm.wait_for(lock, done, kEndPatience, [] { return false; });
          if (done.stop_requested()) return;
          log.warn("something did not stop in time; exiting anyway");
          std::_Exit(0);
        }) {}

 private:
  std::jthread thread_;
};

/// Everything that a server consists of, put together.
class Service {
 public:
  Service(const ServiceOptions& options, const std::stop_token& stop)
      : options_(options),
        gate_(options.token_file, options.address),
        tablebase_(options.tables, options.limits, metrics_),
        endgames_(tablebase_, metrics_, stop),
        quick_(options.limits, metrics_, stop),
        server_(options.limits, metrics_),
        streams_(options.limits.event_streams, server_.closing()),
        router_(gate_, metrics_, log_),
        jobs_(options.store, job_options(), options.limits, metrics_, log_) {
    add_operation();
    add_questions();
    add_jobs();
    add_endgames();
    add_gauges();
    router_.install(server_);
  }

  void run(const std::stop_token& stop, const std::function<void(const std::string& url)>& listening) {
    const int port = server_.bind(options_.address, options_.port);
    const bool six = options_.address.find(':') != std::string::npos;
    const std::string url =
        "http://" + (six ? "[" + options_.address + "]" : options_.address) + ":" + std::to_string(port);
    listening(url);
    log_.info("listening on " + url);
    std::optional<LastResort> last_resort;
    std::jthread closer;
    const std::stop_callback on_stop(stop, [&] {
      last_resort.emplace(log_);
      jobs_.begin_stop();
      closer = std::jthread([this] { server_.close(kClosePatience); });
    });
    server_.serve();
    jobs_.stop();
    log_.info("ended");
  }

 private:
  using Access = Router::Access;

  JobOptions job_options() {
    JobOptions jobs = options_.jobs;
    jobs.tables = options_.tables;
    jobs.tables_made = [this] { tablebase_.refresh(); };
    return jobs;
  }

  void add_operation() {
    router_.get("/healthz", Access::open, [](const Call& call) { call.answer({{"status", "ok"}}); });
    router_.get("/readyz", Access::open, [this](const Call& call) {
      std::string trouble = jobs_.trouble();
      if (server_.closing().begun()) trouble = "the server is shutting down";
      if (trouble.empty()) {
        call.answer({{"status", "ok"}});
      } else {
        call.answer({{"status", "stopping"}, {"reason", trouble}}, 503);
      }
    });
    router_.get("/metrics", Access::token, [this](const Call& call) {
      call.response.status = 200;
      call.response.set_content(metrics_.text(), "text/plain; version=0.0.4; charset=utf-8");
    });
    router_.get("/api/info", Access::token, [this](const Call& call) { call.answer(info()); });
  }

  Json info() const {
    const ServiceLimits& limits = options_.limits;
    return {{"version", PLYFORGE_VERSION},
            {"cores", std::thread::hardware_concurrency()},
            {"token_required", gate_.has_token()},
            {"kinds", kinds()},
            {"tables", options_.tables.has_value()},
            {"limits",
             {{"body_bytes", limits.body_bytes},
              {"fen_characters", limits.fen_characters},
              {"quick_leaves", limits.quick_leaves},
              {"job_leaves", limits.job_leaves},
              {"mate_seconds", limits.mate_seconds},
              {"jobs_per_client", limits.jobs_per_client},
              {"queued_jobs", limits.queued_jobs},
              {"event_streams", limits.event_streams},
              {"batch_positions", limits.batch_positions},
              {"endgame_men", limits.endgame_men},
              {"connections", limits.connections}}}};
  }

  std::vector<std::string_view> kinds() const {
    std::vector<std::string_view> names = kind_names();
    if (!options_.tables) std::erase(names, kind_name(JobKind::endgame));
    return names;
  }

  void add_questions() {
    router_.get("/api/perft", Access::token, [this](const Call& call) { call.answer(quick_.perft(call.query())); });
    router_.get("/api/moves", Access::token, [this](const Call& call) { call.answer(quick_.moves(call.query())); });
    router_.get("/api/fen", Access::token, [this](const Call& call) { call.answer(quick_.fen(call.query())); });
  }

  void add_jobs() {
    router_.post("/api/estimate", Access::token, [this](const Call& call) {
      Arguments arguments = call.body();
      call.answer(jobs_.estimate(take_question(arguments, options_.limits)));
    });
    router_.post("/api/jobs", Access::token, [this](const Call& call) { submit(call); });
    router_.get("/api/jobs", Access::token, [this](const Call& call) { list(call); });
    router_.get("/api/jobs/{id}", Access::token, [this](const Call& call) { call.answer(jobs_.show(job_id(call))); });
    router_.get("/api/jobs/{id}/result", Access::token,
                [this](const Call& call) { call.answer(jobs_.result(job_id(call))); });
    router_.get("/api/jobs/{id}/events", Access::token,
                [this](const Call& call) { streams_.stream(call, jobs_, job_id(call)); });
    router_.remove("/api/jobs/{id}", Access::token, [this](const Call& call) {
      if (const auto job = jobs_.cancel(job_id(call))) {
        call.answer(*job);
      } else {
        call.response.status = 204;
      }
    });
  }

  static std::int64_t job_id(const Call& call) {
    Arguments arguments = Arguments::of_query({{"id", call.variable}});
    try {
      return arguments.required_whole("id", 1, std::numeric_limits<std::int64_t>::max() - 1);
    } catch (const Problem&) {
      throw Problem(ProblemKind::not_found, "job ids are whole numbers from 1", "id");
    }
  }

  void submit(const Call& call) {
    constexpr std::size_t kLongestKey = 64;
    const std::string key = call.request.get_header_value("Idempotency-Key");
    const bool printable = std::ranges::all_of(key, [](char c) { return c >= ' ' && c <= '~'; });
    if (!printable || key.size() > kLongestKey) {
      throw Problem(ProblemKind::bad_input, "Idempotency-Key must be 1 to 64 printable characters", "Idempotency-Key");
    }
    Arguments arguments = call.body();
    bool made = false;
    const Json job = jobs_.submit(take_question(arguments, options_.limits), call.request.remote_addr, key, made);
    call.response.set_header("Location", "/api/jobs/" + job["id"].dump());
    call.answer(job, made ? 201 : 200);
  }

  void list(const Call& call) {
    constexpr std::int64_t kMost = 200;
    constexpr std::int64_t kUsual = 50;
    constexpr std::int64_t kLast = std::numeric_limits<std::int64_t>::max() - 1;
    Arguments arguments = call.query();
    const auto name = arguments.choice("state", state_names());
    const std::int64_t before = arguments.whole("before", 1, kLast).value_or(kLast);
    const auto most = static_cast<int>(arguments.whole("limit", 1, kMost).value_or(kUsual));
    arguments.finish();
    call.answer(jobs_.list(before, name ? std::optional(state_of(*name)) : std::nullopt, most));
  }

  void add_endgames() {
    // As at Lichess, pages of any origin may ask for positions, which are nobody's secret.
    const auto answer_pages = [](const Call& call, const Json& json) {
      call.response.set_header("Access-Control-Allow-Origin", "*");
      call.answer(json);
    };
    router_.get("/standard", Access::token,
                [=, this](const Call& call) { answer_pages(call, tablebase_.probe(call.query())); });
    router_.post("/standard", Access::token,
                 [this](const Call& call) { call.answer(tablebase_.probe_each(call.body())); });
    router_.get("/standard/mainline", Access::token,
                [=, this](const Call& call) { answer_pages(call, tablebase_.mainline(call.query())); });
    router_.get("/api/endgames", Access::token, [this](const Call& call) { call.answer(endgames_.list()); });
    router_.get("/api/endgames/{ending}", Access::token,
                [this](const Call& call) { call.answer(endgames_.endgame(call.variable)); });
  }

  void add_gauges() {
    for (const JobState state : {JobState::queued, JobState::running}) {
      metrics_.gauge("plyforge_jobs", "Unfinished jobs", "state=\"" + std::string(state_name(state)) + "\"",
                     [this, state] { return jobs_.count(state); });
    }
    metrics_.gauge("plyforge_connections", "Open connections", "", [this] { return server_.connections(); });
    metrics_.gauge("plyforge_event_streams", "Open event streams", "", [this] { return streams_.open(); });
    metrics_.gauge("plyforge_info", "Always 1", "version=\"" PLYFORGE_VERSION "\"", [] { return 1; });
    metrics_.gauge("process_resident_memory_bytes", "Resident memory of the process in bytes", "",
                   [] { return static_cast<double>(resident_memory_bytes()); });
    const double started = std::chrono::duration<double>(std::chrono::system_clock::now().time_since_epoch()).count();
    metrics_.gauge("process_start_time_seconds", "Unix time when the process started", "",
                   [started] { return started; });
  }

  const ServiceOptions& options_;
  Log log_;
  Metrics metrics_;
  Gate gate_;
  Tablebase tablebase_;
  EndgameStatistics endgames_;
  QuickAnswers quick_;
  HttpServer server_;
  EventStreams streams_;
  Router router_;
  Jobs jobs_;
};

}  // namespace

void serve(const ServiceOptions& options, const std::stop_token& stop,
           const std::function<void(const std::string& url)>& listening) {
  Service(options, stop).run(stop, listening);
}

}  // namespace plyforge
