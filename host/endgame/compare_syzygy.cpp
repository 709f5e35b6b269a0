#include "compare_syzygy.h"

#include <cstdlib>
#include <mutex>

#include "attacks.h"
#include "endgame_index.h"
#include "legal.h"
#include "make.h"

namespace plyforge {
namespace {

constexpr std::size_t kShownDifferences = 10;

class Comparer {
 public:
  Comparer(const Material& material, EndgameTables& tables, const SyzygyTables& syzygy)
      : material_(material), tables_(tables), syzygy_(syzygy), index_(material) {}

  std::size_t pairs() const { return static_cast<std::size_t>(index_.pairs().size()); }

  void compare_pair(std::size_t pair, SyzygyComparison& result) const {
    EndgamePlacement placement;
    placement.white_king = index_.pairs().white(static_cast<int>(pair));
    placement.black_king = index_.pairs().black(static_cast<int>(pair));
    std::uint64_t number = pair * index_.men_size();
    const bool both_pawns = material_.has_pawns(false) && material_.has_pawns(true);
    index_.for_each_arrangement([&](const auto& squares) {
      placement.men = squares;
      if (index_.images(placement, number++) == 0) return;
      for (const bool black : {false, true}) {
        if (black && material_.is_symmetric()) break;
        placement.black_to_move = black;
        const std::optional<Position> position = legal_position(material_, placement);
        if (!position) continue;
        compare(*position, black, result);
        if (both_pawns) compare_en_passant(*position, black, result);
      }
    });
  }

 private:
  /// The same men, after a double step of a pawn that may be taken en passant.
  void compare_en_passant(const Position& plain, bool black, SyzygyComparison& result) const {
    const Bitboard empty = ~plain.occupied();
    Bitboard passed = north(plain.pawns() & plain.theirs() & kRank5) & empty & south(empty);
    while (passed != 0) {
      Position position = plain;
      detail::mark_en_passant(position, pop_lowest(passed), LineSliders{});
      if (position.en_passant() != 0) compare(position, black, result);
    }
  }

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

void add(SyzygyComparison& into, SyzygyComparison& part) {
  into.positions += part.positions;
  into.unknown += part.unknown;
  into.wdl_differs += part.wdl_differs;
  into.dtz_compared += part.dtz_compared;
  into.dtz_rounded += part.dtz_rounded;
  into.dtz_differs += part.dtz_differs;
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
                                     const Crew& crew) {
  const Comparer comparer(material, tables, syzygy);
  SyzygyComparison total;
  std::mutex mutex;
  crew.share_out(comparer.pairs(), [&](const auto& next) {
    SyzygyComparison part;
    for (std::size_t pair; (pair = next()) != Crew::kDone;) comparer.compare_pair(pair, part);
    const std::lock_guard lock(mutex);
    add(total, part);
  });
  return total;
}

}  // namespace plyforge
