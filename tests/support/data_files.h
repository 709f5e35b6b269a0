#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace plyforge::testing {

/// A position and its published perft counts by depth.
struct PerftCase {
  std::string fen;
  std::map<int, std::uint64_t> counts;
};

/// Reads a suite of tests/data whose lines are `FEN ;D1 n ;D2 n ...`; lines that begin with # are skipped.
std::vector<PerftCase> read_suite(std::string_view file_name);

/// A published row of statistics. What was not published is empty.
struct StatsCase {
  std::string name;
  std::string fen;
  int depth = 0;
  std::uint64_t nodes = 0;
  std::optional<std::uint64_t> captures;
  std::optional<std::uint64_t> en_passant;
  std::optional<std::uint64_t> castles;
  std::optional<std::uint64_t> promotions;
  std::optional<std::uint64_t> checks;
  std::optional<std::uint64_t> discovered_checks;  ///< as published: without checkmates
  std::optional<std::uint64_t> double_checks;      ///< as published: without checkmates
  std::optional<std::uint64_t> checkmates;
};

/// Reads tests/data/perft_stats.csv.
std::vector<StatsCase> read_stats();

/// A published problem.
struct MateCase {
  std::string goal;  ///< "#2", "h#3", ...
  int moves = 0;     ///< of the shortest solution
  std::vector<std::string> keys;
  std::optional<std::uint64_t> solutions;  ///< of a helpmate
  std::string fen;
  std::string source;
};

/// Reads tests/data/mate_cases.csv.
std::vector<MateCase> read_mates();

}  // namespace plyforge::testing
