#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "board/bitboard.h"
#include "board/position.h"

namespace plyforge {

/// What a move's text says about check and mate.
enum class CheckSign : std::uint8_t { none, check, double_check, mate };

/// A move as its text describes it, before any board is looked at. Squares are as White sees the board.
struct MovePattern {
  enum class Castle : std::uint8_t { none, king_side, queen_side };

  Castle castle = Castle::none;   ///< written O-O or O-O-O; then there is no other part
  Piece piece = Piece::none;      ///< none: no letter, so a pawn, or with `whole_from` whoever stands there
  Piece promotion = Piece::none;  ///< none: not named
  Bitboard from = ~Bitboard{0};   ///< squares that the man may come from
  Bitboard to = ~Bitboard{0};     ///< squares that it may go to: one, or a file (pawn captures by files alone)
  bool whole_from = false;        ///< the square that the man comes from is named
  bool takes = false;             ///< written as a capture
  bool en_passant = false;        ///< written as a capture en passant: "e.p." or "ep" follows
  bool old_promotion = false;     ///< the promotion is written as neither FIDE, PGN nor UCI does: a8(Q), a8/Q, a8q
  CheckSign sign = CheckSign::none;
  std::uint8_t nag = 0;  ///< the numeric annotation glyph of ! ? !! ?? !? ?! (1 to 6), or 0
};

/// Reads the move at the beginning of an ASCII text, in short or long algebraic or UCI notation (e4, exd5, ed,
/// exd6e.p., Nbd2, Ng1-f3, e2e4, a8=Q+, a8(Q), a7a8q, O-O, 0-0-0), with its signs. Returns the number of characters it
/// takes, or 0 if the text does not begin with a move.
std::size_t read_move_prefix(std::string_view text, MovePattern& pattern);

/// The pattern of a whole text; signs of chess books beyond ASCII are read as in ascii_signs(). Nothing if the text is
/// not a move in algebraic notation.
std::optional<MovePattern> read_move_pattern(std::string_view text);

}  // namespace plyforge
