#include "rules/mate_picture.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "movegen/attacks.h"

namespace plyforge {

namespace {

/// What a man does where it stands on one of its squares.
struct Stand {
  Bitboard covers = 0;  ///< squares next to the king that it takes from him
  Bitboard square = 0;  ///< its own, where that is one of the squares next to the king
  bool checks = false;

  friend bool operator==(const Stand&, const Stand&) = default;
};

/// Looks for a mate on one square after the other.
class MatePicture {
 public:
  MatePicture(const Reach& reach, Side attacker) : reach_(reach), attacker_(attacker) {
    Bitboard king = 0;
    for (const Man& man : reach.setup) {
      if (man.kind != ManKind::king) continue;
      (man.side == attacker ? king_squares_ : king) = man.squares;
    }
    const Bitboard occupied = reach.fixed & ~king;  // nobody hides behind the king who is to be mated
    covered_ = king_fill(king_squares_);
    for (std::size_t i = 0; i < reach.setup.size; ++i) {
      const Man& man = reach.setup.men[i];
      if (man.kind == ManKind::king) continue;
      if (man.side != attacker) covered_ |= man.squares;
      for (Bitboard rest = man.squares; rest != 0 && man.side == attacker;) {
        const Square s = pop_lowest(rest);
        const Bitboard attacks = attacks_of(man, s, occupied);
        attackers_.push_back({i, bit(s), attacks});
        checked_ |= attacks;
      }
    }
    covered_ |= checked_;
  }

  /// Whether the king could be mated on a square.
  bool possible_on(Square square) {
    const Bitboard king = bit(square);
    if ((checked_ & king) == 0) return false;
    find_needed(king);
    if ((needed_ & ~covered_) != 0) return false;
    find_stands(king);
    return check_somewhere(king);
  }

 private:
  static constexpr int kMostSteps = 5000;

  /// An attacking man on one of its squares.
  struct Attacker {
    std::size_t man;
    Bitboard square;
    Bitboard attacks;
  };

  /// Squares next to the king that somebody has to take from him.
  void find_needed(Bitboard king) {
    needed_ = king_fill(king) & ~reach_.guarded[index_of(attacker_)];
    for (const Man& man : reach_.setup) {
      if (man.side != attacker_ && man.kind != ManKind::king && (man.squares & reach_.fixed) != 0) {
        needed_ &= ~man.squares;
      }
    }
  }

  void find_stands(Bitboard king) {
    stands_.clear();
    helpers_ = 0;
    steps_ = 0;
    first_[0] = 0;
    for (auto attacker = attackers_.begin(); attacker != attackers_.end();) {
      const std::size_t man = attacker->man;
      for (; attacker != attackers_.end() && attacker->man == man; ++attacker) {
        if (attacker->square == king) continue;
        add_stand({attacker->attacks & needed_, attacker->square & needed_, (attacker->attacks & king) != 0});
      }
      end_of_helper();
    }
    for (const Man& man : reach_.setup) {
      if (man.side == attacker_ || man.kind == ManKind::king) continue;
      for (Bitboard rest = man.squares & needed_; rest != 0;) {
        const Bitboard square = bit(pop_lowest(rest));
        add_stand({square, square, false});  // it stands in its king's way
      }
      end_of_helper();
    }
  }

  void end_of_helper() {
    if (stands_.size() != first_[helpers_]) first_[++helpers_] = stands_.size();
  }

  void add_stand(Stand stand) {
    if (stand.covers == 0 && !stand.checks) return;
    const auto begin = stands_.begin() + static_cast<std::ptrdiff_t>(first_[helpers_]);
    if (std::find(begin, stands_.end(), stand) == stands_.end()) stands_.push_back(stand);
  }

  /// Whether one man can check while the king and the others cover the rest.
  bool check_somewhere(Bitboard king) {
    for (Bitboard rest = king_squares_ & ~king_fill(king) & ~king; rest != 0;) {
      const Bitboard needed = needed_ & ~king_fill(bit(pop_lowest(rest)));
      for (std::size_t i = 0; i < helpers_; ++i) {
        for (std::size_t s = first_[i]; s < first_[i + 1]; ++s) {
          const Stand& stand = stands_[s];
          if (stand.checks && can_cover(needed & ~stand.covers, stand.square, std::uint64_t{1} << i)) return true;
        }
      }
    }
    return false;
  }

  /// Whether men that are not `used` yet can cover the squares, none on a square that is `taken`. Gives up, with "yes",
  /// where that takes long to find out.
  bool can_cover(Bitboard needed, Bitboard taken, std::uint64_t used) {
    if (needed == 0 || ++steps_ > kMostSteps) return true;
    const Bitboard next = needed & (~needed + 1);
    for (std::size_t i = 0; i < helpers_; ++i) {
      if ((used >> i & 1) != 0) continue;
      for (std::size_t s = first_[i]; s < first_[i + 1]; ++s) {
        const Stand& stand = stands_[s];
        if ((stand.covers & next) == 0 || (stand.square & taken) != 0) continue;
        if (can_cover(needed & ~stand.covers, taken | stand.square, used | std::uint64_t{1} << i)) return true;
      }
    }
    return false;
  }

  const Reach& reach_;
  Side attacker_;
  Bitboard king_squares_ = 0;          ///< of the attacker
  std::vector<Attacker> attackers_{};  ///< man by man
  Bitboard checked_ = 0;               ///< squares that attackers but the king attack from anywhere
  Bitboard covered_ = 0;               ///< squares that the king to be mated may not have, at one time or another
  Bitboard needed_ = 0;
  std::vector<Stand> stands_{};  ///< of all men but kings, man by man
  std::array<std::size_t, Setup::kMostMen + 1> first_{};
  std::size_t helpers_ = 0;  ///< men with a stand
  int steps_ = 0;
};

}  // namespace

bool mate_is_conceivable(const Reach& reach, Side attacker) {
  MatePicture picture(reach, attacker);
  for (const Man& man : reach.setup) {
    if (man.kind != ManKind::king || man.side == attacker) continue;
    for (Bitboard rest = man.squares; rest != 0;) {
      if (picture.possible_on(pop_lowest(rest))) return true;
    }
  }
  return false;
}

}  // namespace plyforge
