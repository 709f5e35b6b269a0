#include "rules/dead_position.h"

#include <algorithm>
#include <array>
#include <utility>

#include "board/board.h"
#include "leaf/outcome.h"
#include "movegen/attacks.h"
#include "movegen/legal.h"
#include "movegen/movegen.h"
#include "rules/helpmate.h"
#include "rules/unwinnable.h"

namespace plyforge {

namespace {

/// What is known of the two sides' chances to mate.
class Judge {
 public:
  Judge(const Position& position, int budget) : position_(position), budget_(budget) {
    close_if_bare(Side::mover, position.own());
    close_if_bare(Side::opponent, position.theirs());
  }

  LifeVerdict judge() {
    // What decides most positions soon comes first.
    if (show_unwinnable(kFewSetups)) return {Life::dead, DeadReason::blocked};
    for (const auto& [moves, prune] : {std::pair{kFewMoves, false}, std::pair{budget_, true}}) {
      for (const Side side : {Side::mover, Side::opponent}) {
        if (search(side, moves, prune)) return {Life::alive};
      }
      if (all_closed()) return {Life::dead, DeadReason::forced};
      if (!prune && show_unwinnable(kManySetups)) return {Life::dead, DeadReason::blocked};
    }
    return {};
  }

 private:
  static constexpr int kFewSetups = 30;
  static constexpr int kManySetups = 500;
  static constexpr int kFewMoves = 2000;

  bool is_open(Side side) const { return open_[index_of(side)]; }
  void close(Side side) { open_[index_of(side)] = false; }
  bool all_closed() const { return !is_open(Side::mover) && !is_open(Side::opponent); }

  void close_if_bare(Side side, Bitboard men) {
    if ((men & ~position_.kings()) == 0) close(side);
  }

  /// Whether neither side is left that might mate.
  bool show_unwinnable(int setups) {
    for (const Side side : {Side::mover, Side::opponent}) {
      int budget = setups;
      if (is_open(side) && is_unwinnable(position_, side, budget)) close(side);
    }
    return all_closed();
  }

  /// Whether a side can mate.
  bool search(Side side, int moves, bool prune) {
    if (!is_open(side)) return false;
    int budget = std::min(moves, budget_);
    const int before = budget;
    const Possibility mate = search_helpmate(position_, side, prune, budget).mate;
    budget_ -= before - budget;
    if (mate == Possibility::impossible) close(side);
    return mate == Possibility::possible;
  }

  const Position& position_;
  int budget_;
  std::array<bool, 2> open_{true, true};
};

bool has_room(const Men& men, Bitboard occupied) {
  constexpr int kRoom = 3;
  for (Bitboard rest = men.orthogonal; rest != 0;) {
    if (popcount(LineSliders{}.rook(pop_lowest(rest), occupied) & ~men.all) >= kRoom) return true;
  }
  return false;
}

/// Whether an own pawn has nobody before it, and no pawn that could take it on its way.
bool has_free_pawn(const Board& board) {
  for (Bitboard rest = board.own.pawns; rest != 0;) {
    const Square pawn = pop_lowest(rest);
    const Bitboard path = file_line(pawn) & ~(bit(pawn) - 1);
    if (((path & board.occupied) | ((path | east(path) | west(path)) & board.opp.pawns)) == 0) return true;
  }
  return false;
}

/// Whether both sides have moves to choose from, and one of them the means to mate.
bool has_freedom(const Position& position) {
  constexpr std::uint64_t kManyMoves = 4;
  constexpr int kManyPieces = 14;  // besides kings and pawns: as at the start of a game
  const Board board = unpack(position);
  const Board flipped = unpack(position.flipped());
  const bool pushes =
      ((north(board.own.pawns) & ~board.occupied) | (north(flipped.own.pawns) & ~flipped.occupied)) != 0;
  if (pushes && popcount(board.occupied & ~(position.pawns() | position.kings())) >= kManyPieces) return true;
  if (is_dead(board)) return false;
  const bool means = has_room(board.own, board.occupied) || has_room(board.opp, board.occupied) ||
                     has_free_pawn(board) || has_free_pawn(flipped) || position.pawns() == 0;
  return means && count_moves(board, LineSliders{}) >= kManyMoves && count_moves(flipped, LineSliders{}) >= kManyMoves;
}

}  // namespace

std::string_view dead_reason_name(DeadReason reason) {
  switch (reason) {
    case DeadReason::material:
      return "insufficient material";
    case DeadReason::blocked:
      return "blocked position";
    case DeadReason::forced:
      return "forced";
    case DeadReason::none:
      break;
  }
  return "not decided";
}

LifeVerdict judge_life(const Position& position, int budget) {
  if (is_dead(unpack(position))) return {Life::dead, DeadReason::material};
  return Judge(position, budget).judge();
}

bool is_lively(const Position& position) {
  if (has_freedom(position)) return true;
  for (const Move move : legal_moves(position)) {
    if (has_freedom(after(position, move))) return true;
  }
  return false;
}

}  // namespace plyforge
