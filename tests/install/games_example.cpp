// A program that uses the installed libraries: reads games from standard input, and prints the last position of each.

#include <plyforge/games/game_reader.h>

#include <iostream>

int main() {
  plyforge::GameReader reader([](char* to, std::size_t room) {
    std::cin.read(to, static_cast<std::streamsize>(room));
    return static_cast<std::size_t>(std::cin.gcount());
  });
  for (plyforge::Game game; reader.next(game);) {
    std::cout << plyforge::to_fen(game.play.record()) << (game.play.state().checkmate() ? " checkmate\n" : "\n");
    if (game.fault) std::cout << "  but then: " << game.fault->text << ": " << game.fault->reason << '\n';
  }
}
