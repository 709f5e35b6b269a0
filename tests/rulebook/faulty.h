#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "rulebook/board.h"
#include "rulebook/rules.h"

namespace rulebook {

/// Faults that people's move generators have, each to be planted in this one.
enum class Bug {
  none,
  en_passant_along_rank,   ///< the capture of two pawns off the king's rank is not looked at
  castles_through_attack,  ///< the square between is not looked at
  castles_out_of_check,
  castles_into_attack,
  right_kept_after_capture,  ///< of the rook
  right_kept_after_rook_moves,
  right_lost_after_any_capture,
  pinned_knight_moves,
  no_knight_promotion,
  no_promotion_by_capture,
  en_passant_square_kept,  ///< for the other side's next move, too
  king_in_place_cannot_castle,
  rook_attacked_cannot_castle,
  king_retreats_along_line,
  double_step_over_man,
  no_en_passant_in_check,
  one_of_two_checkers_captured,
  edge_wrapped,            ///< pawns capture from the h-file to the a-file
  promotes_to_queen_only,  ///< when made; listed rightly
  en_passant_pawn_stays,
  castled_rook_stays,
  rights_not_restored,  ///< after a move is unmade
  en_passant_pawn_not_restored,
  move_listed_twice,
  total_cut_to_8_bits,
};

/// All bugs by name: "castles_through_attack".
const std::vector<std::pair<std::string_view, Bug>>& bugs();

/// The moves that a program with the bug takes for legal.
std::vector<Move> legal_moves(const Board& board, Bug bug);

/// The board after a move as the program makes it.
Board play(const Board& board, const Move& move, Bug bug);

/// The program's perft, by making and unmaking moves on one board.
std::uint64_t perft(const Board& board, int depth, Bug bug);

/// The program's divide: each move with its count.
std::vector<std::pair<Move, std::uint64_t>> divide(Board board, int depth, Bug bug);

/// The move in UCI notation, castling by the king's two steps or, in Chess960, onto the rook.
std::string text(const Move& move, bool chess960);

}  // namespace rulebook
