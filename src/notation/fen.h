#pragma once

#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "board/position.h"

namespace plyforge {

/// Counters are read up to here, and stop here when moves are played; the longest possible game has fewer moves.
constexpr int kLargestCounter = 9999;

enum class Colour { white, black };

constexpr Colour other(Colour c) { return c == Colour::white ? Colour::black : Colour::white; }

constexpr std::string_view kStartFen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// What reading a FEN admits beyond standard chess.
struct FenOptions {
  bool chess960 = false;  ///< K, Q, k, q mean the outermost rook on that side of the king, wherever it stands (X-FEN)
  bool any_material = false;  ///< more than 16 men of a colour, or men that no promotions explain
};

/// A position with what a FEN says besides: who moves and the counters.
struct FenRecord {
  Position position;
  Colour mover = Colour::white;
  int halfmove_clock = 0;       ///< plies since the last capture or pawn move, kLargestCounter at most
  int fullmove_number = 1;      ///< 1 before the first move, grows after each move of Black to kLargestCounter at most
  bool chess960 = false;        ///< some castling right is not that of e1/a1/h1, or the options asked for Chess960
  bool rights_by_file = false;  ///< rights beyond e1/a1/h1 are written as the rook's file: who read them so, without
                                ///< chess960 in the options, could not read them as K, Q, k, q
};

/// A text that is not a FEN of a position we can count. what() is one line: what is wrong, at which character (from 1),
/// and what would be right.
class FenError : public std::runtime_error {
 public:
  FenError(std::size_t column, const std::string& message);
  std::size_t column() const { return column_; }  ///< character of the text, from 1

 private:
  std::size_t column_;
};

/// Reads a FEN (or X-FEN, Shredder-FEN). Throws FenError. A tolerated oddity (missing last fields, extra blanks,
/// carriage return, byte-order mark, rights in any order, a blank missing between two fields, `-` for a
/// counter) adds a line to `warnings` where given.
FenRecord parse_fen(std::string_view text, const FenOptions& options = {},
                    std::vector<std::string>* warnings = nullptr);

/// The en passant square that a FEN or EPD line names, whether or not a legal capture uses it; for texts that
/// parse_fen() or parse_epd() can read.
std::optional<Square> stated_ep_square(std::string_view text);

/// The normalised FEN of a record: X-FEN rights (or by file, where the record says so), an en passant square only where
/// a legal capture uses it. Read with the options that the record was read with, it gives the same record.
std::string to_fen(const FenRecord& record);

}  // namespace plyforge
