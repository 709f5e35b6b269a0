#include "count.h"

#include <algorithm>
#include <string>
#include <unordered_map>

#include "fen.h"

namespace rulebook {
namespace {

/// Calls `visit(board, move)` for each legal move of the last of `depth` plies (depth >= 1).
template <class Visit>
void for_each_last_move(const Board& board, int depth, const Visit& visit) {
  for (const Move& move : legal_moves(board)) {
    if (depth == 1) {
      visit(board, move);
    } else {
      for_each_last_move(play(board, move), depth - 1, visit);
    }
  }
}

/// Where the man that moved stands now, and for castling the rook.
std::vector<Square> moved_to(const Move& move) {
  if (!move.castle) return {move.to};
  const bool kingside = move.to.file > move.from.file;
  return {{kingside ? 6 : 2, move.from.rank}, {kingside ? 5 : 3, move.from.rank}};
}

/// The distinct positions of one ply by their text, each with the number of move paths that reach it.
struct LayerEntry {
  Board board;
  Count paths = 0;
};
using Layer = std::unordered_map<std::string, LayerEntry>;

Layer next_layer(const Layer& layer) {
  Layer next;
  for (const auto& [name, entry] : layer) {
    for (const Move& move : legal_moves(entry.board)) {
      const Board board = play(entry.board, move);
      LayerEntry& reached = next[position_text(board)];
      reached.board = board;
      reached.paths += entry.paths;
    }
  }
  return next;
}

}  // namespace

bool is_dead(const Board& board) {
  int knights = 0;
  int bishops_by_colour[2] = {0, 0};
  for (const Square s : kSquares) {
    switch (kind(board.at(s))) {
      case 'p':
      case 'r':
      case 'q':
        return false;
      case 'n':
        ++knights;
        break;
      case 'b':
        ++bishops_by_colour[(s.file + s.rank) % 2];
        break;
      default:
        break;
    }
  }
  if (knights + bishops_by_colour[0] + bishops_by_colour[1] <= 1) return true;
  return knights == 0 && (bishops_by_colour[0] == 0 || bishops_by_colour[1] == 0);
}

void add_move(Statistics& statistics, const Board& board, const Move& move) {
  ++statistics.nodes;
  const bool ordinary_capture = !move.castle && !board.empty(move.to);
  if (ordinary_capture || move.en_passant) ++statistics.captures;
  if (move.en_passant) ++statistics.en_passant;
  if (move.castle) ++statistics.castles;
  if (move.promotion != 0) ++statistics.promotions;

  const Board next = play(board, move);
  const auto checkers = attackers(next, king_square(next, next.white_to_move), !next.white_to_move);
  if (checkers.empty()) return;
  const bool mate = !has_legal_move(next);
  ++statistics.checks;
  if (mate) ++statistics.checkmates;
  if (checkers.size() >= 2) {
    ++statistics.double_checks;
    if (mate) ++statistics.double_mates;
    return;
  }
  const std::vector<Square> moved = moved_to(move);
  if (std::find(moved.begin(), moved.end(), checkers.front()) == moved.end()) {
    ++statistics.discovered_checks;
    if (mate) ++statistics.discovered_mates;
  }
}

void add_position(Outcomes& outcomes, const Board& board) {
  ++outcomes.nodes;
  const bool check = in_check(board, board.white_to_move);
  const bool without_moves = !has_legal_move(board);
  if (check && without_moves) {
    ++outcomes.checkmates;
  } else if (without_moves) {
    ++outcomes.stalemates;
  } else if (is_dead(board)) {
    ++outcomes.dead;
  } else if (check) {
    ++outcomes.checks;
  } else {
    ++outcomes.others;
  }
}

std::uint64_t perft(const Board& board, int depth) {
  if (depth == 0) return 1;
  const std::vector<Move> moves = legal_moves(board);
  if (depth == 1) return moves.size();
  std::uint64_t nodes = 0;
  for (const Move& move : moves) nodes += perft(play(board, move), depth - 1);
  return nodes;
}

Statistics statistics(const Board& board, int depth) {
  Statistics sums;
  if (depth == 0) {
    sums.nodes = 1;
    return sums;
  }
  for_each_last_move(board, depth, [&](const Board& from, const Move& move) { add_move(sums, from, move); });
  return sums;
}

Outcomes outcomes(const Board& board, int depth) {
  Outcomes sums;
  if (depth == 0) {
    add_position(sums, board);
    return sums;
  }
  for_each_last_move(board, depth, [&](const Board& from, const Move& move) { add_position(sums, play(from, move)); });
  return sums;
}

Count layered_perft(const Board& board, int depth) {
  Layer layer{{position_text(board), {board, 1}}};
  for (int ply = 0; ply < depth; ++ply) layer = next_layer(layer);
  Count nodes = 0;
  for (const auto& [name, entry] : layer) nodes += entry.paths;
  return nodes;
}

std::vector<std::uint64_t> distinct(const Board& board, int depth) {
  Layer layer{{position_text(board), {board, 1}}};
  std::vector<std::uint64_t> counts{1};
  for (int ply = 0; ply < depth; ++ply) {
    layer = next_layer(layer);
    counts.push_back(layer.size());
  }
  return counts;
}

}  // namespace rulebook
