#include "support/stockfish.h"

#include <unistd.h>

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
  // A file holds all commands, so that no pipe in two directions can fill up and stand still.
  const std::filesystem::path script =
      std::filesystem::temp_directory_path() / ("plyforge_stockfish_" + std::to_string(getpid()) + ".uci");
  {
    std::ofstream commands(script);
    commands << "setoption name UCI_Chess960 value " << (chess960 ? "true" : "false") << '\n';
    for (const std::string& fen : fens) commands << "position fen " << fen << "\ngo perft " << depth << '\n';
    commands << "quit\n";
  }
  const std::string output = output_of("'" + program + "' < '" + script.string() + "'");
  std::filesystem::remove(script);

  std::vector<std::uint64_t> counts;
  constexpr std::string_view kAnswer = "Nodes searched: ";
  std::istringstream lines(output);
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with(kAnswer)) counts.push_back(std::stoull(line.substr(kAnswer.size())));
  }
  if (counts.size() != fens.size()) {
    throw std::runtime_error(program + " answered " + std::to_string(counts.size()) + " of " +
                             std::to_string(fens.size()) + " positions");
  }
  return counts;
}

}  // namespace plyforge::testing
