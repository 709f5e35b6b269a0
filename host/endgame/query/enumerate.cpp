#include "endgame/query/enumerate.h"

#include <algorithm>
#include <mutex>

#include "base/add_members.h"
#include "endgame/solve/endgame_positions.h"
#include "movegen/attacks.h"
#include "movegen/movegen.h"

namespace plyforge {
namespace {

/// How many king pairs are listed before the next ones begin; more would take more memory.
constexpr std::size_t kBatch = 32;

/// Counts moves, and notes whether one is a capture.
struct CaptureCounter : MoveCounter {
  Bitboard theirs = 0;
  bool takes = false;
  void take(Bitboard targets, int moves_each = 1) {
    add(moves_each * popcount(targets));
    takes = takes || (targets & theirs) != 0;
  }
  void king(Square, Bitboard targets) { take(targets); }
  void knight(Square, Bitboard targets) { take(targets); }
  void diagonal(Square, Bitboard targets) { take(targets); }
  void orthogonal(Square, Bitboard targets) { take(targets); }
  void pawns(Bitboard targets, int, MoveKind) { take(targets); }
  void promotions(Bitboard targets, int) { take(targets, 4); }
  void en_passant(Square, Square) {
    add(1);
    takes = true;
  }
};

class Enumerator {
 public:
  Enumerator(const Material& material, const std::vector<Predicate>& where, bool listing)
      : material_(material), where_(where), index_(material), listing_(listing) {}

  std::size_t pairs() const { return static_cast<std::size_t>(index_.pairs().size()); }

  void enumerate_pair(std::size_t pair, Census& census, std::vector<Specimen>& list) const {
    for_each_legal_position(material_, index_, pair,
                            [&](const EndgamePlacement& placement, const Position& position, int images) {
                              count({&material_, placement, position}, images, census[placement.black_to_move], list);
                            });
  }

 private:
  void count(Specimen specimen, int images, SideCensus& census, std::vector<Specimen>& list) const {
    constexpr LineSliders sliders;
    const Board board = unpack(specimen.position);
    const Restrictions restrictions = find_restrictions(board, sliders);
    CaptureCounter counter;
    counter.theirs = board.opp.all;
    visit_moves(board, restrictions, sliders, counter);
    specimen.in_check = restrictions.checkers != 0;
    specimen.moves = static_cast<int>(counter.moves);
    if (!std::all_of(where_.begin(), where_.end(), [&](const Predicate& p) { return p.holds(specimen); })) return;

    (specimen.position.en_passant() != 0 ? census.en_passant : census.positions).add(images);
    if (specimen.in_check) census.in_check.add(images);
    if (counter.moves == 0) (specimen.in_check ? census.checkmates : census.stalemates).add(images);
    if (counter.takes) census.captures.add(images);
    census.moves.distinct += counter.moves;
    census.moves.board += counter.moves * static_cast<std::uint64_t>(images);
    if (census.by_moves.size() <= counter.moves) census.by_moves.resize(counter.moves + 1);
    census.by_moves[counter.moves].add(images);
    if (listing_) list.push_back(specimen);
  }

  const Material& material_;
  const std::vector<Predicate>& where_;
  const EndgameIndex index_;
  const bool listing_;
};

void add(SideCensus& into, const SideCensus& part) {
  add_members(into, part, &SideCensus::positions, &SideCensus::en_passant, &SideCensus::in_check,
              &SideCensus::checkmates, &SideCensus::stalemates, &SideCensus::captures, &SideCensus::moves);
  into.by_moves.resize(std::max(into.by_moves.size(), part.by_moves.size()));
  for (std::size_t i = 0; i < part.by_moves.size(); ++i) into.by_moves[i] += part.by_moves[i];
}

}  // namespace

Census enumerate_endgame(const Material& material, const std::vector<Predicate>& where, const WorkerPool& pool,
                         const std::function<void(const Specimen&)>& found) {
  const Enumerator enumerator(material, where, static_cast<bool>(found));
  Census total;
  std::mutex mutex;
  const std::size_t batch = found ? kBatch : enumerator.pairs();
  for (std::size_t first = 0; first < enumerator.pairs(); first += batch) {
    const std::size_t size = std::min(batch, enumerator.pairs() - first);
    std::vector<std::vector<Specimen>> lists(size);
    pool.share_out(size, [&](const auto& next) {
      Census part;
      for (std::size_t i; (i = next()) != WorkerPool::kDone;) enumerator.enumerate_pair(first + i, part, lists[i]);
      const std::lock_guard lock(mutex);
      for (std::size_t side = 0; side < 2; ++side) add(total[side], part[side]);
    });
    for (const auto& list : lists) {
      for (const Specimen& specimen : list) found(specimen);
    }
  }
  return total;
}

}  // namespace plyforge
