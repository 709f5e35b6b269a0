#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "board/move.h"
#include "engines/engine.h"
#include "notation/fen.h"

namespace plyforge {

/// A position as sent to an engine. A FenRecord keeps an en passant square only if a legal capture uses it; an engine
/// has to find that out by itself, so this keeps the square as given or as the last move left it.
struct Setup {
  FenRecord record;
  std::optional<Square> ep_square{};  ///< as White sees the board
};

/// A position with the text it was read from: a FEN, or the EPD line that begins with it.
Setup setup_of(const FenRecord& record, std::string_view text);

/// The FEN as we print it: castling rights as read, and the en passant square of the setup.
std::string fen_text(const Setup& setup);

/// The FEN sent to an engine.
std::string fen_text(const Setup& setup, FenStyle style);

/// The setup after a legal move.
Setup play(const Setup& setup, Move move);

/// A setup and moves played from there.
class Line {
 public:
  explicit Line(const Setup& start) : setups_{start} {}

  void play(Move move);

  const Setup& start() const { return setups_.front(); }
  const Setup& end() const { return setups_.back(); }
  const std::vector<Move>& moves() const { return moves_; }
  const std::vector<Setup>& setups() const { return setups_; }  ///< before each move, and the end

  /// Only the last `plies` moves.
  Line last(std::size_t plies) const;

  /// The same moves from another start, or nothing if one of them is not legal there.
  std::optional<Line> from(const Setup& start) const;

 private:
  std::vector<Setup> setups_;  ///< one more than moves
  std::vector<Move> moves_;
};

/// The line as a question: with its moves if the engine takes them, else its last position.
Query query_of(const Line& line, int depth, FenStyle style, bool takes_moves);

/// The same position with one man or castling right less, or without the en passant square; only valid positions.
std::vector<Setup> smaller_setups(const Setup& setup);

}  // namespace plyforge
