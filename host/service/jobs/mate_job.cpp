#include "service/jobs/mate_job.h"

#include <algorithm>
#include <fstream>

#include "app/report/mate_report.h"
#include "app/session/append_file.h"
#include "app/work/mate_solving.h"
#include "base/clock.h"
#include "base/errors.h"
#include "base/worker_pool.h"

namespace plyforge {
namespace {

/// Moves of all trees together: more would be a burden to whoever reads them, and to the server's memory.
constexpr std::size_t kMostTreeMoves = 100'000;

std::vector<std::string> lines_of(const std::string& path) {
  std::vector<std::string> lines;
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) lines.push_back(std::move(line));
  return lines;
}

}  // namespace

void run_mate(const MateQuestion& question, const std::string& path, const JobResources& resources,
              const UpdateProgress& update) {
  constexpr double kSyncAfter = 0.5;  // seconds
  AppendFile file(path);
  const std::size_t positions = question.positions.size();
  std::size_t done = lines_of(path).size();
  std::size_t begun = done;
  const auto tell = [&] {
    update([&](JobProgress& progress) {
      progress.units = static_cast<std::int64_t>(positions);
      progress.units_done = static_cast<std::int64_t>(done);
      progress.share = static_cast<double>(done) / static_cast<double>(positions);
    });
  };
  tell();
  const WorkerPool pool(std::min(resources.options.threads, static_cast<int>(positions)), resources.options.stop);
  const MateWork work{.request = {.stipulation = question.stipulation,
                                  .limits = {question.nodes, question.seconds, pool.stop()},
                                  .tree = question.tree || question.duals,
                                  .tree_moves = kMostTreeMoves / positions},
                      .table_bytes = usual_table_bytes(resources.options.memory_bytes, pool.threads())};
  Clock::time_point synced = Clock::now();
  solve_each(
      pool, work,
      [&](InputPosition& position) {
        if (begun == positions || pool.stop().stop_requested()) return false;
        position.record = question.positions[begun++];
        return true;
      },
      [&](const InputPosition& position, const Solution& solution) {
        if (pool.stop().stop_requested()) return;  // perhaps cut short
        const MateReport report{.style = MateReport::Style::json, .duals = question.duals, .tree = question.tree};
        file.append(json_line(solution_json(position, question.stipulation, solution, report)));
        if (seconds_since(synced) > kSyncAfter) {
          file.sync();
          synced = Clock::now();
        }
        ++done;
        tell();
      });
  file.sync();
  if (done < positions) throw Interrupted();
}

Json mate_result(const MateQuestion& question, const std::string& path) {
  Json problems = Json::array();
  double seconds = 0;
  for (const std::string& line : lines_of(path)) {
    Json problem = Json::parse(line, nullptr, false);
    if (!problem.is_object()) throw ResourceError(path + " is damaged");
    seconds += problem.value("seconds", 0.0);
    problems.push_back(std::move(problem));
  }
  if (problems.size() != question.positions.size()) throw ResourceError(path + " is missing solutions");
  return {{"stipulation", stipulation_text(question.stipulation, question.stipulation.plies)},
          {"problems", std::move(problems)},
          {"seconds", seconds}};
}

}  // namespace plyforge
