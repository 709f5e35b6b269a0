#pragma once

#include <array>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "board/move.h"
#include "notation/fen.h"
#include "notation/move_pattern.h"

namespace plyforge {

/// How UCI writes castling: standard as the king's two steps (e1g1), Chess960 as king takes own rook (e1h1).
enum class UciCastling { standard, chess960 };

/// A text that is not a legal move of the position; what() says why, and lists what would be right where that helps.
class MoveError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The move in UCI notation ("e2e4", "a7b8q"); `mover` is whose move it is.
std::string to_uci(Move move, Colour mover, UciCastling castling);

/// The same for a record, with castling in the style that suits it.
std::string to_uci(const FenRecord& record, Move move);

/// The castling style that suits a record: Chess960 where its rights need it.
UciCastling uci_castling(const FenRecord& record);

/// The legal move that a UCI text means. Both castling styles are read. Throws MoveError.
Move parse_uci(const FenRecord& record, std::string_view text);

/// The move in standard algebraic notation of the FIDE Handbook / PGN standard ("Nbd2", "exd6", "O-O", "a8=Q+",
/// "Qh7#").
std::string to_san(const FenRecord& record, Move move);

/// The legal move that a text means in SAN, long algebraic (Ng1-f3) or UCI notation, or in either form of Chinese books
/// (马f3, 马g1-f3). Check signs and annotations are optional and not compared with the board. Throws MoveError
/// (unknown, illegal or ambiguous).
Move parse_san(const FenRecord& record, std::string_view text);

/// The legal moves that a pattern describes.
std::vector<Move> fitting_moves(const FenRecord& record, const MovePattern& pattern);

/// The notations that moves are written in.
enum class Notation {
  san,      ///< Nf3, exd5, e8=Q+
  lan,      ///< Ng1-f3, e4xd5, e7-e8=Q+
  uci,      ///< g1f3, e4d5, e7e8q
  zh,       ///< of Chinese books: 马f3, e×d5, e8=后＋
  zh_long,  ///< 马g1-f3, e4×d5, e7-e8=后＋
};

/// Their names, in the order above.
constexpr std::array<std::string_view, 5> kNotationNames = {"san", "lan", "uci", "zh", "zh-long"};

/// The notation of a name, or nothing.
std::optional<Notation> notation_from_name(std::string_view name);

/// The legal move in a notation (UTF-8), with its check sign where the notation has one.
std::string to_text(const FenRecord& record, Move move, Notation notation);

/// The record after a legal move: position, mover and counters advanced (to kLargestCounter at most).
FenRecord play(const FenRecord& record, Move move);

}  // namespace plyforge
