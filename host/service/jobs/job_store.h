#pragma once

#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "runs/sqlite.h"
#include "service/jobs/job.h"

namespace plyforge {

/// The jobs of a server on disk: a folder with one file for all jobs (jobs.db), one for each count, which is a run as
/// `plyforge run` has them (runs/ID.db), and one for each job of problems (runs/ID.jsonl). Every change is a
/// transaction that outlasts a loss of power. Safe to use from many threads; throws as Database does.
class JobStore {
 public:
  /// Opens the folder, which is made where it is missing. Throws InputError where it is no such folder, ResourceError
  /// where another process uses it. Jobs that were running are queued again.
  explicit JobStore(const std::string& folder);
  ~JobStore();
  JobStore(const JobStore&) = delete;
  JobStore& operator=(const JobStore&) = delete;

  /// The job that this client has made with this key; 0: none, as always with an empty key.
  std::int64_t find(const std::string& client, const std::string& key);
  /// Stores a new job, and returns its number.
  std::int64_t add(const Job& job, const std::string& key);

  std::optional<Job> job(std::int64_t id);
  /// Unfinished jobs in the order in which they came.
  std::vector<Job> unfinished();
  /// Jobs with a number below `before`, the newest first; of one state where given.
  std::vector<Job> newest(std::int64_t before, std::optional<JobState> state, int most);

  void start(std::int64_t id);
  /// Puts a job that was running back into the queue.
  void park(std::int64_t id);
  /// `result` is what result() returns; empty where it is in the file of the job.
  void finish(std::int64_t id, JobState state, const std::string& error, const std::string& result);
  std::string result(std::int64_t id);
  /// Forgets a job that has ended, with its run.
  void forget(std::int64_t id);
  /// Forgets the oldest jobs that have ended, but for `kept`.
  void forget_oldest(int kept);

  /// The file of a count's run, within the folder: "runs/17.db".
  static std::string run_name(std::int64_t id) { return "runs/" + std::to_string(id) + ".db"; }
  /// The file in which a job keeps what it has found: the run of a count, else the lines of solved problems.
  std::string path_of(const Job& job) const;

 private:
  void lock_folder();
  /// The question of a job as it stands in the database. Throws InputError where it is damaged.
  JobQuestion stored_question(std::int64_t id, const std::string& text) const;
  std::vector<Job> read(Statement& rows);

  std::string solutions_path(std::int64_t id) const;

  std::string folder_;
  int lock_ = -1;
  std::mutex mutex_;
  std::optional<Database> database_;
};

}  // namespace plyforge
