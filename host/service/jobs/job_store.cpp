#include "service/jobs/job_store.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <array>
#include <cstring>
#include <filesystem>
#include <limits>

#include "base/errors.h"
#include "count/counting.h"
#include "runs/unit.h"
#include "service/http/problem.h"

namespace plyforge {
namespace {

constexpr std::int64_t kApplicationId = 0x506C794A;  // "PlyJ"
constexpr std::int64_t kFormat = 1;                  // of the table below; to be raised with every change of it

constexpr const char* kSchema = R"(
PRAGMA application_id = 0x506C794A;
PRAGMA user_version = 1;
CREATE TABLE job (id INTEGER PRIMARY KEY AUTOINCREMENT, request TEXT NOT NULL, leaves REAL NOT NULL,
                  client TEXT NOT NULL, key TEXT, state TEXT NOT NULL, created TEXT NOT NULL, started TEXT NOT NULL,
                  finished TEXT NOT NULL, error TEXT NOT NULL, result TEXT NOT NULL, UNIQUE (client, key)) STRICT;
CREATE INDEX job_state ON job (state);
)";

constexpr const char* kColumns =
    "SELECT id, request, leaves, client, state, created, started, finished, error FROM job ";

constexpr std::array<std::string_view, 5> kStateNames = {"queued", "running", "done", "failed", "cancelled"};

/// Where sizes were checked when the job was submitted.
constexpr ServiceLimits kNoLimits{.body_bytes = std::numeric_limits<std::size_t>::max(),
                                  .fen_characters = std::numeric_limits<std::size_t>::max(),
                                  .batch_positions = std::numeric_limits<int>::max()};

}  // namespace

JobState state_of(std::string_view name) {
  for (std::size_t i = 0; i < kStateNames.size(); ++i) {
    if (kStateNames[i] == name) return static_cast<JobState>(i);
  }
  return JobState::failed;
}

std::vector<std::string_view> state_names() { return {kStateNames.begin(), kStateNames.end()}; }

std::string_view state_name(JobState state) { return kStateNames[static_cast<std::size_t>(state)]; }

JobStore::JobStore(const std::string& folder) : folder_(folder) {
  std::error_code error;
  std::filesystem::create_directories(folder + "/runs", error);
  if (error) throw ResourceError("cannot make " + folder + "/runs: " + error.message());
  lock_folder();
  database_.emplace(folder + "/jobs.db", Database::Open::or_create);
  {
    Transaction transaction(*database_);
    if (database_->number("SELECT count(*) FROM sqlite_master") == 0) database_->execute(kSchema);
    transaction.commit();
  }
  if (database_->number("PRAGMA application_id") != kApplicationId) {
    throw InputError(database_->path() + " is not a job store of plyforge serve; give another folder");
  }
  if (database_->number("PRAGMA user_version") != kFormat) {
    throw InputError(database_->path() + " was created by another version of plyforge; give another folder");
  }
  database_->execute("UPDATE job SET state = 'queued' WHERE state = 'running'");
}

JobStore::~JobStore() {
  if (lock_ >= 0) close(lock_);
}

void JobStore::lock_folder() {
  const std::string path = folder_ + "/lock";
  lock_ = open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  if (lock_ < 0) throw ResourceError("cannot write " + path + ": " + std::strerror(errno));
  if (flock(lock_, LOCK_EX | LOCK_NB) == 0) return;
  close(lock_);
  lock_ = -1;
  throw ResourceError(folder_ + " is in use by another plyforge serve; give another folder");
}

std::string JobStore::solutions_path(std::int64_t id) const {
  return folder_ + "/runs/" + std::to_string(id) + ".jsonl";
}

std::string JobStore::path_of(const Job& job) const {
  return job.question.kind == JobKind::mate ? solutions_path(job.id) : folder_ + "/" + run_name(job.id);
}

std::int64_t JobStore::find(const std::string& client, const std::string& key) {
  if (key.empty()) return 0;
  const std::lock_guard lock(mutex_);
  Statement known(*database_, "SELECT id FROM job WHERE client = ?1 AND key = ?2");
  return known.start(client, key).step() ? known.integer(0) : 0;
}

std::int64_t JobStore::add(const Job& job, const std::string& key) {
  const std::lock_guard lock(mutex_);
  Statement(*database_, "INSERT INTO job VALUES (NULL, ?1, ?2, ?3, nullif(?4, ''), 'queued', ?5, '', '', '', '')")
      .start(question_json(job.question, true).dump(), job.leaves, job.client, key, job.created)
      .run();
  return sqlite3_last_insert_rowid(database_->handle());
}

JobQuestion JobStore::stored_question(std::int64_t id, const std::string& text) const {
  try {
    Arguments arguments = Arguments::of_body(text);
    return take_question(arguments, kNoLimits);
  } catch (const Problem& problem) {
    throw InputError(database_->path() + " is damaged: job " + std::to_string(id) + ": " + problem.what());
  }
}

std::vector<Job> JobStore::read(Statement& rows) {
  std::vector<Job> jobs;
  while (rows.step()) {
    const std::int64_t id = rows.integer(0);
    jobs.push_back({.id = id,
                    .question = stored_question(id, rows.text(1)),
                    .leaves = rows.real(2),
                    .client = rows.text(3),
                    .state = state_of(rows.text(4)),
                    .created = rows.text(5),
                    .started = rows.text(6),
                    .finished = rows.text(7),
                    .error = rows.text(8)});
  }
  return jobs;
}

std::optional<Job> JobStore::job(std::int64_t id) {
  const std::lock_guard lock(mutex_);
  Statement found(*database_, (std::string(kColumns) + "WHERE id = ?1").c_str());
  std::vector<Job> jobs = read(found.start(id));
  if (jobs.empty()) return std::nullopt;
  return std::move(jobs.front());
}

std::vector<Job> JobStore::unfinished() {
  const std::lock_guard lock(mutex_);
  Statement found(*database_, (std::string(kColumns) + "WHERE state IN ('queued', 'running') ORDER BY id").c_str());
  return read(found.start());
}

std::vector<Job> JobStore::newest(std::int64_t before, std::optional<JobState> state, int most) {
  const std::lock_guard lock(mutex_);
  Statement found(*database_, (std::string(kColumns) + "WHERE id < ?1 AND (?2 = '' OR state = ?2) ORDER BY id DESC "
                                                       "LIMIT ?3")
                                  .c_str());
  return read(found.start(before, state ? state_name(*state) : std::string_view(""), most));
}

void JobStore::start(std::int64_t id) {
  const std::lock_guard lock(mutex_);
  Statement(*database_, "UPDATE job SET state = 'running', started = ?2 WHERE id = ?1").start(id, utc_now()).run();
}

void JobStore::park(std::int64_t id) {
  const std::lock_guard lock(mutex_);
  Statement(*database_, "UPDATE job SET state = 'queued' WHERE id = ?1").start(id).run();
}

void JobStore::finish(std::int64_t id, JobState state, const std::string& error, const std::string& result) {
  const std::lock_guard lock(mutex_);
  Statement(*database_, "UPDATE job SET state = ?2, finished = ?3, error = ?4, result = ?5 WHERE id = ?1")
      .start(id, state_name(state), utc_now(), error, result)
      .run();
}

std::string JobStore::result(std::int64_t id) {
  const std::lock_guard lock(mutex_);
  Statement found(*database_, "SELECT result FROM job WHERE id = ?1");
  return found.start(id).step() ? found.text(0) : std::string();
}

void JobStore::forget(std::int64_t id) {
  {
    const std::lock_guard lock(mutex_);
    Statement(*database_, "DELETE FROM job WHERE id = ?1").start(id).run();
  }
  std::error_code ignored;  // where there never was a run, or a killed process left its journal
  const std::string run = folder_ + "/" + run_name(id);
  for (const std::string& file : {run, run + "-journal", solutions_path(id)}) std::filesystem::remove(file, ignored);
}

void JobStore::forget_oldest(int kept) {
  std::vector<std::int64_t> ids;
  {
    const std::lock_guard lock(mutex_);
    Statement found(*database_,
                    "SELECT id FROM job WHERE state NOT IN ('queued', 'running') ORDER BY id DESC LIMIT -1 OFFSET ?1");
    for (found.start(kept); found.step();) ids.push_back(found.integer(0));
  }
  for (const std::int64_t id : ids) forget(id);
}

}  // namespace plyforge
