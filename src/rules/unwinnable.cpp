#include "rules/unwinnable.h"

#include <algorithm>
#include <cstdint>
#include <unordered_set>
#include <vector>

#include "board/position_hash.h"
#include "movegen/attacks.h"
#include "rules/mate_picture.h"

namespace plyforge {

namespace {

constexpr Bitboard kLastRanks = kRank1 | kRank8;

Bitboard forward(Side side, Bitboard b) { return side == Side::mover ? north(b) : south(b); }
Bitboard first_rank_of_pawns(Side side) { return side == Side::mover ? kRank2 : kRank7; }

struct HashOfSetup {
  std::size_t operator()(const Setup& setup) const {
    std::uint64_t hash = 0;
    for (const Man& man : setup) hash = fold_multiply(hash ^ man.squares, 0xbb67ae8584caa73b);
    return hash;
  }
};

/// The setups still to be looked at; each comes once.
class SetupQueue {
 public:
  void push(const Setup& setup) {
    if (seen_.insert(setup).second) setups_.push_back(setup);
  }
  bool empty() const { return next_ == setups_.size(); }
  Setup pop() { return setups_[next_++]; }

 private:
  std::unordered_set<Setup, HashOfSetup> seen_;
  std::vector<Setup> setups_;
  std::size_t next_ = 0;
};

/// Puts a man onto one of some squares; where that is one square, no other man stays there. False where another would
/// have no square left.
bool put(Setup& setup, std::size_t index, Bitboard squares) {
  Man& man = setup.men[index];
  man.squares = squares;
  if (man.kind == ManKind::pawn && (squares & kLastRanks) != 0) man.kind = ManKind::promoted;
  if (!man.is_fixed()) return true;
  for (std::size_t i = 0; i < setup.size; ++i) {
    Bitboard& others = setup.men[i].squares;
    if (i == index || others == 0) continue;
    others &= ~squares;
    if (others == 0) return false;
  }
  return true;
}

/// Hands on the setups after each capture and pawn move that may be possible somewhere in a setup.
class Successors {
 public:
  Successors(const Reach& reach, SetupQueue& queue) : reach_(reach), queue_(queue) {
    for (std::size_t i = 0; i < reach.setup.size; ++i) {
      if (reach.setup.men[i].squares == 0) continue;
      if (reach.setup.men[i].kind == ManKind::pawn) add_pushes(i);
      for (std::size_t j = 0; j < reach.setup.size; ++j) add_captures(i, j);
    }
  }

 private:
  void add(std::size_t index, Bitboard squares, std::size_t captured) {
    Setup next = reach_.setup;
    if (captured != kNobody) next.men[captured].squares = 0;
    if (put(next, index, squares)) queue_.push(next);
  }

  /// A double push leads nowhere that two pushes do not, unless the pawn is captured en passant.
  void add_pushes(std::size_t i) {
    const Man& pawn = reach_.setup.men[i];
    const Bitboard one = forward(pawn.side, pawn.squares) & ~reach_.fixed;
    if (one == 0) return;
    add(i, one, kNobody);
    if ((pawn.squares & first_rank_of_pawns(pawn.side)) == 0) return;
    const Bitboard two = forward(pawn.side, one) & ~reach_.fixed;
    for (std::size_t j = 0; j < reach_.setup.size; ++j) {
      const Man& enemy = reach_.setup.men[j];
      if (enemy.kind == ManKind::pawn && enemy.side != pawn.side && (enemy.squares & (east(two) | west(two))) != 0) {
        add(j, one, i);
      }
    }
  }

  void add_captures(std::size_t i, std::size_t j) {
    const Man& man = reach_.setup.men[i];
    const Man& enemy = reach_.setup.men[j];
    if (man.side == enemy.side || enemy.kind == ManKind::king) return;
    Bitboard targets = steps_of(man, man.squares) & enemy.squares;
    if (man.kind == ManKind::king) targets &= ~reach_.guarded[index_of(enemy.side)];
    if (man.kind != ManKind::pawn) {
      if (targets != 0) add(i, targets, j);
      return;
    }
    while (targets != 0) add(i, bit(pop_lowest(targets)), j);
  }

  static constexpr std::size_t kNobody = Setup::kMostMen;

  const Reach& reach_;
  SetupQueue& queue_;
};

/// The setups after an en passant capture that is possible at once.
void add_en_passant(const Setup& setup, Bitboard square, SetupQueue& queue) {
  for (std::size_t i = 0; i < setup.size; ++i) {
    const Man& man = setup.men[i];
    if (man.kind != ManKind::pawn || man.side != Side::mover || (steps_of(man, man.squares) & square) == 0) continue;
    Setup next = setup;
    for (Man& pawn : next.men) {
      if (pawn.squares == south(square)) pawn.squares = 0;
    }
    if (put(next, i, square)) queue.push(next);
  }
}

bool has_men(const Setup& setup, Side side) {
  return std::any_of(setup.begin(), setup.end(), [side](const Man& man) {
    return man.side == side && man.kind != ManKind::king && man.squares != 0;
  });
}

}  // namespace

bool is_unwinnable(const Position& position, Side attacker, int& budget) {
  if (static_cast<std::size_t>(popcount(position.occupied())) > Setup::kMostMen) return false;
  SetupQueue queue;
  const Setup first = setup_of(position);
  queue.push(first);
  if (position.en_passant() != 0) add_en_passant(first, position.en_passant(), queue);
  while (!queue.empty()) {
    if (--budget < 0) return false;
    const Setup setup = queue.pop();
    if (!has_men(setup, attacker)) continue;
    if (!mate_is_conceivable(whole_reach(setup), attacker)) continue;
    const Reach reach = quiet_reach(setup);
    if (mate_is_conceivable(reach, attacker)) return false;
    Successors(reach, queue);
  }
  return true;
}

}  // namespace plyforge
