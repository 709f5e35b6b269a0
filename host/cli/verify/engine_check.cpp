#include "cli/verify/engine_check.h"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <thread>

namespace plyforge {
namespace {

void check_entry(Engine& engine, CheckedEntry& item, FenStyle style, const CheckLimits& limits,
                 const std::stop_token& stop) {
  if (!item.record) return;
  const Line line(setup_of(*item.record, item.entry.text));
  for (Check& check : item.checks) {
    if (check.at_least) return;
    if (check.expected.depth == 0 || !limits.admit(check.expected)) continue;
    EngineAnswer answer = engine.divide(query_of(line, check.expected.depth, style, engine.takes_moves()), stop);
    if (auto* const failure = std::get_if<EngineFailure>(&answer)) {
      check.failure = std::move(*failure);
    } else {
      check.got = std::get<EngineDivide>(answer).total();
    }
    check.done = true;
    if (check.mismatch()) return;
  }
}

}  // namespace

EngineCheck::EngineCheck(const EngineRequest& request, int processes) : request_(request) {
  const int count = processes != 0 ? processes : std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
  for (int i = 0; i < count; ++i) engines_.push_back(make_engine(request));
}

void EngineCheck::check_batch(std::span<CheckedEntry> batch, const FenOptions& rules, const CheckLimits& limits,
                              const std::stop_token& stop) {
  read_batch(batch, rules);
  try {
    refute_by_bounds(batch, limits, stop);
  } catch (const Interrupted&) {
    return;
  }
  std::atomic<std::size_t> next{0};
  std::mutex mutex;
  std::exception_ptr fault;
  const auto work = [&](Engine& engine) {
    try {
      for (std::size_t i = 0; (i = next.fetch_add(1, std::memory_order_relaxed)) < batch.size();) {
        check_entry(engine, batch[i], request_.fen_style, limits, stop);
      }
    } catch (const Interrupted&) {  // what is done is marked
    } catch (...) {
      const std::lock_guard lock(mutex);
      fault = std::current_exception();
    }
  };
  {
    std::vector<std::jthread> threads;  // as many as processes, which do the work
    for (const std::unique_ptr<Engine>& engine : engines_) threads.emplace_back(work, std::ref(*engine));
  }
  if (fault) std::rethrow_exception(fault);
}

EngineVerdict EngineCheck::bisect(const CheckedEntry& item, int depth, const CountOptions& options) {
  Bisector bisector(*engines_.front(), request_, options);
  EngineVerdict verdict{.finding = bisector.find(setup_of(*item.record, item.entry.text), depth)};
  if (verdict.finding) verdict.smallest = bisector.minimised(*verdict.finding);
  return verdict;
}

}  // namespace plyforge
