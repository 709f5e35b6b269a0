// Writes random games as PGN until so many bytes are reached: random_pgn BYTES [SEED]. The games look like those of a
// large server: tags, a clock in a comment after every move, now and then a variation.

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "base/random_numbers.h"
#include "movegen/legal.h"
#include "notation/notation.h"

namespace {

using namespace plyforge;

std::string tags(RandomNumbers& random, std::uint64_t number, const std::string& result) {
  const auto player = [&random] { return "player" + std::to_string(random.below(100'000)); };
  return "[Event \"Rated game\"]\n[Site \"https://example.org/" + std::to_string(number) +
         "\"]\n[Date \"2026.11.30\"]\n[Round \"-\"]\n[White \"" + player() + "\"]\n[Black \"" + player() +
         "\"]\n[Result \"" + result + "\"]\n[WhiteElo \"1500\"]\n[BlackElo \"1500\"]\n[ECO \"A00\"]\n\n";
}

std::string random_pgn(RandomNumbers& random, std::uint64_t number) {
  std::string moves_text;
  FenRecord record = parse_fen(kStartFen);
  const int plies = random.between(20, 140);
  for (int ply = 0; ply < plies; ++ply) {
    const MoveList moves = legal_moves(record.position);
    if (moves.empty()) break;
    const Move move = moves[static_cast<std::size_t>(random.below(static_cast<int>(moves.size())))];
    if (record.mover == Colour::white) moves_text += std::to_string(record.fullmove_number) + ". ";
    moves_text += to_san(record, move) + " { [%clk 0:0" + std::to_string(random.below(10)) + ":30] } ";
    if (random.percent(1)) moves_text += "( " + to_san(record, moves[0]) + " ) ";
    record = play(record, move);
  }
  const bool mate = has_no_move(record.position) && checkers(record.position) != 0;
  const std::string result = !mate ? "1/2-1/2" : record.mover == Colour::white ? "0-1" : "1-0";
  return tags(random, number, result) + moves_text + result + "\n\n";
}

}  // namespace

int main(int argc, char** argv) {
  const std::uint64_t bytes = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 0;
  if (bytes == 0) {
    std::fputs("usage: random_pgn BYTES [SEED]\n", stderr);
    return 2;
  }
  RandomNumbers random(argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 1, 0);
  // A part is made of games that differ; more than that is made of such parts, or most time would go into making them.
  constexpr std::uint64_t kPart = 32 << 20;
  std::string part;
  for (std::uint64_t game = 1; part.size() < std::min(bytes, kPart); ++game) part += random_pgn(random, game);
  for (std::uint64_t written = 0; written < bytes; written += part.size()) {
    if (std::fwrite(part.data(), 1, part.size(), stdout) != part.size()) return 3;
  }
  return std::fflush(stdout) == 0 ? 0 : 3;
}
