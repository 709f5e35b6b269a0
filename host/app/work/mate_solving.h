#pragma once

#include <cstddef>
#include <functional>

#include "app/input/positions.h"
#include "base/worker_pool.h"
#include "problems/solver.h"

namespace plyforge {

/// What to solve in each position, and with how much memory.
struct MateWork {
  SolveRequest request;         ///< once its stop token is set, no further position is started
  std::size_t table_bytes = 0;  ///< for the proofs of each thread
};

/// The default memory for the proofs of each thread, in bytes.
std::size_t usual_table_bytes(std::size_t memory_bytes, int threads);

/// Solves positions on the threads of a pool. `next` hands them out and returns false at the end. `use` gets each with
/// its solution, in the same order; a position that a stop request interrupts, with what was proven until then. Both
/// are called by one thread at a time. Throws what they throw.
void solve_each(const WorkerPool& pool, const MateWork& work, const std::function<bool(InputPosition&)>& next,
                const std::function<void(const InputPosition&, const Solution&)>& use);

}  // namespace plyforge
