#pragma once

#include <cstddef>
#include <functional>

#include "app/input/positions.h"
#include "base/worker_pool.h"
#include "problems/solver.h"

namespace plyforge {

/// What is asked of each position, and with what.
struct MateWork {
  SolveRequest request;         ///< when its stop token says so, no further position is begun
  std::size_t table_bytes = 0;  ///< for the proofs of each thread
};

/// Memory for the proofs of each thread where nothing else is asked for.
std::size_t usual_table_bytes(std::size_t memory_bytes, int threads);

/// Solves positions on the pool's threads while `next` hands them out, which returns false at the end. `use` gets each,
/// in the order in which they came, with its solution; what was being solved when a stop was requested, with what had
/// been proven. Both are called by one thread at a time; what they throw is thrown.
void solve_each(const WorkerPool& pool, const MateWork& work, const std::function<bool(InputPosition&)>& next,
                const std::function<void(const InputPosition&, const Solution&)>& use);

}  // namespace plyforge
