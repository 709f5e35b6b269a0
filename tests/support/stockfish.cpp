#include "support/stockfish.h"

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <sstream>
#include <stdexcept>

namespace plyforge::testing {
namespace {

/// What `command`, run by the shell, writes to stdout.
std::string output_of(const std::string& command) {
  const std::unique_ptr<FILE, int (*)(FILE*)> pipe(popen(command.c_str(), "r"), pclose);
  if (!pipe) throw std::runtime_error("cannot run " + command);
  std::string output;
  char buffer[4096];
  for (std::size_t n = 0; (n = fread(buffer, 1, sizeof buffer, pipe.get())) > 0;) output.append(buffer, n);
  return output;
}

/// What the program writes when it is given these commands and `quit`. A file holds them all, so that no pipe in two
/// directions can fill up and stand still.
std::string answers_to(const std::string& program, const std::string& commands) {
  const std::filesystem::path script =
      std::filesystem::temp_directory_path() / ("plyforge_stockfish_" + std::to_string(getpid()) + ".uci");
  std::ofstream(script) << commands << "quit\n";
  const std::string output = output_of("'" + program + "' < '" + script.string() + "'");
  std::filesystem::remove(script);
  return output;
}

void check_answers(const std::string& program, std::size_t answers, std::size_t positions) {
  if (answers == positions) return;
  throw std::runtime_error(program + " answered " + std::to_string(answers) + " of " + std::to_string(positions) +
                           " positions");
}

}  // namespace

std::optional<std::string> find_program(const std::string& name) {
  const char* path = std::getenv("PATH");
  std::istringstream folders(std::string(path != nullptr ? path : "") + ":/usr/games");
  for (std::string folder; std::getline(folders, folder, ':');) {
    const std::string program = folder + "/" + name;
    if (access(program.c_str(), X_OK) == 0) return program;
  }
  return std::nullopt;
}

std::optional<std::string> find_stockfish() { return find_program("stockfish"); }

std::vector<std::uint64_t> stockfish_perft(const std::string& program, const std::vector<std::string>& fens, int depth,
                                           bool chess960) {
  std::string commands = std::string("setoption name UCI_Chess960 value ") + (chess960 ? "true\n" : "false\n");
  for (const std::string& fen : fens) {
    commands += "position fen " + fen + "\ngo perft " + std::to_string(depth) + "\n";
  }
  std::vector<std::uint64_t> counts;
  constexpr std::string_view kAnswer = "Nodes searched: ";
  std::istringstream lines(answers_to(program, commands));
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with(kAnswer)) counts.push_back(std::stoull(line.substr(kAnswer.size())));
  }
  check_answers(program, counts.size(), fens.size());
  return counts;
}

std::vector<std::optional<int>> stockfish_mates(const std::string& program, const std::vector<std::string>& fens,
                                                int moves, std::uint64_t nodes) {
  std::string commands;
  for (const std::string& fen : fens) {
    commands += "ucinewgame\nposition fen " + fen + "\ngo mate " + std::to_string(moves) + " nodes " +
                std::to_string(nodes) + "\n";
  }
  // A search is waited for by the next `go`, but cut short by `quit`.
  commands += "go perft 1\n";
  std::vector<std::optional<int>> mates;
  std::optional<int> mate;
  constexpr std::string_view kMate = " score mate ";
  std::istringstream lines(answers_to(program, commands));
  for (std::string line; std::getline(lines, line);) {
    if (const std::size_t at = line.find(kMate); at != std::string::npos) {
      const int found = std::stoi(line.substr(at + kMate.size()));
      if (found > 0) mate = mate ? std::min(*mate, found) : found;
    }
    if (!line.starts_with("bestmove")) continue;
    mates.push_back(mate);
    mate.reset();
  }
  check_answers(program, mates.size(), fens.size());
  return mates;
}

}  // namespace plyforge::testing
