#pragma once

#include "board/board.h"
#include "leaf/goal.h"
#include "movegen/checks.h"
#include "movegen/make.h"
#include "movegen/movegen.h"
#include "problems/search.h"

namespace plyforge::detail {

// Included by one source file per instruction set: see host/count/kernels_impl.h.

/// Depth-first AND/OR search with iterative deepening at each node of the side that pursues the goal, so that short
/// lines are found before long ones, and with proofs stored by position.
///
/// The last ply is not made: see goal.h. Moves that leave the defender few replies are tried first, as in proof-number
/// search; so are replies that were often refutations.
template <class Sliders>
class Search {
 public:
  Search(SearchState& state, const Stipulation& stipulation, const Sliders& sliders)
      : state_(state), play_(stipulation.play), goal_(stipulation.goal), sliders_(sliders) {}

  /// See MateSearch.
  bool reaches(const Position& position, int plies) { return reaches(position, plies, state_.moves.data()); }
  bool is_forced(const Position& position, int plies) { return is_forced(position, plies, state_.moves.data()); }

 private:
  /// Counts a searched position; returns whether to stop.
  bool stops() {
    if (state_.nodes >= state_.next_look && state_.look()) return true;
    ++state_.nodes;
    return state_.stopped;
  }

  /// `list`: where this node's moves are stored, followed by those of its children.
  bool reaches(const Position& position, int plies, ScoredMove* list) {
    if (stops()) return false;
    const Board board = unpack(position);
    if (plies == 1) return has_goal_move(board, goal_, sliders_);
    Proof proof = state_.table.find(position);
    if (proof.reached != 0 && proof.reached <= plies) return true;
    if (proof.refuted >= plies) return false;

    int length = plies;
    if (play_ != Play::help) length = proof.refuted != 0 ? proof.refuted + 2 : 2 - plies % 2;
    if (length == 1) {
      if (has_goal_move(board, goal_, sliders_)) return true;  // as fast as a table lookup
      length = 3;
    }
    ScoredMove* end = list;
    for_each_move(board, sliders_, [&](Move move) { *end++ = {move, 0}; });
    if (end == list) return play_ == Play::self && is_goal(board, goal_, sliders_);
    score(position, board, list, end, plies);
    for (; length <= plies; length += 2) {
      for (ScoredMove* next = list; next != end; ++next) {
        bring_best(next, end);
        const Position child = make(position, next->move, sliders_);
        const bool good = play_ == Play::help ? reaches(child, length - 1, end) : is_forced(child, length - 1, end);
        if (state_.stopped) return false;
        if (!good) continue;
        proof.reached = static_cast<std::uint8_t>(length);
        proof.move = next->move;
        state_.table.store(position, proof);
        return true;
      }
      proof.refuted = static_cast<std::uint8_t>(length);
    }
    state_.table.store(position, proof);
    return false;
  }

  bool is_forced(const Position& position, int plies, ScoredMove* list) {
    if (stops()) return false;
    const Board board = unpack(position);
    if (plies == 1) return has_only_goal_moves(board, goal_, sliders_);
    ScoredMove* end = list;
    for_each_move(board, sliders_, [&](Move move) { *end++ = {move, state_.refutations[refutation(move)]}; });
    if (end == list) return play_ == Play::direct && is_goal(board, goal_, sliders_);
    for (ScoredMove* next = list; next != end; ++next) {
      bring_best(next, end);
      if (reaches(make(position, next->move, sliders_), plies - 1, end)) continue;
      if (!state_.stopped) note_refutation(next->move, plies);
      return false;
    }
    return true;
  }

  /// Scores the moves of the side that pursues the goal. A proof for another number of plies does not help: its move
  /// reaches the goal too late.
  void score(const Position& position, const Board& board, ScoredMove* list, const ScoredMove* end, int plies) {
    if (play_ == Play::help) return;
    constexpr int kFewPlies = 3;  // below it, counting replies costs as much as searching them
    if (plies > kFewPlies || play_ == Play::self) {
      for (ScoredMove* s = list; s != end; ++s) {
        s->score = -static_cast<int>(count_moves(unpack(make(position, s->move, sliders_)), sliders_));
      }
      return;
    }
    const CheckSquares check = find_check_squares(board, sliders_);
    for (ScoredMove* s = list; s != end; ++s) {
      const Bitboard from = bit(s->move.from);
      const Bitboard squares = (board.own.pawns & from) != 0     ? check.pawn
                               : (board.own.knights & from) != 0 ? check.knight
                               : (board.own.king & from) != 0    ? 0
                                                                 : sliding_checks(board, check, from);
      s->score = ((squares & bit(s->move.to)) | (check.blockers() & from)) != 0 ? 1 : 0;
    }
  }

  static Bitboard sliding_checks(const Board& board, const CheckSquares& check, Bitboard from) {
    return ((board.own.diagonal & from) != 0 ? check.diagonal : 0) |
           ((board.own.orthogonal & from) != 0 ? check.orthogonal : 0);
  }

  static std::size_t refutation(Move move) { return std::size_t{64} * move.from + move.to; }

  /// Deeper refutations count more, and newer ones more than older ones.
  void note_refutation(Move refuter, int plies) {
    constexpr std::int32_t kLargest = 1 << 24;
    std::int32_t& count = state_.refutations[refutation(refuter)];
    count += plies * plies;
    if (count < kLargest) return;
    for (std::int32_t& each : state_.refutations) each /= 2;
  }

  /// Swaps the move with the highest score in [next, end) to the front.
  static void bring_best(ScoredMove* next, ScoredMove* end) {
    ScoredMove* best = next;
    for (ScoredMove* s = next + 1; s < end; ++s) {
      if (s->score > best->score) best = s;
    }
    const ScoredMove first = *next;
    *next = *best;
    *best = first;
  }

  SearchState& state_;
  Play play_;
  Goal goal_;
  Sliders sliders_;
};

}  // namespace plyforge::detail
