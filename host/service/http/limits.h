#pragma once

#include <cstddef>

namespace plyforge {

/// What a server admits.
struct ServiceLimits {
  std::size_t body_bytes = std::size_t{1} << 20;
  std::size_t fen_characters = 256;
  double quick_leaves = 1e8;     ///< to be expected of a count that is answered at once
  double job_leaves = 2e13;      ///< to be expected of a job
  int jobs_per_client = 16;      ///< queued or running
  int queued_jobs = 1000;        ///< of all clients, running ones included
  int ended_jobs = 10'000;       ///< that are remembered
  int event_streams = 64;        ///< open at once
  int batch_positions = 1000;    ///< probed by one request, or problems of one job
  int endgame_men = 5;           ///< of an endgame to be solved, kings included
  int connections = 512;         ///< open at once
  double mate_seconds = 36'000;  ///< of one core, that the problems of a job may take at most
  double patience = 10;          ///< seconds for a request to be whole, and for an answer to be taken
};

}  // namespace plyforge
