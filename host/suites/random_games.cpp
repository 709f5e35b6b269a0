#include "suites/random_games.h"

#include <cctype>
#include <optional>
#include <string>

#include "movegen/legal.h"
#include "suites/random_scene.h"

namespace plyforge {
namespace {

/// The pieces of a Chess960 back rank from the a-file on: bishops on opposite colours, the king between the rooks.
std::string random_back_rank(RandomNumbers& random) {
  std::string men(8, ' ');
  men[2 * static_cast<std::size_t>(random.below(4))] = 'b';
  men[2 * static_cast<std::size_t>(random.below(4)) + 1] = 'b';
  // Puts a piece on the n-th square that is still free.
  const auto put_on_free = [&men](int n, char man) {
    for (char& square : men) {
      if (square == ' ' && n-- == 0) {
        square = man;
        return;
      }
    }
  };
  put_on_free(random.below(6), 'q');
  put_on_free(random.below(5), 'n');
  put_on_free(random.below(4), 'n');
  for (const char man : {'r', 'k', 'r'}) put_on_free(0, man);
  return men;
}

FenRecord start_array(RandomNumbers& random, Variant variant) {
  if (variant == Variant::standard) return parse_fen(kStartFen);
  const std::string black = random_back_rank(random);
  std::string white = variant == Variant::chess960 ? black : random_back_rank(random);
  for (char& man : white) man = static_cast<char>(std::toupper(static_cast<unsigned char>(man)));
  return parse_fen(black + "/pppppppp/8/8/8/8/PPPPPPPP/" + white + " w KQkq - 0 1", {.chess960 = true});
}

bool is_rare(const Position& position, Move move) {
  return move.kind != MoveKind::normal || (position.pawns() & bit(move.from)) != 0;
}

Move random_move(RandomNumbers& random, const Position& position, const MoveList& moves) {
  constexpr int kRarePercent = 30;
  if (random.percent(kRarePercent)) {
    std::vector<Move> rare;
    for (const Move move : moves) {
      if (is_rare(position, move)) rare.push_back(move);
    }
    if (!rare.empty()) return rare[static_cast<std::size_t>(random.below(static_cast<int>(rare.size())))];
  }
  return moves[static_cast<std::size_t>(random.below(static_cast<int>(moves.size())))];
}

/// Plays `plies` random moves, or fewer where the game ends, and adds the positions they lead to.
void play_on(RandomNumbers& random, Candidate from, int plies, std::vector<Candidate>& game) {
  for (int ply = 0; ply < plies; ++ply) {
    const MoveList moves = legal_moves(from.record.position);
    if (moves.empty()) return;
    from = play_candidate(from.record, random_move(random, from.record.position, moves));
    game.push_back(from);
  }
}

}  // namespace

std::vector<Candidate> random_game(RandomNumbers& random, Variant variant) {
  constexpr int kMostPlies = 160;
  std::vector<Candidate> game;
  const FenRecord start = start_array(random, variant);
  play_on(random, {start, std::nullopt}, random.between(1, kMostPlies), game);
  return game;
}

std::vector<Candidate> random_scene(RandomNumbers& random, Variant variant, Theme theme) {
  constexpr int kMostPlies = 6;
  Candidate first{strewn_men(random, variant, theme), std::nullopt};
  std::vector<Candidate> game{first};
  if (theme == Theme::en_passant) {
    for (const Move move : legal_moves(first.record.position)) {
      if (move.kind != MoveKind::double_push) continue;
      first = play_candidate(first.record, move);
      game.push_back(first);
      break;
    }
  }
  play_on(random, first, random.below(kMostPlies + 1), game);
  return game;
}

}  // namespace plyforge
