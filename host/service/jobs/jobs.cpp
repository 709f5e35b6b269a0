#include "service/jobs/jobs.h"

#include <algorithm>

#include "runs/unit.h"
#include "service/http/problem.h"

namespace plyforge {
namespace {

Json time_json(const std::string& time) { return time.empty() ? Json(nullptr) : Json(time); }

Json progress_json(const JobProgress& progress, double seconds, JobKind kind) {
  Json object = {{"share", progress.share}, {"seconds", seconds}};
  if (kind == JobKind::distinct) object["plies"] = progress.plies;
  if (kind == JobKind::verify) object["nodes"] = to_string(progress.nodes);
  if (kind == JobKind::perft || kind == JobKind::divide || kind == JobKind::mate) {
    object["units"] = progress.units;
    object["units_done"] = progress.units_done;
  }
  if (kind == JobKind::perft || kind == JobKind::divide) {
    object["nodes"] = to_string(progress.nodes);
  }
  if (kind == JobKind::divide) object["moves"] = progress.moves;
  return object;
}

std::string kind_label(const Job& job) { return "kind=\"" + std::string(kind_name(job.question.kind)) + "\""; }

std::string name_of(const Job& job) {
  return "job " + std::to_string(job.id) + " (" + question_json(job.question, false).dump() + ")";
}

}  // namespace

Jobs::Jobs(const std::string& folder, const JobOptions& options, const ServiceLimits& limits, Metrics& metrics,
           Log& log)
    : options_(options),
      limits_(limits),
      metrics_(metrics),
      log_(log),
      store_(folder),
      threads_(options.threads != 0 ? options.threads
                                    : std::max(1, static_cast<int>(std::thread::hardware_concurrency()))) {
  for (Job& job : store_.unfinished()) {
    log_.info(name_of(job) + " resumed");
    auto live = std::make_shared<Live>();
    live->job = std::move(job);
    live_.emplace(live->job.id, std::move(live));
  }
  for (int i = 0; i < options.at_once; ++i) {
    workers_.emplace_back([this](const std::stop_token& stopping) { work(stopping); });
  }
}

Jobs::~Jobs() { stop(); }

void Jobs::begin_stop() {
  for (std::jthread& worker : workers_) worker.request_stop();
  {
    const std::lock_guard lock(mutex_);
    for (const auto& [id, live] : live_) live->stop.request_stop();
  }
  changed_.notify_all();
}

void Jobs::stop() {
  begin_stop();
  workers_.clear();  // waits for them
}

Json Jobs::estimate(const JobQuestion& question) const {
  return estimate_json(question, job_leaves(question), limits_, threads_);
}

/// Throws Problem where one more job of that client would be too many. With the lock.
void Jobs::admit(const Job& job) const {
  if (!trouble_.empty()) throw Problem(ProblemKind::unavailable, trouble_);
  const auto of_client =
      std::ranges::count_if(live_, [&](const auto& entry) { return entry.second->job.client == job.client; });
  if (of_client >= limits_.jobs_per_client) {
    throw Problem(ProblemKind::too_many, "you have " + std::to_string(of_client) +
                                             " unfinished jobs, the limit for one client; wait for one to finish, or "
                                             "cancel one");
  }
  if (static_cast<int>(live_.size()) >= limits_.queued_jobs) {
    throw Problem(ProblemKind::unavailable, "the queue is full; try again later");
  }
}

Json Jobs::submit(JobQuestion question, const std::string& client, const std::string& key, bool& made) {
  if (question.kind == JobKind::endgame && !options_.tables) {
    throw Problem(ProblemKind::bad_input, "this server has no table folder (plyforge serve --tables DIR)", "kind");
  }
  Job job{.id = 0, .question = std::move(question), .client = client, .created = utc_now()};
  job.leaves = job_leaves(job.question);
  admit_cost(job.question, job.leaves, limits_);
  auto live = std::make_shared<Live>();
  {
    const std::lock_guard lock(mutex_);
    job.id = store_.find(client, key);
    made = job.id == 0;
    if (made) {
      admit(job);
      job.id = store_.add(job, key);
      live->job = job;
      live_.emplace(job.id, live);
    }
  }
  if (!made) {
    const Job known = stored(job.id);
    if (question_json(known.question, true) != question_json(job.question, true)) {
      throw Problem(ProblemKind::conflict, "this Idempotency-Key was used for a different request, job " +
                                               std::to_string(known.id) + "; use a new key for a new request");
    }
    return show(job.id);
  }
  changed_.notify_all();
  metrics_.add(Counter::jobs_submitted, 1, kind_label(job));
  log_.info(name_of(job) + " submitted by " + client);
  return json(job, nullptr, true);
}

Job Jobs::stored(std::int64_t id) {
  std::optional<Job> job = store_.job(id);
  if (!job) throw Problem(ProblemKind::not_found, "there is no job " + std::to_string(id), "id");
  return std::move(*job);
}

Json Jobs::json(const Job& job, const Live* live, bool whole) const {
  JobProgress ended;
  ended.share = job.state == JobState::done ? 1 : 0;
  const bool running = live != nullptr && job.state == JobState::running;
  Json object = {{"id", job.id},
                 {"kind", kind_name(job.question.kind)},
                 {"state", state_name(job.state)},
                 {"request", question_json(job.question, whole)},
                 {"estimate", estimate_json(job.question, job.leaves, limits_, threads_)},
                 {"created", job.created},
                 {"started", time_json(job.started)},
                 {"finished", time_json(job.finished)},
                 {"progress", progress_json(live != nullptr ? live->progress : ended,
                                            running ? seconds_since(live->begun) : 0, job.question.kind)},
                 {"error", time_json(job.error)}};
  if (job.question.kind == JobKind::perft || job.question.kind == JobKind::divide) {
    object["run"] = JobStore::run_name(job.id);
  }
  return object;
}

Json Jobs::show(std::int64_t id) {
  {
    const std::lock_guard lock(mutex_);
    const auto found = live_.find(id);
    if (found != live_.end()) return json(found->second->job, found->second.get(), true);
  }
  return json(stored(id), nullptr, true);
}

Json Jobs::list(std::int64_t before, std::optional<JobState> state, int most) {
  std::vector<Job> jobs = store_.newest(before, state, most + 1);
  const bool more = static_cast<int>(jobs.size()) > most;
  if (more) jobs.pop_back();
  Json list = Json::array();
  const std::lock_guard lock(mutex_);
  for (const Job& job : jobs) {
    const auto found = live_.find(job.id);
    const Live* const live = found == live_.end() ? nullptr : found->second.get();
    list.push_back(json(live != nullptr ? live->job : job, live, false));
  }
  return {{"jobs", std::move(list)}, {"more", more}};
}

Json Jobs::result(std::int64_t id) {
  const Job job = stored(id);
  if (job.state != JobState::done) {
    throw Problem(ProblemKind::conflict,
                  "job " + std::to_string(id) + " has no result: it is " + std::string(state_name(job.state)), "id");
  }
  Json object = {{"id", id}, {"kind", kind_name(job.question.kind)}};
  const std::string text = store_.result(id);
  object.update(text.empty() ? kept_result(job, store_.path_of(job)) : Json::parse(text));
  return object;
}

std::optional<Json> Jobs::cancel(std::int64_t id) {
  std::shared_ptr<Live> live;
  bool waiting = false;
  {
    const std::lock_guard lock(mutex_);
    const auto found = live_.find(id);
    if (found != live_.end()) {
      live = found->second;
      waiting = live->job.state == JobState::queued && !live->cancelled;
      live->cancelled = true;
      live->stop.request_stop();
    }
  }
  if (!live) {
    store_.forget(stored(id).id);
    return std::nullopt;
  }
  if (waiting) end(*live, JobState::cancelled, "", "");
  return show(id);
}

Jobs::News Jobs::wait(std::int64_t id, std::uint64_t seen, double seconds) {
  {
    std::unique_lock lock(mutex_);
    const Live* live = nullptr;
    changed_.wait_until(lock, deadline_after(seconds), [&] {
      const auto found = live_.find(id);  // each time: the job may have ended, also when time is up
      live = found == live_.end() ? nullptr : found->second.get();
      return live == nullptr || live->version != seen;
    });
    if (live != nullptr) return {json(live->job, live, false), live->version, false};
  }
  return {json(stored(id), nullptr, false), 0, true};
}

std::string Jobs::trouble() const {
  const std::lock_guard lock(mutex_);
  return trouble_;
}

double Jobs::count(JobState state) const {
  const std::lock_guard lock(mutex_);
  return static_cast<double>(
      std::ranges::count_if(live_, [&](const auto& entry) { return entry.second->job.state == state; }));
}

/// The job to run next: of the client of whom the fewest are running, the one that came first. With the lock.
std::shared_ptr<Jobs::Live> Jobs::next() const {
  std::map<std::string, int> running;
  for (const auto& [id, live] : live_) running[live->job.client] += live->job.state == JobState::running ? 1 : 0;
  std::shared_ptr<Live> first;
  for (const auto& [id, live] : live_) {
    if (live->job.state != JobState::queued || live->without_moves || live->cancelled) continue;
    if (!first || running[live->job.client] < running[first->job.client]) first = live;
  }
  return first;
}

void Jobs::work(const std::stop_token& stopping) {
  for (;;) {
    std::shared_ptr<Live> live;
    {
      std::unique_lock lock(mutex_);
      changed_.wait(lock, stopping, [&] { return (live = next()) != nullptr; });
      if (stopping.stop_requested()) return;
      live->job.state = JobState::running;
      live->job.started = utc_now();
      live->begun = Clock::now();
      ++live->version;
    }
    changed_.notify_all();
    try {
      run(*live);
    } catch (const std::exception& error) {  // of the store
      log_.error(name_of(live->job) + ": " + error.what());
      const std::lock_guard lock(mutex_);
      live->job.state = JobState::queued;
      live->without_moves = true;
      trouble_ = "jobs cannot be stored; the server's log says why";
    }
  }
}

void Jobs::run(Live& live) {
  const Job job = live.job;
  store_.start(job.id);
  log_.info(name_of(job) + " started");
  CountOptions options;
  options.memory_bytes = options_.memory_bytes / static_cast<std::size_t>(options_.at_once);
  options.threads = threads_;
  options.stop = live.stop.get_token();
  const JobResources resources{.options = std::move(options),
                               .backend = options_.backend,
                               .tables = options_.tables,
                               .tables_made = options_.tables_made,
                               .log = log_};
  const auto update = [&](const std::function<void(JobProgress&)>& change) {
    {
      const std::lock_guard lock(mutex_);
      change(live.progress);
      ++live.version;
    }
    changed_.notify_all();
  };
  std::string result;
  try {
    const Json found = run_job(job, store_.path_of(job), resources, update);
    if (!found.is_null()) result = found.dump();
    const Effort effort = effort_of(found.is_null() ? kept_result(job, store_.path_of(job)) : found);
    metrics_.add(Counter::leaves, effort.leaves);
    metrics_.add(Counter::count_seconds, effort.seconds);
  } catch (const Interrupted&) {
    bool cancelled = false;
    {
      const std::lock_guard lock(mutex_);
      cancelled = live.cancelled;
    }
    if (cancelled) {
      end(live, JobState::cancelled, "", "");
    } else {
      store_.park(job.id);
      log_.info(name_of(job) + " parked");
      const std::lock_guard lock(mutex_);
      live.job.state = JobState::queued;
    }
    return;
  } catch (const std::bad_alloc&) {
    end(live, JobState::failed, "out of memory", "");
    return;
  } catch (const std::exception& error) {
    end(live, JobState::failed, error.what(), "");
    return;
  }
  end(live, JobState::done, "", result);
}

void Jobs::end(Live& live, JobState state, const std::string& error, const std::string& result) {
  const Job job = live.job;
  store_.finish(job.id, state, error, result);
  store_.forget_oldest(limits_.ended_jobs);
  {
    const std::lock_guard lock(mutex_);
    live_.erase(job.id);
  }
  changed_.notify_all();
  metrics_.add(Counter::jobs_ended, 1, kind_label(job) + ",state=\"" + std::string(state_name(state)) + "\"");
  log_.info(name_of(job) + " " + std::string(state_name(state)) + (error.empty() ? "" : ": " + error));
}

}  // namespace plyforge
