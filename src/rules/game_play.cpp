#include "rules/game_play.h"

#include <algorithm>
#include <utility>

#include "board/moved_piece.h"
#include "movegen/make.h"
#include "movegen/replies.h"
#include "notation/fitting_moves.h"
#include "notation/text.h"

namespace plyforge {

namespace {

constexpr int kFiftyMoves = 100;  // plies
constexpr int kSeventyFiveMoves = 150;

/// Whether the mover has a move; most often a pawn can step, which is soon seen.
bool can_move(const Board& board, const Restrictions& restrictions) {
  const Bitboard pinned = restrictions.pinned_diagonal | restrictions.pinned_orthogonal;
  if ((north(board.own.pawns & ~pinned) & ~board.occupied & restrictions.check_mask) != 0) return true;
  return has_reply(board, LineSliders{});
}

/// Notes a ply where none is noted yet.
void note(std::optional<int>& first, bool holds, int ply) {
  if (holds && !first) first = ply;
}

}  // namespace

std::optional<GameOver> game_over(const GameEnds& ends) {
  std::optional<GameOver> first;
  for (const auto& [how, ply] : {std::pair{AutomaticEnd::checkmate, ends.checkmate},
                                 {AutomaticEnd::stalemate, ends.stalemate},
                                 {AutomaticEnd::dead, ends.dead},
                                 {AutomaticEnd::fivefold, ends.fivefold},
                                 {AutomaticEnd::seventy_five_moves, ends.seventy_five_moves}}) {
    if (ply && (!first || *ply < first->ply)) first = GameOver{how, *ply};
  }
  return first;
}

void GamePlay::restart(const FenRecord& start) {
  start_ = start;
  plies_.clear();
  plies_.push_back({start.position, start.halfmove_clock, 1, false});
  ends_ = {};
  const Bitboard ep_square = start.position.en_passant();
  ep_square_ = ep_square == 0 ? std::nullopt : std::optional(board_square(lowest(ep_square), start.mover));
  judge();
}

GamePlay::Fit GamePlay::find(const MovePattern& pattern) const {
  Fit fit;
  for_each_fitting(plies_.back().position, board_, restrictions_, pattern, mover(), [&fit](Move move) {
    if (fit.count++ == 0) fit.move = move;
  });
  return fit;
}

void GamePlay::play(Move move) {
  const Ply& last = plies_.back();
  const Ply next{make(last.position, move, LineSliders{}),
                 is_zeroing(last.position, move) ? 0 : std::min(last.halfmove_clock + 1, kLargestCounter), 1, false};
  ep_square_ = move.kind == MoveKind::double_push ? std::optional(board_square(move.to - 8, mover())) : std::nullopt;
  plies_.push_back(next);
  judge();
}

void GamePlay::find_death() {
  if (state_.checkmate()) return;  // it was possible all the time
  // Stalemate, too, is an end of its own; positions before it may be dead.
  int dead = state_.can_move ? plies() + 1 : plies();
  constexpr int kBudget = 20'000;
  int not_dead = -1;
  for (int step = 1; not_dead + 1 < dead;) {
    // Back from the end by steps that grow, then by halves.
    const int ply = std::max(dead - step, (not_dead + dead) / 2);
    const LifeVerdict verdict =
        is_lively(position(ply)) ? LifeVerdict{Life::alive} : judge_life(position(ply), kBudget);
    if (verdict.life == Life::dead) {
      dead = ply;
      step *= 2;
      ends_.dead = ply;
      ends_.dead_by = verdict.reason;
    } else {
      not_dead = ply;
      ends_.maybe_dead = verdict.life == Life::undecided ? std::optional(ply) : std::nullopt;
    }
  }
}

FenRecord GamePlay::record(int ply) const {
  FenRecord record = start_;
  record.position = position(ply);
  record.mover = mover_at(ply);
  record.halfmove_clock = plies_[static_cast<std::size_t>(ply)].halfmove_clock;
  record.fullmove_number = move_number(ply);
  return record;
}

int GamePlay::move_number(int ply) const {
  const int moves = (ply + (start_.mover == Colour::black ? 1 : 0)) / 2;
  return std::min(start_.fullmove_number + moves, kLargestCounter);
}

void GamePlay::judge() {
  board_ = unpack(plies_.back().position);
  restrictions_ = find_restrictions(board_, LineSliders{});
  state_.check = plies_.back().check = restrictions_.checkers != 0;
  state_.can_move = plyforge::can_move(board_, restrictions_);
  state_.halfmove_clock = plies_.back().halfmove_clock;
  count_repetitions();
  note_ends();
}

void GamePlay::count_repetitions() {
  const int now = plies();
  const std::optional<int> before = last_occurrence(now);
  if (!before) {
    state_.repetitions = 1;
    return;
  }
  state_.repetitions = plies_.back().repetitions = repetitions(*before) + 1;
  if (state_.repetitions < 3 || ends_.perpetual_check) return;
  const int third_last = *last_occurrence(*before);
  for (const int last : {now, now - 1}) {
    if (!checked_throughout(third_last, last)) continue;
    ends_.perpetual_check = now;
    ends_.perpetual_by = other(mover_at(last));
  }
}

/// The ply at which the position after so many plies came last before that.
std::optional<int> GamePlay::last_occurrence(int plies) const {
  // No position comes back across a capture or a pawn move, and none sooner than after four plies.
  const int first = std::max(0, plies - plies_[static_cast<std::size_t>(plies)].halfmove_clock);
  for (int ply = plies - 4; ply >= first; ply -= 2) {
    if (position(ply) == position(plies)) return ply;
  }
  return std::nullopt;
}

/// Whether the side that made the ply `last` gave check with each of its plies after `first`.
bool GamePlay::checked_throughout(int first, int last) const {
  for (int ply = last; ply > first; ply -= 2) {
    if (!in_check(ply)) return false;
  }
  return true;
}

void GamePlay::note_ends() {
  const int now = plies();
  const bool mate = state_.checkmate();
  note(ends_.checkmate, mate, now);
  note(ends_.stalemate, state_.stalemate(), now);
  note(ends_.threefold, state_.repetitions >= 3, now);
  note(ends_.fivefold, state_.repetitions >= 5, now);
  note(ends_.fifty_moves, state_.halfmove_clock >= kFiftyMoves && !mate, now);
  note(ends_.seventy_five_moves, state_.halfmove_clock >= kSeventyFiveMoves && !mate, now);
}

}  // namespace plyforge
