#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "notation/fen.h"
#include "service/http/arguments.h"
#include "service/http/limits.h"
#include "service/questions/mate_question.h"

namespace plyforge {

enum class JobKind { perft, divide, distinct, verify, mate, endgame };

/// "perft", "divide", ...
std::string_view kind_name(JobKind kind);
/// The names of all kinds.
std::vector<std::string_view> kind_names();

/// What a job is asked. Which members say something depends on the kind.
struct JobQuestion {
  JobKind kind = JobKind::perft;
  FenRecord root;
  FenOptions rules;  ///< by which `root`, or the suite, is read
  int depth = 0;
  LeafRequest leaf;
  std::optional<int> split{};
  std::string suite{};
  MateQuestion mate{};
  std::string endgame{};  ///< its canonical name
};

/// Reads the members of a job's request. Throws Problem.
JobQuestion take_question(Arguments& arguments, const ServiceLimits& limits);

/// The question as JSON that take_question() reads again, moves played; `whole`: its suite, or its many positions, too.
Json question_json(const JobQuestion& question, bool whole);

/// Leaves to expect of a job; for `distinct`, whose positions are all kept, ten for each. Throws Problem for a suite
/// without a position.
double job_leaves(const JobQuestion& question);

/// "512,000,000,000"; in powers of ten where it is larger than any count.
std::string leaves_text(double leaves);

/// What the client is told before a job runs, of which so many leaves are to be expected.
Json estimate_json(const JobQuestion& question, double leaves, const ServiceLimits& limits, int threads);

/// Throws Problem where a job would cost more than a server admits.
void admit_cost(const JobQuestion& question, double leaves, const ServiceLimits& limits);

}  // namespace plyforge
