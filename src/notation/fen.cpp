#include "notation/fen.h"

#include <algorithm>

#include "movegen/legal.h"
#include "notation/fen_fields.h"
#include "notation/text.h"

namespace plyforge {

namespace {

/// Whether castling rights may be written with this letter.
bool is_right(char c) { return std::string_view("KQkqABCDEFGHabcdefgh").find(c) != std::string_view::npos; }

/// Whether the text begins with a square that a pawn's double push can have passed.
bool is_ep_square(std::string_view text) {
  return text.size() == 2 && text[0] >= 'a' && text[0] <= 'h' && (text[1] == '3' || text[1] == '6');
}

/// Reads who moves, and refuses a position whose other side is in check.
Colour read_mover(Cursor& cursor, const Position& board) {
  const Field field = mover_field(cursor);
  if (field.missing()) cursor.fail(field.offset, "the side to move is missing; expected w or b after the board");
  if (field.text != "w" && field.text != "b") {
    cursor.fail(field.offset, "the side to move is " + quoted(field.text) + "; expected w or b");
  }
  const Colour mover = field.text == "w" ? Colour::white : Colour::black;
  const Position seen_by_other = mover == Colour::white ? board.flipped() : board;
  if (const Bitboard attackers = checkers(seen_by_other); attackers != 0) {
    const Colour waiting = other(mover);
    cursor.fail(field.offset, colour_name(waiting) + " is in check from " +
                                  square_name(board_square(lowest(attackers), waiting)) + " although " +
                                  colour_name(mover) + " is to move; only the side to move may be in check");
  }
  return mover;
}

/// Reads the en passant square and returns it, if any, once it is known to be possible.
std::optional<Square> read_en_passant(Cursor& cursor, const Position& board, Colour mover) {
  const Field field = ep_field(cursor);
  if (field.missing()) cursor.warn("en passant square missing, read as -");
  if (field.missing() || field.text == "-") return std::nullopt;

  const std::string name = "en passant square " + quoted(field.text);
  const int rank = mover == Colour::white ? 5 : 2;
  const std::optional<Square> square = square_from_name(field.text);
  if (!square || rank_of(*square) != rank) {
    cursor.fail(field.offset, name + " must be - or a square of rank " + std::to_string(rank + 1) + " when " +
                                  colour_name(mover) + " is to move");
  }
  const int forward = mover == Colour::white ? 8 : -8;
  const Square pawn = *square - forward;
  const Square origin = *square + forward;
  if ((board.occupied() & bit(*square)) != 0) {
    cursor.fail(field.offset, name + " is occupied; a pawn has just passed over it, so it must be empty");
  }
  if ((board.pawns() & men_of(board, other(mover)) & bit(pawn)) == 0) {
    cursor.fail(field.offset, name + " needs a " + colour_adjective(other(mover)) + " pawn on " + square_name(pawn) +
                                  " that has just moved two squares");
  }
  if ((board.occupied() & bit(origin)) != 0) {
    cursor.fail(field.offset, name + " requires " + square_name(origin) + " to be empty: the pawn came from there");
  }
  return square;
}

/// Reads one counter; `missing` is its value where the text has `-`.
int read_counter(Cursor& cursor, const std::string& name, int missing) {
  const Field field = cursor.field();
  if (field.text == "-") {
    cursor.warn(name + " '-' read as " + std::to_string(missing));
    return missing;
  }
  const std::optional<int> value = counter_value(field.text);
  if (!value) {
    cursor.fail(field.offset, "the " + name + " is " + quoted(field.text) + "; expected a number from " +
                                  std::to_string(missing) + " to " + std::to_string(kLargestCounter));
  }
  return *value;
}

/// The position seen by the mover, with the en passant square if a legal capture uses it.
Position seen_by(Colour mover, const Position& board, std::optional<Square> en_passant) {
  const Position position = mover == Colour::white ? board : board.flipped();
  if (!en_passant) return position;
  Position with_capture = position;
  with_capture.opponent |= bit(board_square(*en_passant, mover));
  for (const Move move : legal_moves(with_capture)) {
    if (move.kind == MoveKind::en_passant) return with_capture;
  }
  return position;
}

std::string board_field(const Position& board) {
  std::string field;
  field.reserve(80);  // a whole line of the commonest lengths
  for (int rank = 7; rank >= 0; --rank) {
    Bitboard men = board.occupied() & (kRank1 << 8 * rank);
    int next = 0;  // file
    const auto empty_up_to = [&field, &next](int file) {
      if (file > next) field += static_cast<char>('0' + file - next);
      next = file + 1;
    };
    while (men != 0) {
      const Square square = pop_lowest(men);
      empty_up_to(file_of(square));
      const char letter = piece_letter(board.piece_at(square));
      field += (board.opponent & bit(square)) != 0 ? static_cast<char>(letter - 'A' + 'a') : letter;
    }
    empty_up_to(8);
    if (rank != 0) field += '/';
  }
  return field;
}

}  // namespace

FenError::FenError(std::size_t column, const std::string& message)
    : std::runtime_error("character " + std::to_string(column) + ": " + message), column_(column) {}

Field mover_field(Cursor& cursor) {
  const Field field = cursor.field();
  const bool cut = field.text.size() > 1 && (field.text[0] == 'w' || field.text[0] == 'b') &&
                   std::ranges::all_of(field.text.substr(1),
                                       [](char c) { return c == '-' || is_right(c) || (c >= '0' && c <= '9'); });
  return cut ? cursor.cut(field, 1) : field;
}

Field rights_field(Cursor& cursor) {
  const Field field = cursor.field();
  if (field.text.starts_with('-')) return field.text.size() > 1 ? cursor.cut(field, 1) : field;
  std::size_t length = 0;
  while (length < field.text.size() && is_right(field.text[length])) ++length;
  if (length == 0 || length == field.text.size()) return field;
  if (field.text[length] == '-') {  // the en passant field, unless that follows
    const char next = cursor.peek_field();
    return next == '\0' || (next >= '0' && next <= '9') ? cursor.cut(field, length) : field;
  }
  // The file of an en passant square is a letter of rights, too.
  return length > 1 && is_ep_square(field.text.substr(length - 1, 2)) ? cursor.cut(field, length - 1) : field;
}

Field ep_field(Cursor& cursor) {
  const Field field = cursor.field();
  const std::size_t length = is_ep_square(field.text.substr(0, 2)) ? 2 : 1;
  if (field.text.size() <= length || (length == 1 && field.text[0] != '-')) return field;
  const char next = field.text[length];
  return next == '-' || (next >= '0' && next <= '9') ? cursor.cut(field, length) : field;
}

std::optional<Square> stated_ep_square(std::string_view text) {
  Cursor cursor(text, nullptr);
  cursor.field();  // the board
  mover_field(cursor);
  rights_field(cursor);
  return square_from_name(ep_field(cursor).text);
}

std::optional<int> counter_value(std::string_view text) {
  if (text.empty()) return std::nullopt;
  int value = 0;
  for (const char c : text) {
    if (c < '0' || c > '9') return std::nullopt;
    value = value * 10 + (c - '0');
    if (value > kLargestCounter) return std::nullopt;
  }
  return value;
}

FenRecord read_four_fields(Cursor& cursor, const FenOptions& options) {
  FenRecord record;
  Position board = read_board(cursor, options);
  record.mover = read_mover(cursor, board);
  record.chess960 = read_castling_rights(cursor, options, board) || options.chess960;
  record.rights_by_file = !options.chess960;
  record.position = seen_by(record.mover, board, read_en_passant(cursor, board, record.mover));
  return record;
}

bool read_counters(Cursor& cursor, FieldStyle style, FenRecord& record) {
  // In EPD an operation may follow instead: it starts with a letter.
  const auto counter_follows = [&cursor, style] {
    const char c = cursor.peek_field();
    return style == FieldStyle::fen ? c != '\0' : c == '-' || (c >= '0' && c <= '9');
  };
  if (!counter_follows()) {
    if (style == FieldStyle::fen) cursor.warn("halfmove clock and move number missing, read as 0 1");
    return false;
  }
  record.halfmove_clock = read_counter(cursor, "halfmove clock", 0);
  if (!counter_follows()) {
    cursor.warn("move number missing, read as 1");
    return true;
  }
  record.fullmove_number = read_counter(cursor, "move number", 1);
  if (record.fullmove_number == 0) {
    cursor.warn("move number 0 read as 1");
    record.fullmove_number = 1;
  }
  return true;
}

FenRecord parse_fen(std::string_view text, const FenOptions& options, std::vector<std::string>* warnings) {
  Cursor cursor(text, warnings);
  FenRecord record = read_four_fields(cursor, options);
  read_counters(cursor, FieldStyle::fen, record);
  cursor.skip_blanks();
  if (cursor.rest() == ";") {
    cursor.warn("';' after the FEN ignored");
  } else if (!cursor.at_end()) {
    cursor.fail(cursor.offset(), "unexpected text after the FEN: " + quoted(cursor.rest()));
  }
  return record;
}

std::string four_fields(const FenRecord& record) {
  const bool white = record.mover == Colour::white;
  const Position board = white ? record.position : record.position.flipped();
  const Bitboard en_passant = record.position.en_passant();
  std::string text = board_field(board);
  text += white ? " w " : " b ";
  text += castling_field(board, record.rights_by_file);
  text += ' ';
  text += en_passant == 0 ? "-" : square_name(board_square(lowest(en_passant), record.mover));
  return text;
}

std::string to_fen(const FenRecord& record) {
  return four_fields(record) + ' ' + std::to_string(record.halfmove_clock) + ' ' +
         std::to_string(record.fullmove_number);
}

}  // namespace plyforge
