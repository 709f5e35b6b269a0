#include "endgame/query/compare_syzygy.h"

#include <cstdlib>
#include <mutex>

#include "base/add_members.h"
#include "endgame/solve/endgame_positions.h"
#include "movegen/legal.h"

namespace plyforge {
namespace {

constexpr std::size_t kShownDifferences = 10;

class Comparer {
 public:
  Comparer(const Material& material, EndgameTables& tables, const SyzygyTables& syzygy)
      : material_(material), tables_(tables), syzygy_(syzygy), index_(material) {}

  std::size_t pairs() const { return static_cast<std::size_t>(index_.pairs().size()); }

  void compare_pair(std::size_t pair, SyzygyComparison& result) const {
    for_each_legal_position(material_, index_, pair,
                            [&](const EndgamePlacement& placement, const Position& position, int /*images*/) {
                              compare(position, placement.black_to_move, result);
                            });
  }

 private:
  void compare(const Position& position, bool black, SyzygyComparison& result) const {
    const std::optional<Wdl> wdl = syzygy_.wdl(position);
    if (!wdl) {
      ++result.unknown;
      return;
    }
    const std::optional<EndgameValue> ours = tables_.probe(position);
    if (!ours) throw TableError(table_path(tables_.folder(), material_) + " or a table that it needs is missing");
    ++result.positions;
    SyzygyDifference difference{position, black, *ours, *wdl, std::nullopt};
    const bool same_wdl = ours->wdl() == *wdl;
    bool same_dtz = true;
    if (!has_no_move(position)) {
      difference.dtz = syzygy_.dtz(position);
      if (difference.dtz) {
        ++result.dtz_compared;
        same_dtz = dtz_agrees(ours->syzygy_dtz(), *difference.dtz);
        if (!same_dtz) {
          ++result.dtz_differs;
        } else if (ours->syzygy_dtz() != *difference.dtz) {
          ++result.dtz_rounded;
        }
      }
    }
    if (!same_wdl) ++result.wdl_differs;
    if ((!same_wdl || !same_dtz) && result.first_differences.size() < kShownDifferences) {
      result.first_differences.push_back(difference);
    }
  }

  const Material& material_;
  EndgameTables& tables_;
  const SyzygyTables& syzygy_;
  const EndgameIndex index_;
};

void add(SyzygyComparison& into, const SyzygyComparison& part) {
  using Sum = SyzygyComparison;
  add_members(into, part, &Sum::positions, &Sum::unknown, &Sum::wdl_differs, &Sum::dtz_compared, &Sum::dtz_rounded,
              &Sum::dtz_differs);
  for (const SyzygyDifference& difference : part.first_differences) {
    if (into.first_differences.size() < kShownDifferences) into.first_differences.push_back(difference);
  }
}

}  // namespace

bool dtz_agrees(int ours, int theirs) {
  if (ours == theirs) return true;
  const bool same_sign = (ours > 0) == (theirs > 0) && ours != 0 && theirs != 0;
  return same_sign && std::abs(ours) == std::abs(theirs) + 1 && std::abs(theirs) != kFiftyMovePlies;
}

SyzygyComparison compare_with_syzygy(const Material& material, EndgameTables& tables, const SyzygyTables& syzygy,
                                     const WorkerPool& pool) {
  const Comparer comparer(material, tables, syzygy);
  SyzygyComparison total;
  std::mutex mutex;
  pool.share_out(comparer.pairs(), [&](const auto& next) {
    SyzygyComparison part;
    for (std::size_t pair; (pair = next()) != WorkerPool::kDone;) comparer.compare_pair(pair, part);
    const std::lock_guard lock(mutex);
    add(total, part);
  });
  return total;
}

}  // namespace plyforge
