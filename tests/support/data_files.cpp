#include "support/data_files.h"

#include <fstream>
#include <sstream>
#include <stdexcept>

namespace plyforge::testing {
namespace {

/// The lines of a file of tests/data, without empty ones and comments (`# ...`).
std::vector<std::string> read_lines(std::string_view file_name) {
  const std::string path = std::string(PLYFORGE_TEST_DATA) + '/' + std::string(file_name);
  std::ifstream file(path);
  if (!file) throw std::runtime_error("cannot read " + path);
  std::vector<std::string> lines;
  for (std::string line; std::getline(file, line);) {
    if (!line.empty() && line != "#" && !line.starts_with("# ")) lines.push_back(line);
  }
  return lines;
}

std::vector<std::string> split(const std::string& text, char separator) {
  std::vector<std::string> parts;
  std::istringstream in(text);
  for (std::string part; std::getline(in, part, separator);) parts.push_back(part);
  if (!text.empty() && text.back() == separator) parts.emplace_back();
  return parts;
}

std::optional<std::uint64_t> number_or_nothing(const std::string& cell) {
  if (cell.empty()) return std::nullopt;
  return std::stoull(cell);
}

}  // namespace

std::vector<PerftCase> read_suite(std::string_view file_name) {
  std::vector<PerftCase> cases;
  for (const std::string& line : read_lines(file_name)) {
    const std::vector<std::string> parts = split(line, ';');
    PerftCase perft_case;
    perft_case.fen = parts[0].substr(0, parts[0].find_last_not_of(' ') + 1);
    for (std::size_t i = 1; i < parts.size(); ++i) {
      char letter = 0;
      int depth = 0;
      std::uint64_t count = 0;
      std::istringstream(parts[i]) >> letter >> depth >> count;
      perft_case.counts[depth] = count;
    }
    cases.push_back(perft_case);
  }
  return cases;
}

std::vector<StatsCase> read_stats() {
  std::vector<StatsCase> cases;
  std::vector<std::string> lines = read_lines("perft_stats.csv");
  lines.erase(lines.begin());  // names of the columns
  for (const std::string& line : lines) {
    const std::vector<std::string> cells = split(line, ',');
    cases.push_back({
        .name = cells[0],
        .fen = cells[1],
        .depth = std::stoi(cells[2]),
        .nodes = std::stoull(cells[3]),
        .captures = number_or_nothing(cells[4]),
        .en_passant = number_or_nothing(cells[5]),
        .castles = number_or_nothing(cells[6]),
        .promotions = number_or_nothing(cells[7]),
        .checks = number_or_nothing(cells[8]),
        .discovered_checks = number_or_nothing(cells[9]),
        .double_checks = number_or_nothing(cells[10]),
        .checkmates = number_or_nothing(cells[11]),
    });
  }
  return cases;
}

std::vector<MateCase> read_mates() {
  std::vector<MateCase> cases;
  std::vector<std::string> lines = read_lines("mate_cases.csv");
  lines.erase(lines.begin());  // names of the columns
  for (const std::string& line : lines) {
    const std::vector<std::string> cells = split(line, ',');
    cases.push_back({.goal = cells[0],
                     .moves = std::stoi(cells[1]),
                     .keys = split(cells[2], ' '),
                     .solutions = number_or_nothing(cells[3]),
                     .fen = cells[4],
                     .source = cells[5]});
  }
  return cases;
}

}  // namespace plyforge::testing
