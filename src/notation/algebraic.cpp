#include <array>

#include "board/moved_piece.h"
#include "movegen/legal.h"
#include "notation/fitting_moves.h"
#include "notation/notation.h"
#include "notation/text.h"

namespace plyforge {

namespace {

/// The signs of an algebraic notation.
struct Signs {
  std::array<std::string_view, 8> letters;  ///< by piece code
  std::string_view step;                    ///< between squares, where the first is written
  std::string_view capture;
  std::string_view check;
  std::string_view mate;
  std::string_view king_side;
  std::string_view queen_side;
  bool whole_from;  ///< always write the square that a man comes from
};

constexpr std::array<std::string_view, 8> kLatin = {"", "", "N", "B", "R", "Q", "K", "R"};
constexpr std::array<std::string_view, 8> kChinese = {"", "", "马", "象", "车", "后", "王", "车"};
constexpr Signs kSan = {kLatin, "", "x", "+", "#", "O-O", "O-O-O", false};
constexpr Signs kLan = {kLatin, "-", "x", "+", "#", "O-O", "O-O-O", true};
constexpr Signs kZh = {kChinese, "", "×", "＋", "≠", "0-0", "0-0-0", false};
constexpr Signs kZhLong = {kChinese, "-", "×", "＋", "≠", "0-0", "0-0-0", true};

/// As much of the square a man comes from as tells it from others of its kind that may go to the same square: the file
/// if that is enough, else the rank if that is, else both.
std::string origin(const FenRecord& record, Move move) {
  const std::string square = square_name(board_square(move.from, record.mover));
  const Board board = unpack(record.position);
  MovePattern pattern;
  pattern.piece = moved_piece(record.position, move);
  pattern.to = bit(board_square(move.to, record.mover));
  bool others = false;
  bool same_file = false;
  bool same_rank = false;
  for_each_fitting(record.position, board, find_restrictions(board, LineSliders{}), pattern, record.mover,
                   [&](Move rival) {
                     if (rival.from == move.from) return;
                     others = true;
                     same_file = same_file || file_of(rival.from) == file_of(move.from);
                     same_rank = same_rank || rank_of(rival.from) == rank_of(move.from);
                   });
  if (!others) return "";
  if (!same_file) return square.substr(0, 1);
  return same_rank ? square : square.substr(1);
}

/// The move without its check sign.
std::string bare_text(const FenRecord& record, Move move, const Signs& signs) {
  if (move.kind == MoveKind::castle) return std::string(move.to > move.from ? signs.king_side : signs.queen_side);
  const Piece piece = moved_piece(record.position, move);
  const bool capture = is_capture(record.position, move);
  std::string text(signs.letters[static_cast<std::size_t>(piece)]);
  if (signs.whole_from) {
    text += square_name(board_square(move.from, record.mover));
  } else if (piece != Piece::pawn) {
    text += origin(record, move);
  } else if (capture) {
    text += square_name(move.from).substr(0, 1);
  }
  text += capture ? signs.capture : signs.step;
  text += square_name(board_square(move.to, record.mover));
  if (move.is_promotion()) {
    text += '=';
    text += signs.letters[static_cast<std::size_t>(move.promotion())];
  }
  return text;
}

std::string algebraic(const FenRecord& record, Move move, const Signs& signs) {
  std::string text = bare_text(record, move, signs);
  const Position next = after(record.position, move);
  if (checkers(next) != 0) text += has_no_move(next) ? signs.mate : signs.check;
  return text;
}

}  // namespace

std::optional<Notation> notation_from_name(std::string_view name) {
  for (std::size_t i = 0; i < kNotationNames.size(); ++i) {
    if (kNotationNames[i] == name) return static_cast<Notation>(i);
  }
  return std::nullopt;
}

std::string to_san(const FenRecord& record, Move move) { return algebraic(record, move, kSan); }

std::string to_text(const FenRecord& record, Move move, Notation notation) {
  switch (notation) {
    case Notation::san:
      break;
    case Notation::lan:
      return algebraic(record, move, kLan);
    case Notation::uci:
      return to_uci(record, move);
    case Notation::zh:
      return algebraic(record, move, kZh);
    case Notation::zh_long:
      return algebraic(record, move, kZhLong);
  }
  return to_san(record, move);
}

}  // namespace plyforge
