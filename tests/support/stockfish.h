#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace plyforge::testing {

/// Where a program is, or nothing: found on PATH, or where Debian puts games.
std::optional<std::string> find_program(const std::string& name);

std::optional<std::string> find_stockfish();

/// The counts of Stockfish's `go perft` for each position, all in one process. Throws std::runtime_error when it gives
/// fewer answers than there are positions. It takes only positions that games can reach: with others it may crash or
/// miscount.
std::vector<std::uint64_t> stockfish_perft(const std::string& program, const std::vector<std::string>& fens, int depth,
                                           bool chess960);

/// The shortest mate of the mover's that `go mate MOVES` finds for each position within so many nodes, in moves, or
/// nothing, all in one process. One thread. Throws as stockfish_perft().
std::vector<std::optional<int>> stockfish_mates(const std::string& program, const std::vector<std::string>& fens,
                                                int moves, std::uint64_t nodes);

}  // namespace plyforge::testing
