// The rule book as other people's engines are: with a fault planted, or ill-mannered.
//
//   rulebook_engine [--bug NAME] [--manner NAME]                         speaks UCI, with `go perft N`
//   rulebook_engine [--bug NAME] [--manner NAME] script DEPTH FEN [MOVES]  counts once, as perftree asks

#include <unistd.h>

#include <cstdlib>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>

#include "rulebook/faulty.h"
#include "rulebook/fen.h"

namespace {

using rulebook::Board;
using rulebook::Bug;
using rulebook::Move;

struct Program {
  Bug bug = Bug::none;
  std::string manner = "stockfish";
  bool chess960 = false;

  bool is(const char* name) const { return manner == name; }

  [[noreturn]] static void hang() {
    while (true) sleep(1000);
  }

  void play_all(Board& board, std::istream& moves) const {
    for (std::string word; moves >> word;) {
      for (const Move& move : rulebook::legal_moves(board, bug)) {
        if (rulebook::text(move, chess960) != word) continue;
        board = rulebook::play(board, move, bug);
        break;
      }
    }
  }

  void misbehave(const Board& board, int depth) const {
    if (is("hangs")) hang();
    if (is("floods")) {
      while (std::cout << "info string the same again and again\n") {
      }
      std::exit(0);
    }
    if (is("floods_one_line")) {
      while (std::cout << "more and more ") {
      }
      std::exit(0);
    }
    if (is("hangs_at_depth_3") && depth >= 3) hang();
    if (!is("crashes_when_castling")) return;
    for (const Move& move : rulebook::legal_moves(board, bug)) {
      if (move.castle) {
        std::cerr << "assertion failed: king is home\n";
        std::abort();
      }
      if (depth > 1) misbehave(rulebook::play(board, move, bug), depth - 1);
    }
  }

  void print(const Board& board, int depth, bool script) const {
    misbehave(board, depth);
    if (is("nonsense")) {
      std::cout << "I like chess.\n" << std::flush;
      return;
    }
    const std::string separator = script ? " " : is("dashes") ? " - " : is("equals") ? "=" : ": ";
    std::uint64_t total = 0;
    int number = 0;
    for (const auto& [move, count] : rulebook::divide(board, depth, bug)) {
      total += count;
      if (is("totals_only")) continue;
      if (is("numbered")) std::cout << ++number << ". ";
      if (is("words")) {
        std::cout << "after " << rulebook::text(move, chess960) << " there are " << count << " ways\n";
      } else {
        std::cout << rulebook::text(move, chess960) << separator << count << (is("carriage_returns") ? "\r\n" : "\n");
      }
    }
    if (bug == Bug::total_cut_to_8_bits) total &= 0xFF;
    if (is("no_total")) {
      std::cout << std::flush;
    } else if (is("words")) {
      std::cout << "in all " << total << " ways" << std::endl;
    } else {
      std::cout << "\n" << (script ? "" : "Nodes searched: ") << total << "\n" << std::endl;
    }
  }

  void speak_uci() {
    Board board;
    for (std::string line; std::getline(std::cin, line);) {
      std::istringstream words(line);
      std::string word;
      words >> word;
      if (word == "uci") {
        if (is("does_not_greet")) hang();
        std::cout << "id name rulebook\noption name UCI_Chess960 type check default false\nuciok" << std::endl;
      } else if (word == "isready") {
        std::cout << "readyok" << std::endl;
      } else if (word == "setoption") {
        chess960 = line.ends_with("true");
      } else if (word == "position") {
        const std::size_t moves = line.find(" moves ");
        board = rulebook::read_fen(line.substr(13, moves == std::string::npos ? moves : moves - 13));
        std::istringstream played(moves == std::string::npos ? "" : line.substr(moves + 7));
        play_all(board, played);
      } else if (word == "go") {
        int depth = 0;
        words >> word >> depth;
        if (is("searches")) {
          std::cout << "info depth 1 score cp 20\nbestmove e2e4" << std::endl;
        } else {
          print(board, depth, false);
        }
      } else if (word == "quit") {
        return;
      }
    }
  }

  void count_once(const std::vector<std::string>& words) {
    Board board = rulebook::read_fen(words.at(1));
    std::istringstream played(words.size() > 2 ? words[2] : "");
    play_all(board, played);
    print(board, std::stoi(words.at(0)), true);
  }
};

}  // namespace

int main(int argc, char** argv) {
  std::vector<std::string> words(argv + 1, argv + argc);
  Program program;
  while (words.size() > 1 && words[0].starts_with("--")) {
    if (words[0] == "--manner") program.manner = words[1];
    if (words[0] == "--bug") {
      bool known = false;
      for (const auto& [name, bug] : rulebook::bugs()) {
        if (name != words[1]) continue;
        program.bug = bug;
        known = true;
      }
      if (!known) {
        std::cerr << "no bug is called " << words[1] << '\n';
        return 2;
      }
    }
    words.erase(words.begin(), words.begin() + 2);
  }
  if (!words.empty() && words[0] == "script") {
    words.erase(words.begin());
    program.count_once(words);
  } else {
    program.speak_uci();
  }
}
