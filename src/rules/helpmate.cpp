#include "rules/helpmate.h"

#include <algorithm>
#include <array>
#include <queue>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "board/board.h"
#include "board/moved_piece.h"
#include "board/position_hash.h"
#include "movegen/attacks.h"
#include "movegen/legal.h"
#include "movegen/movegen.h"
#include "rules/unwinnable.h"

namespace plyforge {

namespace {

struct HashOfPosition {
  std::size_t operator()(const Position& position) const { return hash(position); }
};

int distance(Square a, Square b) {
  return std::max(std::abs(file_of(a) - file_of(b)), std::abs(rank_of(a) - rank_of(b)));
}

int to_corner(Square s) {
  const auto to_edge = [](int line) { return std::min(line, 7 - line); };
  return to_edge(file_of(s)) + to_edge(rank_of(s));
}

/// How far a pawn of the side not to move, whose pawns come towards lower ranks, looks from promotion.
int to_promotion(const Board& board, Square pawn) {
  const Bitboard path = file_line(pawn) & (bit(pawn) - 1);
  return 4 * rank_of(pawn) + 10 * popcount(path & board.occupied);
}

int nearest(Square from, Bitboard squares) {
  int least = 8;
  while (squares != 0) least = std::min(least, distance(from, pop_lowest(squares)));
  return least;
}

/// How far the side not to move looks from promoting a pawn; in no unit, since only the order of the search depends on
/// it. The way is cleared by captures, some of them with the other side's help.
int cost_to_promote(const Board& board) {
  int steps = 100;
  for (Bitboard rest = board.opp.pawns; rest != 0;) steps = std::min(steps, to_promotion(board, pop_lowest(rest)));
  const Bitboard given = (south_east(board.opp.pawns) | south_west(board.opp.pawns)) & board.own.all & ~board.own.king;
  return 100 + steps + 4 * popcount(board.own.pawns) + 2 * nearest(lowest(board.opp.king), board.own.pawns) -
         (given != 0 ? 6 : 0);
}

/// How far it looks from mating with the men that it has.
int cost_to_mate(const Board& board) {
  const Square king = lowest(board.own.king);
  int cost = 3 * popcount(king_targets(board, LineSliders{})) + 6 * distance(king, lowest(board.opp.king)) +
             6 * to_corner(king);
  if (board.opp.orthogonal == 0 && board.opp.pawns != 0) cost += 60;
  if (board.opp.orthogonal == 0) {
    // Knights and bishops mate where the king's own men stand in his way.
    for (Bitboard rest = board.own.all & ~board.own.king; rest != 0;) cost += 2 * distance(king, pop_lowest(rest));
  }
  return cost;
}

class Search {
 public:
  Search(Side attacker, bool prune, int& budget) : attacker_(attacker), prune_(prune), budget_(budget) {}

  HelpmateSearch run(const Position& start) {
    const bool attacker_moves = attacker_ == Side::mover;
    if (!attacker_moves && has_no_move(start) && checkers(start) != 0) return {Possibility::possible};
    seen_[attacker_moves ? 1 : 0].insert(start);
    push({start, attacker_moves, {}, kNone, 0});
    // One after the other, each order takes its first; a side that has what mates needs no promotion.
    for (std::size_t turn = 0; !open_[0].empty() || !open_[1].empty(); turn ^= 1) {
      if (budget_ < 0) return {};
      if (open_[turn].empty()) continue;
      const std::size_t index = open_[turn].top().index;
      open_[turn].pop();
      if (std::exchange(nodes_[index].done, true)) continue;
      if (expand(index)) return {Possibility::possible, line()};
    }
    return {Possibility::impossible};
  }

 private:
  static constexpr std::size_t kNone = ~std::size_t{0};
  // A forced move, too, may lead out of what looked open.
  static constexpr std::size_t kForcedMoves = 4;
  static constexpr int kForcedPlies = 4;
  static constexpr int kMostFailures = 3;
  static constexpr int kSetups = 20;     // looked at to leave a position out
  static constexpr int kSetupCost = 20;  // of a setup, in moves

  struct Node {
    Position position;
    bool attacker_moves;
    Move move;  ///< that led here
    std::size_t parent;
    int plies;
    bool done = false;  ///< its moves have been played
  };
  struct Open {
    int cost;
    std::size_t index;
    bool operator<(const Open& b) const { return cost != b.cost ? cost > b.cost : index > b.index; }
  };

  /// Whether one of the moves mates: the last node then.
  bool expand(std::size_t index) {
    const Node node = nodes_[index];
    const MoveList moves = legal_moves(node.position);
    budget_ -= static_cast<int>(moves.size());
    for (const Move move : moves) {
      const Node next{after(node.position, move), !node.attacker_moves, move, index, node.plies + 1};
      if (!seen_[next.attacker_moves ? 1 : 0].insert(next.position).second) continue;
      if (!next.attacker_moves && checkers(next.position) != 0 && has_no_move(next.position)) {
        nodes_.push_back(next);
        return true;
      }
      const bool may_settle =
          is_zeroing(node.position, move) || (moves.size() <= kForcedMoves && next.plies <= kForcedPlies);
      if (!may_settle || !hopeless(next)) push(next);
    }
    return false;
  }

  void push(const Node& node) {
    const Board board = unpack(node.attacker_moves ? node.position.flipped() : node.position);
    open_[0].push({cost_to_mate(board) + node.plies, nodes_.size()});
    if (board.opp.orthogonal == 0 && board.opp.pawns != 0) {
      open_[1].push({cost_to_promote(board) + node.plies, nodes_.size()});
    }
    nodes_.push_back(node);
  }

  bool hopeless(const Node& node) {
    const Bitboard men = node.attacker_moves ? node.position.own() : node.position.theirs();
    if ((men & ~node.position.kings()) == 0) return true;
    if (!prune_) return false;
    // Where the same pawns and so many men have been looked at in vain, other squares of the men change little.
    int& failures = failures_[fold_multiply(node.position.pawns() & node.position.own(), node.position.pawns()) +
                              static_cast<unsigned>(popcount(node.position.occupied()))];
    if (failures >= kMostFailures) return false;
    int setups = kSetups;
    const bool unwinnable = is_unwinnable(node.position, node.attacker_moves ? Side::mover : Side::opponent, setups);
    budget_ -= (kSetups - std::max(setups, 0)) * kSetupCost;
    failures += unwinnable ? 0 : 1;
    return unwinnable;
  }

  std::vector<Move> line() const {
    std::vector<Move> moves;
    for (std::size_t i = nodes_.size() - 1; nodes_[i].parent != kNone; i = nodes_[i].parent) {
      moves.push_back(nodes_[i].move);
    }
    std::reverse(moves.begin(), moves.end());
    return moves;
  }

  Side attacker_;
  bool prune_;
  int& budget_;
  std::vector<Node> nodes_{};
  std::array<std::priority_queue<Open>, 2> open_{};  ///< the nearest to mate first, the nearest to promotion first
  std::unordered_map<std::uint64_t, int> failures_{};
  std::array<std::unordered_set<Position, HashOfPosition>, 2> seen_{};  ///< by who moves
};

}  // namespace

HelpmateSearch search_helpmate(const Position& position, Side attacker, bool prune, int& budget) {
  return Search(attacker, prune, budget).run(position);
}

}  // namespace plyforge
