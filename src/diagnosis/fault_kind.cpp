#include "diagnosis/fault_kind.h"

#include <array>
#include <cstddef>

namespace plyforge {
namespace {

struct Row {
  FaultKind kind;
  std::string_view name;
  int weight;
};

constexpr auto kRows = std::to_array<Row>({
    {FaultKind::none, "", 0},
    {FaultKind::no_move, "no_move", 2},
    {FaultKind::moves_no_man, "moves_no_man", 2},
    {FaultKind::not_the_way_of_the_man, "not_the_way_of_the_man", 0},
    {FaultKind::wraps_around_edge, "wraps_around_edge", 0},
    {FaultKind::stands_still, "stands_still", 0},
    {FaultKind::moves_through_man, "moves_through_man", 1},
    {FaultKind::captures_own_man, "captures_own_man", 1},
    {FaultKind::captures_king, "captures_king", 2},
    {FaultKind::pawn_pushed_onto_man, "pawn_pushed_onto_man", 2},
    {FaultKind::double_step_over_man, "double_step_over_man", 2},
    {FaultKind::double_step_not_from_second_rank, "double_step_not_from_second_rank", 0},
    {FaultKind::en_passant_without_double_step, "en_passant_without_double_step", 0},
    {FaultKind::wrong_side_en_passant, "wrong_side_en_passant", 0},
    {FaultKind::en_passant_exposes_king, "en_passant_exposes_king", 2},
    {FaultKind::en_passant_exposes_king_on_rank, "en_passant_exposes_king_on_rank", 2},
    {FaultKind::promotes_no_pawn, "promotes_no_pawn", 2},
    {FaultKind::promotes_too_early, "promotes_too_early", 2},
    {FaultKind::promotes_to_wrong_piece, "promotes_to_wrong_piece", 2},
    {FaultKind::promotion_without_piece, "promotion_without_piece", 2},
    {FaultKind::king_steps_onto_attack, "king_steps_onto_attack", 2},
    {FaultKind::king_retreats_along_line, "king_retreats_along_line", 2},
    {FaultKind::pinned_piece_leaves_line, "pinned_piece_leaves_line", 2},
    {FaultKind::check_not_answered, "check_not_answered", 2},
    {FaultKind::double_check_not_answered, "double_check_not_answered", 2},
    {FaultKind::castles_without_right, "castles_without_right", 2},
    {FaultKind::castles_out_of_check, "castles_out_of_check", 2},
    {FaultKind::castles_over_men, "castles_over_men", 2},
    {FaultKind::castles_through_attack, "castles_through_attack", 2},
    {FaultKind::castles_into_attack, "castles_into_attack", 2},
    {FaultKind::castling_rook_shields_king, "castling_rook_shields_king", 2},
    {FaultKind::castling_written_wrongly, "castling_written_wrongly", 2},
    {FaultKind::illegal_move, "illegal_move", 2},
    {FaultKind::move_missing, "move_missing", 2},
    {FaultKind::capture_missing, "capture_missing", 2},
    {FaultKind::double_step_missing, "double_step_missing", 2},
    {FaultKind::promotion_missing, "promotion_missing", 2},
    {FaultKind::en_passant_missing, "en_passant_missing", 2},
    {FaultKind::en_passant_missing_in_check, "en_passant_missing_in_check", 2},
    {FaultKind::pinned_piece_stuck, "pinned_piece_stuck", 2},
    {FaultKind::capture_of_checker_missing, "capture_of_checker_missing", 2},
    {FaultKind::block_of_check_missing, "block_of_check_missing", 2},
    {FaultKind::castling_missing, "castling_missing", 2},
    {FaultKind::castling_missing_rook_attacked, "castling_missing_rook_attacked", 2},
    {FaultKind::chess960_castling_in_place, "chess960_castling_in_place", 2},
    {FaultKind::chess960_castling_exchange, "chess960_castling_exchange", 2},
    {FaultKind::move_repeated, "move_repeated", 2},
    {FaultKind::move_made_wrongly, "move_made_wrongly", 2},
    {FaultKind::castling_made_wrongly, "castling_made_wrongly", 2},
    {FaultKind::promotion_made_wrongly, "promotion_made_wrongly", 2},
    {FaultKind::en_passant_made_wrongly, "en_passant_made_wrongly", 2},
    {FaultKind::en_passant_square_not_set, "en_passant_square_not_set", 2},
    {FaultKind::right_lost, "right_lost", 2},
    {FaultKind::right_kept_after_king_moved, "right_kept_after_king_moved", 2},
    {FaultKind::right_kept_after_rook_moved, "right_kept_after_rook_moved", 2},
    {FaultKind::right_kept_after_rook_captured, "right_kept_after_rook_captured", 2},
    {FaultKind::move_not_counted_once, "move_not_counted_once", 2},
    {FaultKind::count_overflow, "count_overflow", 2},
    {FaultKind::state_not_restored, "state_not_restored", 2},
    {FaultKind::move_count_differs, "move_count_differs", 2},
    {FaultKind::total_overflow, "total_overflow", 2},
    {FaultKind::total_is_not_the_sum, "total_is_not_the_sum", 2},
    {FaultKind::crash, "crash", 2},
    {FaultKind::hang, "hang", 2},
    {FaultKind::flood, "flood", 2},
    {FaultKind::nonsense, "nonsense", 2},
});

constexpr bool in_order() {
  for (std::size_t i = 0; i < kRows.size(); ++i) {
    if (static_cast<std::size_t>(kRows[i].kind) != i) return false;
  }
  return static_cast<std::size_t>(FaultKind::nonsense) + 1 == kRows.size();
}
static_assert(in_order(), "one row for each kind, in the order of the enumeration");

constexpr const Row& row_of(FaultKind kind) { return kRows[static_cast<std::size_t>(kind)]; }

}  // namespace

std::string_view name_of(FaultKind kind) { return row_of(kind).name; }

int weight_of(FaultKind kind) { return row_of(kind).weight; }

}  // namespace plyforge
