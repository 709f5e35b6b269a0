#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "app/session/requests.h"
#include "count/counting.h"
#include "service/http/log.h"
#include "service/jobs/job.h"

namespace plyforge {

/// How far a job has come.
struct JobProgress {
  double share = 0;  ///< 0 to 1, a guess
  std::int64_t units = 0;
  std::int64_t units_done = 0;
  Wide nodes = 0;              ///< in units that are done
  Json plies = Json::array();  ///< of `distinct`: those that are done
  Json moves = Json::array();  ///< of `divide`: those that are done
};

/// What jobs run with.
struct JobResources {
  CountOptions options;  ///< its stop token ends the job
  BackendRequest backend;
  std::optional<std::string> tables;  ///< folder of endgame tables; nothing: none are made here
  std::function<void()> tables_made;  ///< called after new ones
  const Log& log;
};

/// Changes the progress that others see.
using UpdateProgress = std::function<void(const std::function<void(JobProgress&)>& change)>;

/// Runs a job to its end; counts and problems go on with what is in the file at `path`. Returns its result; of counts
/// and problems nothing, since it is in that file. Throws Interrupted, and what counting and storing throw.
Json run_job(const Job& job, const std::string& path, const JobResources& resources, const UpdateProgress& update);

/// The result of a count, or of problems, that is done, from its file.
Json kept_result(const Job& job, const std::string& path);

/// Leaves and seconds of a result, for statistics.
struct Effort {
  double leaves = 0;
  double seconds = 0;
};
Effort effort_of(const Json& result);

}  // namespace plyforge
