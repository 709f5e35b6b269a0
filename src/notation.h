#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

#include "fen.h"
#include "move.h"

namespace plyforge {

/// How UCI writes castling: standard as the king's two steps (e1g1), Chess960 as king takes own rook (e1h1).
enum class UciCastling { standard, chess960 };

/// A text that is not a legal move of the position; what() says why and lists what would be right where that helps.
class MoveError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The move in UCI notation ("e2e4", "a7b8q"), squares as the board stands for `mover`.
std::string to_uci(const Position& position, Move move, Colour mover, UciCastling castling);

/// The castling style that suits a record: Chess960 where its rights need it.
UciCastling uci_castling(const FenRecord& record);

/// The legal move that a UCI text means. Both castling styles are read. Throws MoveError.
Move parse_uci(const FenRecord& record, std::string_view text);

/// The move in standard algebraic notation of the FIDE Handbook / PGN standard ("Nbd2", "exd6", "O-O", "a8=Q+",
/// "Qh7#").
std::string to_san(const FenRecord& record, Move move);

/// The legal move that a SAN text means; check marks and annotations are optional. Throws MoveError (unknown, illegal
/// or ambiguous).
Move parse_san(const FenRecord& record, std::string_view text);

/// The record after a legal move: position, mover and counters advanced (to kLargestCounter at most).
FenRecord play(const FenRecord& record, Move move);

}  // namespace plyforge
