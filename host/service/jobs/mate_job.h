#pragma once

#include <string>

#include "app/report/json.h"
#include "service/jobs/job_runner.h"

namespace plyforge {

/// Solves what is not yet solved in the file at `path`, where every solution becomes a line as `plyforge mate --json`
/// prints it. Throws Interrupted; what is solved is in the file then.
void run_mate(const MateQuestion& question, const std::string& path, const JobResources& resources,
              const UpdateProgress& update);

/// The result of a job that is done, from its file.
Json mate_result(const MateQuestion& question, const std::string& path);

}  // namespace plyforge
