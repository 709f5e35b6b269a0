#pragma once

#include <cstdint>
#include <string_view>

#include "board/host_device.h"

namespace plyforge {

// Values of endgame positions. Distances are in plies, with best play by both sides:
//   DTM    to mate.
//   DTZ    to the next capture, pawn move or mate: the winner wants it soon but must keep the win, the loser wants
//          it late; without the 50-move rule.
//   DTZ50  the same under the 50-move rule, with its counter at zero: a win in which some phase without
//          capture or pawn move takes more than 100 plies is only a draw, a "cursed win" ("blessed loss" for the
//          other side). Its distance is that to a capture or pawn move that keeps the win, plus 100 where that move
//          leads to a position that is itself cursed.
// DTZ50 is what Syzygy's tables hold, but exact (theirs may be rounded by one), and 0 instead of 1 where the mover is
// mated.

/// The result for the mover under the 50-move rule; the numbers are Syzygy's.
enum class Wdl : std::int8_t { loss = -2, blessed_loss = -1, draw = 0, cursed_win = 1, win = 2 };

/// The longest distance at which a win counts under the 50-move rule, in plies.
constexpr int kFiftyMovePlies = 100;
/// From this distance on, a win is cursed and a loss blessed.
constexpr int kCursedPlies = kFiftyMovePlies + 1;

/// Everything that is known of a position; distances are 0 for draws.
struct EndgameValue {
  std::int8_t sign = 0;  ///< 1: the mover mates, -1: the mover is mated, 0: neither; without the 50-move rule
  std::int16_t dtm = 0;
  std::int16_t dtz50 = 0;
  std::int16_t dtz = 0;

  /// The result under the 50-move rule, `clock` plies after the last capture or pawn move. A mate on the board counts.
  PLYFORGE_HD constexpr Wdl wdl(int clock = 0) const {
    if (sign == 0) return Wdl::draw;
    const bool cursed = dtz50 != 0 && dtz50 + clock > kFiftyMovePlies;
    if (sign > 0) return cursed ? Wdl::cursed_win : Wdl::win;
    return cursed ? Wdl::blessed_loss : Wdl::loss;
  }

  /// DTZ50 as Syzygy writes it: negative for a loss, -1 for a mated side.
  PLYFORGE_HD constexpr int syzygy_dtz() const { return sign > 0 ? dtz50 : sign == 0 ? 0 : dtz50 == 0 ? -1 : -dtz50; }

  PLYFORGE_HD friend constexpr bool operator==(const EndgameValue& a, const EndgameValue& b) {
    return a.sign == b.sign && a.dtm == b.dtm && a.dtz50 == b.dtz50 && a.dtz == b.dtz;
  }
};

/// The value of a side that has been mated.
constexpr EndgameValue kMated{-1, 0, 0, 0};

/// The value of a move for the side that makes it, from the value of the position after it. `zeroing`: a capture or a
/// pawn move.
PLYFORGE_HD constexpr EndgameValue before_move(const EndgameValue& after, bool zeroing) {
  if (after.sign == 0) return {};
  const auto next = [](int plies) { return static_cast<std::int16_t>(plies + 1); };
  const bool cursed = after.dtz50 > kFiftyMovePlies;
  return {static_cast<std::int8_t>(-after.sign), next(after.dtm),
          zeroing ? next(cursed ? kFiftyMovePlies : 0) : next(after.dtz50), zeroing ? next(0) : next(after.dtz)};
}

/// The better of two moves' values, each distance on its own: the move that mates soonest need not be the one that
/// captures soonest.
PLYFORGE_HD constexpr EndgameValue better(const EndgameValue& a, const EndgameValue& b) {
  if (a.sign != b.sign) return a.sign > b.sign ? a : b;
  const auto pick = [&](std::int16_t x, std::int16_t y) { return (x < y) == (a.sign > 0) ? x : y; };
  return {a.sign, pick(a.dtm, b.dtm), pick(a.dtz50, b.dtz50), pick(a.dtz, b.dtz)};
}

/// The distances that a table holds.
enum class Metric : std::uint8_t { dtm, dtz50, dtz };

constexpr std::string_view name(Metric metric) {
  return metric == Metric::dtm ? "dtm" : metric == Metric::dtz50 ? "dtz50" : "dtz";
}

/// As stored: 0 for a draw, kIllegal for no position, else the plies plus one. A winner's DTM is odd, so a win is
/// stored as an even number and a loss as an odd one; the other metrics do not say who wins.
using StoredValue = std::uint16_t;
constexpr StoredValue kIllegal = 0xFFFF;
constexpr StoredValue kStoredDraw = 0;

/// Eight values of one byte each, the lowest first: a draw for each set bit of the lowest eight, else illegal.
PLYFORGE_HD constexpr std::uint64_t draws_else_illegal(std::uint64_t positions) {
  constexpr std::uint64_t kHighBits = 0x8080808080808080;
  const std::uint64_t bits = (~positions & 0xFF) * 0x0101010101010101 & 0x8040201008040201;
  const std::uint64_t bytes = (((bits & ~kHighBits) + ~kHighBits) | bits) & kHighBits;
  return (bytes >> 7) * 0xFF;
}

/// "win", "cursed win", "draw", "blessed loss", "loss"
std::string_view wdl_name(Wdl wdl);

}  // namespace plyforge
