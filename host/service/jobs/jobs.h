#pragma once

#include <condition_variable>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "base/clock.h"
#include "service/http/limits.h"
#include "service/http/log.h"
#include "service/http/metrics.h"
#include "service/jobs/job_runner.h"
#include "service/jobs/job_store.h"

namespace plyforge {

/// How jobs are worked on.
struct JobOptions {
  int at_once = 1;
  int threads = 0;               ///< of each; 0: all cores
  std::size_t memory_bytes = 0;  ///< for all jobs together
  BackendRequest backend;
  std::optional<std::string> tables{};  ///< folder of endgame tables; nothing: no endgame is solved
  std::function<void()> tables_made{};  ///< called after new ones
};

/// The jobs of a server, waiting, running and ended. What changes is stored before anybody is told of it, so a process
/// that is killed has lost and doubled nothing: the next one goes on. Safe to use from many threads. All that is asked
/// about a job throws Problem (not_found, ...).
class Jobs {
 public:
  Jobs(const std::string& folder, const JobOptions& options, const ServiceLimits& limits, Metrics& metrics, Log& log);
  /// As stop().
  ~Jobs();
  Jobs(const Jobs&) = delete;
  Jobs& operator=(const Jobs&) = delete;

  /// Asks what runs to stop.
  void begin_stop();
  /// The same, and waits until all is parked.
  void stop();

  /// What a job would cost.
  Json estimate(const JobQuestion& question) const;

  /// Stores a job and queues it. `made` is false where this client has made it before, with the same key.
  Json submit(JobQuestion question, const std::string& client, const std::string& key, bool& made);
  Json show(std::int64_t id);
  Json list(std::int64_t before, std::optional<JobState> state, int most);
  Json result(std::int64_t id);
  /// Cancels a job and returns what it is then; one that has ended is forgotten, and nothing returned.
  std::optional<Json> cancel(std::int64_t id);

  /// A job as it is when it differs from version `seen`, or when `seconds` have passed.
  struct News {
    Json job;
    std::uint64_t version = 0;
    bool ended = false;  ///< nothing will change any more
  };
  News wait(std::int64_t id, std::uint64_t seen, double seconds);

  /// Why no job would be taken; empty: they are.
  std::string trouble() const;
  double count(JobState state) const;  ///< queued or running

 private:
  /// A job that has not ended.
  struct Live {
    Job job;
    JobProgress progress;
    Clock::time_point begun;
    std::uint64_t version = 1;
    bool cancelled = false;
    bool without_moves = false;  ///< its end could not be stored: it waits for the next start of the server
    std::stop_source stop;
  };

  void admit(const Job& job) const;
  void work(const std::stop_token& stopping);
  std::shared_ptr<Live> next() const;
  void run(Live& live);
  void end(Live& live, JobState state, const std::string& error, const std::string& result);
  Job stored(std::int64_t id);
  Json json(const Job& job, const Live* live, bool whole) const;

  JobOptions options_;
  const ServiceLimits& limits_;
  Metrics& metrics_;
  Log& log_;
  JobStore store_;
  int threads_;  ///< of a job, never 0
  mutable std::mutex mutex_;
  std::condition_variable_any changed_;
  std::map<std::int64_t, std::shared_ptr<Live>> live_;
  std::string trouble_;
  std::vector<std::jthread> workers_;
};

}  // namespace plyforge
