#include "support/random_boards.h"

#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <string>
#include <string_view>
#include <vector>

#include "rulebook/rules.h"

namespace plyforge::testing {

using rulebook::Board;
using rulebook::kEmpty;
using rulebook::man_of;
using rulebook::Move;

std::uint64_t run_seed() {
  static const std::uint64_t seed = [] {
    const char* given = std::getenv("PLYFORGE_SEED");
    const std::uint64_t value = given != nullptr ? std::stoull(given) : std::random_device{}();
    std::cout << "random boards: PLYFORGE_SEED=" << value << '\n';
    return value;
  }();
  return seed;
}

namespace {

/// The men of a back rank by Scharnagl's number, a-file first.
std::string back_rank_men(int number) {
  std::string men(8, kEmpty);
  // Puts a man on the n-th square that is still free.
  const auto put_on_free = [&men](int n, char man) {
    for (char& square : men) {
      if (square == kEmpty && n-- == 0) {
        square = man;
        return;
      }
    }
  };
  men[static_cast<std::size_t>(number % 4 * 2 + 1)] = 'b';
  number /= 4;
  men[static_cast<std::size_t>(number % 4 * 2)] = 'b';
  number /= 4;
  put_on_free(number % 6, 'q');
  number /= 6;
  constexpr int kKnights[10][2] = {{0, 1}, {0, 2}, {0, 3}, {0, 4}, {1, 2}, {1, 3}, {1, 4}, {2, 3}, {2, 4}, {3, 4}};
  put_on_free(kKnights[number][1], 'n');  // the right one first: it does not shift the left one
  put_on_free(kKnights[number][0], 'n');
  for (const char man : std::string_view("rkr")) put_on_free(0, man);
  return men;
}

Move random_move(Random& random, const Board& board, const std::vector<Move>& moves) {
  std::vector<Move> rare;
  for (const Move& move : moves) {
    if (move.castle || move.en_passant || move.promotion != 0 || rulebook::kind(board.at(move.from)) == 'p') {
      rare.push_back(move);
    }
  }
  const std::vector<Move>& from = !rare.empty() && random.percent(30) ? rare : moves;
  return from[static_cast<std::size_t>(random.below(static_cast<int>(from.size())))];
}

/// Puts a king, and often rooks that may castle with it.
void put_king(Random& random, Board& board, bool white) {
  const int rank = rulebook::back_rank(white);
  const bool castles = random.percent(50);
  rulebook::Square king;
  do {
    king = castles ? rulebook::Square{random.percent(40) ? 4 : random.between(1, 6), rank}
                   : rulebook::Square{random.below(8), random.below(8)};
  } while (!board.empty(king));
  board.at(king) = man_of('k', white);
  if (!castles) return;
  for (const int side : {rulebook::kQueenside, rulebook::kKingside}) {
    if (random.percent(20)) continue;
    const int corner = side == rulebook::kKingside ? 7 : 0;
    const int near = side == rulebook::kKingside ? king.file + 1 : king.file - 1;
    const int file = random.percent(40) ? corner : random.between(std::min(corner, near), std::max(corner, near));
    if (!board.empty({file, rank})) continue;
    board.at({file, rank}) = man_of('r', white);
    if (random.percent(85)) board.castling(rulebook::colour_index(white), side) = file;
  }
}

/// Moves a king so that an enemy slider looks at it through a square, where both find room.
void put_pin(Random& random, Board& board, rulebook::Square through, bool white) {
  constexpr int kSteps[8][2] = {{1, 0}, {-1, 0}, {1, 0}, {-1, 0}, {0, 1}, {0, -1}, {1, 1}, {-1, 1}};
  const auto& [files, ranks] = kSteps[random.below(8)];
  const int to_king = random.between(-4, -1);
  const int to_slider = random.between(1, 4);
  const rulebook::Square king{through.file + to_king * files, through.rank + to_king * ranks};
  const rulebook::Square slider{through.file + to_slider * files, through.rank + to_slider * ranks};
  for (const rulebook::Square s : {king, slider}) {
    if (!rulebook::on_board(s) || !board.empty(s)) return;
  }
  board.at(rulebook::king_square(board, white)) = kEmpty;
  board.castling_file[static_cast<std::size_t>(rulebook::colour_index(white))] = {-1, -1};
  board.at(king) = man_of('k', white);
  board.at(slider) = man_of(random.percent(50) ? 'q' : files == 0 || ranks == 0 ? 'r' : 'b', !white);
}

/// Makes it look as if the side not to move had just made a pawn's double push, or were about to, where there is room
/// for it. Often the pawns shield the king of the side that may capture en passant.
void put_double_push(Random& random, Board& board) {
  const bool white = board.white_to_move;
  const int back = white ? 1 : -1;  // from the pawn towards where it came from
  const rulebook::Square pawn{random.below(8), white ? 4 : 3};
  const rulebook::Square ep_square{pawn.file, pawn.rank + back};
  const rulebook::Square origin{pawn.file, pawn.rank + 2 * back};
  std::vector<rulebook::Square> capturers;
  for (const int side : {-1, 1}) {
    const rulebook::Square capturer{pawn.file + side, pawn.rank};
    if (rulebook::on_board(capturer) && random.percent(70)) capturers.push_back(capturer);
  }
  const auto is_king = [&board](rulebook::Square s) { return rulebook::kind(board.at(s)) == 'k'; };
  for (const rulebook::Square s : {pawn, ep_square, origin}) {
    if (is_king(s)) return;
  }
  board.at(ep_square) = board.at(origin) = kEmpty;
  board.at(pawn) = man_of('p', !white);
  for (const rulebook::Square s : capturers) {
    if (!is_king(s)) board.at(s) = man_of('p', white);
  }
  if (random.percent(60)) put_pin(random, board, pawn, white);
  if (!board.empty(ep_square) || !board.empty(origin)) return;
  if (random.percent(50)) {
    board.ep_square = ep_square;
  } else {
    board.at(pawn) = kEmpty;
    board.at(origin) = man_of('p', !white);
    board.white_to_move = !white;
  }
}

/// How many men to strew: mostly few or a game's worth, now and then nearly a full board.
int men_to_strew(Random& random) {
  const int style = random.below(10);
  if (style < 5) return random.between(0, 8);
  if (style < 9) return random.between(8, 30);
  return random.between(30, 120);
}

Board try_placement(Random& random) {
  Board board;
  board.white_to_move = random.percent(50);
  put_king(random, board, true);
  put_king(random, board, false);
  // Pawns are twice as likely as other men, or the board is given to one kind of them.
  const std::string_view kinds = random.percent(80) ? "ppnbrq" : random.percent(50) ? "ppp" : "bbnq";
  for (int men = men_to_strew(random); men > 0; --men) {
    const rulebook::Square s{random.below(8), random.below(8)};
    const char kind = kinds[static_cast<std::size_t>(random.below(static_cast<int>(kinds.size())))];
    if (!board.empty(s) || (kind == 'p' && (s.rank == 0 || s.rank == 7))) continue;
    board.at(s) = man_of(kind, random.percent(50));
  }
  if (random.percent(40)) put_double_push(random, board);
  return board;
}

}  // namespace

Board start_board(int white_number, int black_number) {
  Board board;
  for (const bool white : {true, false}) {
    const std::string men = back_rank_men(white ? white_number : black_number);
    for (int file = 0; file < 8; ++file) {
      board.at({file, rulebook::back_rank(white)}) = man_of(men[static_cast<std::size_t>(file)], white);
      board.at({file, white ? 1 : 6}) = man_of('p', white);
    }
    board.castling(rulebook::colour_index(white), rulebook::kQueenside) = static_cast<int>(men.find('r'));
    board.castling(rulebook::colour_index(white), rulebook::kKingside) = static_cast<int>(men.rfind('r'));
  }
  return board;
}

void random_game(Random& random, Board board, int plies, const std::function<void(const Board&)>& visit) {
  for (int ply = 0;; ++ply) {
    visit(board);
    if (ply == plies) return;
    const std::vector<Move> moves = rulebook::legal_moves(board);
    if (moves.empty()) return;
    board = rulebook::play(board, random_move(random, board, moves));
  }
}

Board random_placement(Random& random) {
  while (true) {
    const Board board = try_placement(random);
    if (!rulebook::in_check(board, !board.white_to_move)) return board;
  }
}

void random_boards(Random& random, int count, const std::function<void(const Board&)>& visit) {
  int done = 0;
  const auto visit_counted = [&](const Board& board) {
    if (done++ < count) visit(board);
  };
  const auto game_from = [&](int white_number, int black_number) {
    random_game(random, start_board(white_number, black_number), std::min(120, count - done - 1), visit_counted);
  };
  while (done < count) {
    const int number = random.below(960);
    game_from(518, 518);
    if (done < count) game_from(number, number);
    if (done < count) game_from(number, random.below(960));
    for (int i = 0; i < 120 && done < count; ++i) visit_counted(random_placement(random));
  }
}

}  // namespace plyforge::testing
