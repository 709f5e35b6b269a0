#include "rulebook/faulty.h"

#include <algorithm>

namespace rulebook {
namespace {

int king_target_file(int side) { return side == kKingside ? 6 : 2; }

int side_of(const Move& castling) { return castling.to.file > castling.from.file ? kKingside : kQueenside; }

bool attacked(const Board& board, Square s) { return !attackers(board, s, !board.white_to_move).empty(); }

/// Whether the man on a square may be taken off without harm to its king.
bool is_pinned(const Board& board, Square s) {
  Board without = board;
  without.at(s) = kEmpty;
  return !in_check(board, board.white_to_move) && in_check(without, board.white_to_move);
}

/// A castling that the program takes for legal against the rules: with the right, over empty squares, and safe in all
/// but what the bug leaves out.
void add_castlings(std::vector<Move>& moves, const Board& board, Bug bug) {
  const bool white = board.white_to_move;
  const Square king = king_square(board, white);
  for (const int side : {kQueenside, kKingside}) {
    const int rook = board.castling(colour_index(white), side);
    if (rook < 0) continue;
    bool clear = true;
    for (int file = std::min(king.file, rook) + 1; file < std::max(king.file, rook); ++file) {
      clear = clear && board.empty({file, king.rank});
    }
    const int target = king_target_file(side);
    const int step = side == kKingside ? 1 : -1;
    const bool out_safe = bug == Bug::castles_out_of_check || !attacked(board, king);
    const bool through_safe = bug == Bug::castles_through_attack || !attacked(board, {king.file + step, king.rank});
    const bool into_safe = bug == Bug::castles_into_attack || !attacked(board, {target, king.rank});
    const Move move{king, {rook, king.rank}, 0, true, false};
    const bool known =
        std::any_of(moves.begin(), moves.end(), [&](const Move& m) { return m.castle && m.to == move.to; });
    if (clear && out_safe && through_safe && into_safe && !known) moves.push_back(move);
  }
}

/// Moves beyond the legal ones.
void add_illegal(std::vector<Move>& moves, const Board& board, Bug bug) {
  const bool white = board.white_to_move;
  switch (bug) {
    case Bug::castles_through_attack:
    case Bug::castles_out_of_check:
    case Bug::castles_into_attack:
    case Bug::right_kept_after_capture:
    case Bug::right_kept_after_rook_moves:
      add_castlings(moves, board, bug);
      break;
    case Bug::double_step_over_man:
      for (int file = 0; file < 8; ++file) {
        const Square from{file, white ? 1 : 6};
        const Square over{file, white ? 2 : 5};
        const Move move{from, {file, white ? 3 : 4}};
        if (board.at(from) == man_of('p', white) && !board.empty(over) && board.empty(move.to) &&
            is_legal(board, move)) {
          moves.push_back(move);
        }
      }
      break;
    case Bug::edge_wrapped:
      for (int rank = 1; rank < 6; ++rank) {
        const Move move{{7, rank}, {0, rank + 1}};
        if (white && board.at(move.from) == 'P' && is_black(board.at(move.to)) && is_legal(board, move)) {
          moves.push_back(move);
        }
      }
      break;
    default:
      break;
  }
}

/// Whether the program takes a move that the men may make for a legal one.
bool taken_for_legal(const Board& board, const Move& move, Bug bug) {
  const bool white = board.white_to_move;
  const bool check = in_check(board, white);
  const bool legal = is_legal(board, move);
  const bool capture = !move.castle && !board.empty(move.to);
  const char man = kind(board.at(move.from));
  switch (bug) {
    case Bug::en_passant_along_rank:
      if (move.en_passant && !legal) {
        Board kept = play(board, move);
        kept.at({move.to.file, move.from.rank}) = man_of('p', !white);
        return !in_check(kept, white);
      }
      return legal;
    case Bug::pinned_knight_moves:
      return legal || (man == 'n' && is_pinned(board, move.from));
    case Bug::no_knight_promotion:
      return legal && move.promotion != 'n';
    case Bug::no_promotion_by_capture:
      return legal && !(move.promotion != 0 && capture);
    case Bug::king_in_place_cannot_castle:
      return legal && !(move.castle && move.from.file == king_target_file(side_of(move)));
    case Bug::rook_attacked_cannot_castle:
      return legal && !(move.castle && side_of(move) == kQueenside && attacked(board, {1, move.from.rank}));
    case Bug::king_retreats_along_line:
      return legal || (man == 'k' && !move.castle && !attacked(board, move.to));
    case Bug::no_en_passant_in_check:
      return legal && !(move.en_passant && check);
    case Bug::one_of_two_checkers_captured: {
      const std::vector<Square> checkers = attackers(board, king_square(board, white), !white);
      return legal ||
             (man != 'k' && checkers.size() == 2 &&
              std::find(checkers.begin(), checkers.end(), move.to) != checkers.end() && !is_pinned(board, move.from));
    }
    default:
      return legal;
  }
}

}  // namespace

const std::vector<std::pair<std::string_view, Bug>>& bugs() {
  static const std::vector<std::pair<std::string_view, Bug>> kBugs = {
      {"none", Bug::none},
      {"en_passant_along_rank", Bug::en_passant_along_rank},
      {"castles_through_attack", Bug::castles_through_attack},
      {"castles_out_of_check", Bug::castles_out_of_check},
      {"castles_into_attack", Bug::castles_into_attack},
      {"right_kept_after_capture", Bug::right_kept_after_capture},
      {"right_kept_after_rook_moves", Bug::right_kept_after_rook_moves},
      {"right_lost_after_any_capture", Bug::right_lost_after_any_capture},
      {"pinned_knight_moves", Bug::pinned_knight_moves},
      {"no_knight_promotion", Bug::no_knight_promotion},
      {"no_promotion_by_capture", Bug::no_promotion_by_capture},
      {"en_passant_square_kept", Bug::en_passant_square_kept},
      {"king_in_place_cannot_castle", Bug::king_in_place_cannot_castle},
      {"rook_attacked_cannot_castle", Bug::rook_attacked_cannot_castle},
      {"king_retreats_along_line", Bug::king_retreats_along_line},
      {"double_step_over_man", Bug::double_step_over_man},
      {"no_en_passant_in_check", Bug::no_en_passant_in_check},
      {"one_of_two_checkers_captured", Bug::one_of_two_checkers_captured},
      {"edge_wrapped", Bug::edge_wrapped},
      {"promotes_to_queen_only", Bug::promotes_to_queen_only},
      {"en_passant_pawn_stays", Bug::en_passant_pawn_stays},
      {"castled_rook_stays", Bug::castled_rook_stays},
      {"rights_not_restored", Bug::rights_not_restored},
      {"en_passant_pawn_not_restored", Bug::en_passant_pawn_not_restored},
      {"move_listed_twice", Bug::move_listed_twice},
      {"total_cut_to_8_bits", Bug::total_cut_to_8_bits},
  };
  return kBugs;
}

std::vector<Move> legal_moves(const Board& board, Bug bug) {
  for (const char king : {'K', 'k'}) {  // captured, after moves that were not legal
    if (std::none_of(kSquares.begin(), kSquares.end(), [&](Square s) { return board.at(s) == king; })) return {};
  }
  std::vector<Move> moves = pseudo_legal_moves(board);
  std::erase_if(moves, [&](const Move& move) { return !taken_for_legal(board, move, bug); });
  add_illegal(moves, board, bug);
  if (bug == Bug::move_listed_twice && moves.size() > 1 && in_check(board, board.white_to_move)) {
    moves.push_back(moves.front());
  }
  return moves;
}

Board play(const Board& board, const Move& move, Bug bug) {
  Board next = play(board, move);
  const bool white = board.white_to_move;
  const bool capture = move.en_passant || (!move.castle && !board.empty(move.to));
  switch (bug) {
    case Bug::right_kept_after_capture:
      next.castling_file[static_cast<std::size_t>(colour_index(!white))] =
          board.castling_file[static_cast<std::size_t>(colour_index(!white))];
      break;
    case Bug::right_kept_after_rook_moves:
      if (kind(board.at(move.from)) == 'r') {
        next.castling_file[static_cast<std::size_t>(colour_index(white))] =
            board.castling_file[static_cast<std::size_t>(colour_index(white))];
      }
      break;
    case Bug::right_lost_after_any_capture:
      if (capture) next.castling_file = {{{-1, -1}, {-1, -1}}};
      break;
    case Bug::en_passant_square_kept:
      if (!next.ep_square && board.ep_square && !capture) next.ep_square = board.ep_square;
      break;
    case Bug::promotes_to_queen_only:
      if (move.promotion != 0) next.at(move.to) = man_of('q', white);
      break;
    case Bug::en_passant_pawn_stays:
      if (move.en_passant) next.at({move.to.file, move.from.rank}) = man_of('p', !white);
      break;
    case Bug::castled_rook_stays:
      if (move.castle) {
        next.at({side_of(move) == kKingside ? 5 : 3, move.from.rank}) = kEmpty;
        next.at(move.to) = man_of('r', white);
      }
      break;
    default:
      break;
  }
  return next;
}

std::uint64_t perft(const Board& board, int depth, Bug bug) {
  if (depth == 0) return 1;
  std::uint64_t nodes = 0;
  for (const auto& [move, count] : divide(board, depth, bug)) nodes += count;
  return nodes;
}

std::vector<std::pair<Move, std::uint64_t>> divide(Board board, int depth, Bug bug) {
  std::vector<std::pair<Move, std::uint64_t>> lines;
  for (const Move& move : legal_moves(board, bug)) {
    const Board before = board;
    board = play(board, move, bug);
    const auto rights = board.castling_file;
    lines.emplace_back(move, perft(board, depth - 1, bug));
    board = before;
    if (bug == Bug::rights_not_restored) board.castling_file = rights;
    if (bug == Bug::en_passant_pawn_not_restored && move.en_passant) board.at({move.to.file, move.from.rank}) = kEmpty;
  }
  return lines;
}

std::string text(const Move& move, bool chess960) {
  if (!move.castle || chess960) return text(move);
  return text(Move{move.from, {king_target_file(side_of(move)), move.from.rank}});
}

}  // namespace rulebook
