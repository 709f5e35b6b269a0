#pragma once

#include <array>
#include <cstdint>

#include "board/bitboard.h"
#include "board/position.h"

namespace plyforge {

/// One of the two sides of a position.
enum class Side : std::uint8_t { mover, opponent };

constexpr Side other(Side side) { return side == Side::mover ? Side::opponent : Side::mover; }
constexpr std::size_t index_of(Side side) { return static_cast<std::size_t>(side); }

/// What a man moves like. `promoted` stands for whatever a pawn has become: it moves like queen and knight together.
enum class ManKind : std::uint8_t { pawn, knight, bishop, rook, queen, king, promoted };

/// A man and the squares on which it may be; none: it has been captured.
struct Man {
  ManKind kind = ManKind::pawn;
  Side side = Side::mover;
  Bitboard squares = 0;

  bool is_fixed() const { return (squares & (squares - 1)) == 0; }

  friend bool operator==(const Man&, const Man&) = default;
};

/// Many positions at once: every man is known, its square only as one of a set.
struct Setup {
  static constexpr std::size_t kMostMen = 32;

  std::array<Man, kMostMen> men{};
  std::size_t size = 0;

  Man* begin() { return men.data(); }
  Man* end() { return men.data() + size; }
  const Man* begin() const { return men.data(); }
  const Man* end() const { return men.data() + size; }

  friend bool operator==(const Setup&, const Setup&) = default;
};

/// A position of at most Setup::kMostMen men, a right to castle as the squares to which it may bring king and rook.
Setup setup_of(const Position& position);

/// Squares that a man attacks when nothing but `occupied` stands in its way.
Bitboard attacks_of(const Man& man, Square from, Bitboard occupied);

/// Squares that a man on any of `from` attacks one step away; a slider goes no further.
Bitboard steps_of(const Man& man, Bitboard from);

/// Where the men of a setup can get.
struct Reach {
  Setup setup;         ///< each man with all squares that it can get to
  Bitboard fixed = 0;  ///< squares of the men that stay where they are
  /// Squares that fixed men of each side attack whatever the others do; the enemy king never gets there.
  std::array<Bitboard, 2> guarded{};
};

/// Where the men can get without captures and pawn moves: the least sets of squares that no such move leaves. Any
/// series of such moves stays within, since the first move to a square outside would need a path through men that are
/// fixed.
Reach quiet_reach(const Setup& setup);

/// Where the men can get by any moves at all. More than they can in truth: each man is given every capture that it may
/// ever have, and is thought to stay on the board when it has been captured.
Reach whole_reach(const Setup& setup);

}  // namespace plyforge
