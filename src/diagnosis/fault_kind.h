#pragma once

#include <string>
#include <string_view>

namespace plyforge {

/// The kinds of faults in a move, and in how a program generates, makes and counts moves.
enum class FaultKind {
  none,

  // A move that is not legal.
  no_move,
  moves_no_man,
  not_the_way_of_the_man,
  wraps_around_edge,
  stands_still,
  moves_through_man,
  captures_own_man,
  captures_king,
  pawn_pushed_onto_man,
  double_step_over_man,
  double_step_not_from_second_rank,
  en_passant_without_double_step,
  wrong_side_en_passant,
  en_passant_exposes_king,
  en_passant_exposes_king_on_rank,
  promotes_no_pawn,
  promotes_too_early,
  promotes_to_wrong_piece,
  promotion_without_piece,
  king_steps_onto_attack,
  king_retreats_along_line,
  pinned_piece_leaves_line,
  check_not_answered,
  double_check_not_answered,
  castles_without_right,
  castles_out_of_check,
  castles_over_men,
  castles_through_attack,
  castles_into_attack,
  castling_rook_shields_king,
  castling_written_wrongly,
  illegal_move,

  // A legal move that is not listed, or listed twice.
  move_missing,
  capture_missing,
  double_step_missing,
  promotion_missing,
  en_passant_missing,
  en_passant_missing_in_check,
  pinned_piece_stuck,
  capture_of_checker_missing,
  block_of_check_missing,
  castling_missing,
  castling_missing_rook_attacked,
  chess960_castling_in_place,
  chess960_castling_exchange,
  move_repeated,

  // A move that is made wrongly: the position after it is another.
  move_made_wrongly,
  castling_made_wrongly,
  promotion_made_wrongly,
  en_passant_made_wrongly,
  en_passant_square_not_set,
  right_lost,
  right_kept_after_king_moved,
  right_kept_after_rook_moved,
  right_kept_after_rook_captured,

  // A wrong count although the moves are right.
  move_not_counted_once,
  count_overflow,
  state_not_restored,
  move_count_differs,
  total_overflow,
  total_is_not_the_sum,

  // No count at all.
  crash,     ///< the program ended, whatever its exit code
  hang,      ///< no answer in time
  flood,     ///< output without end
  nonsense,  ///< an answer that holds no counts
};

/// The name that programs read: "castles_through_attack"; empty for FaultKind::none.
std::string_view name_of(FaultKind kind);

/// How much a move's fault tells the author of the generator, 0 to 2: that a man does not move that way tells least.
int weight_of(FaultKind kind);

/// A fault: its kind, and a sentence for people. Two faults are equal when their kinds are.
struct Fault {
  FaultKind kind = FaultKind::none;
  std::string sentence{};  ///< "castles over d1, which the rook on d8 attacks"

  /// Whether there is a fault at all.
  explicit operator bool() const { return kind != FaultKind::none; }
  friend bool operator==(const Fault& a, const Fault& b) { return a.kind == b.kind; }
};

}  // namespace plyforge
