#pragma once

#include <iosfwd>
#include <string>
#include <vector>

#include "board/move.h"
#include "board/position.h"
#include "leaf/leaf.h"
#include "movegen/legal.h"
#include "notation/fen.h"
#include "rulebook/board.h"
#include "rulebook/count.h"

/// Between the rule book's boards (tests/rulebook) and those of the program, by plain accessors: neither's FEN reader
/// or writer has a part in it.
namespace plyforge::testing {

/// The rule book's board as a position; an en passant square that no legal capture uses is left out.
Position position_of(const rulebook::Board& board);

/// A position as the rule book's board; the counters are those of a new game.
rulebook::Board board_of(const Position& position, Colour mover);

/// The same with all that a FEN says.
rulebook::Board board_of(const FenRecord& record);

Colour mover_of(const rulebook::Board& board);

/// The move as rulebook::text() writes it.
std::string text_of(Move move, Colour mover);

/// The legal moves by legal_moves(), in alphabetical order.
std::vector<std::string> sorted_moves(const Position& position, Colour mover);

/// The legal moves by the rule book, in alphabetical order.
std::vector<std::string> sorted_moves(const rulebook::Board& board);

Totals totals_of(const rulebook::Statistics& statistics);
Totals totals_of(const rulebook::Outcomes& outcomes);

/// The sums of an evaluator by the rule book.
Totals rulebook_totals(const rulebook::Board& board, int depth, Leaf leaf);

}  // namespace plyforge::testing

namespace plyforge {

/// How GoogleTest shows sums, and positions (as if White were to move).
void PrintTo(const Totals& totals, std::ostream* out);
void PrintTo(const Position& position, std::ostream* out);

}  // namespace plyforge
