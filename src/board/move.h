#pragma once

#include <cstdint>

#include "board/bitboard.h"
#include "board/host_device.h"
#include "board/position.h"

namespace plyforge {

enum class MoveKind : std::uint8_t {
  normal,            ///< any move or capture that needs no rule of its own
  double_push,       ///< a pawn's first move by two ranks
  castle,            ///< stored as king takes own rook: `from` is the king's square, `to` the rook's
  en_passant,        ///< `to` is the square the captured pawn passed over
  promotion_knight,  ///< with or without capture
  promotion_bishop,
  promotion_rook,
  promotion_queen,
};

/// A move as the mover sees it: its squares are those of Position.
struct Move {
  std::uint8_t from = 0;
  std::uint8_t to = 0;
  MoveKind kind = MoveKind::normal;

  PLYFORGE_HD constexpr bool is_promotion() const { return kind >= MoveKind::promotion_knight; }

  /// The piece promoted to, or `none`.
  PLYFORGE_HD constexpr Piece promotion() const {
    if (!is_promotion()) return Piece::none;
    const int step = static_cast<int>(kind) - static_cast<int>(MoveKind::promotion_knight);
    return static_cast<Piece>(static_cast<int>(Piece::knight) + step);
  }

  PLYFORGE_HD friend constexpr bool operator==(Move a, Move b) {
    return a.from == b.from && a.to == b.to && a.kind == b.kind;
  }
};

}  // namespace plyforge
