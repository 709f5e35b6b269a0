#include "runs/audit.h"

#include <algorithm>
#include <cmath>

#include "base/clock.h"
#include "base/errors.h"
#include "base/progress.h"
#include "board/position_hash.h"

namespace plyforge {
namespace {

/// The units to audit: the first ones in an order shuffled by the seed.
std::vector<std::int64_t> choose(std::vector<std::int64_t> ids, std::size_t n, std::uint64_t seed) {
  const auto place = [seed](std::int64_t id) {
    const std::uint64_t mixed =
        fold_multiply(seed ^ 0x9e3779b97f4a7c15, static_cast<std::uint64_t>(id) ^ 0xbf58476d1ce4e5b9);
    return std::pair(fold_multiply(mixed ^ 0x94d049bb133111eb, 0xd6e8feb86659fd93 ^ seed), id);
  };
  std::ranges::sort(ids, {}, place);
  ids.resize(std::min(n, ids.size()));
  return ids;
}

}  // namespace

AuditReport audit(Store& store, const AuditRequest& request, const CountOptions& options,
                  const std::function<void(const Unit&, const UnitCount&, const UnitCount&)>& differs) {
  constexpr double kStoreAfter = 0.5;  // seconds
  store.require_writable();
  std::vector<std::int64_t> done;
  store.for_each_unit([&](const CountedUnit& item) {
    if (accepted(item.counts) != nullptr) done.push_back(item.unit.id);
  });
  if (done.empty()) throw InputError(store.path() + " has no counted unit; there is nothing to audit");

  AuditReport report{.units = std::ssize(done)};
  const auto wanted = static_cast<std::size_t>(std::ceil(request.share * static_cast<double>(done.size())));
  const std::vector<std::int64_t> chosen = choose(done, std::max<std::size_t>(wanted, 1), request.seed);
  const CountOptions usual = suited_to_units(options, store.question().unit_depth());
  ProgressReporter reporter(options.progress);
  std::vector<Store::Named> counts;
  Clock::time_point stored_at = Clock::now();
  const auto store_counts = [&] {
    store.record(counts, Store::Keep::all, this_worker());
    counts.clear();
    stored_at = Clock::now();
  };
  for (const std::int64_t id : chosen) {
    const CountedUnit item = store.unit(id);
    const UnitCount* const standing = accepted(item.counts);
    if (standing == nullptr) continue;  // disputed in the meantime
    CountOptions again_options = another_way(*standing, request.how, usual);
    const Range range{static_cast<double>(report.audited) / static_cast<double>(chosen.size()),
                      1 / static_cast<double>(chosen.size())};
    again_options.progress = [&](const Progress& news) { reporter.reached(range, news.done / news.total, 0); };
    UnitCount again;
    try {
      again = count_unit(item.unit, store.question().unit_depth(), again_options);
    } catch (...) {
      store_counts();
      throw;
    }
    ++report.audited;
    counts.push_back({id, again});
    if (again.totals != standing->totals) {
      ++report.differing;
      store_counts();
      differs(item.unit, *standing, again);
    } else if (seconds_since(stored_at) > kStoreAfter) {
      store_counts();
    }
  }
  store_counts();
  return report;
}

std::int64_t wrong_units_bound(std::int64_t units, std::int64_t audited, double confidence) {
  // If `wrong` units are wrong, the probability that none of them was audited is the product of these factors.
  double chance = 1;
  for (std::int64_t wrong = 1; wrong <= units; ++wrong) {
    const double left = static_cast<double>(units - (wrong - 1));
    chance *= (left - static_cast<double>(audited)) / left;
    if (chance <= 1 - confidence) return wrong;
  }
  return units + 1;
}

}  // namespace plyforge
