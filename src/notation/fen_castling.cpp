#include <cctype>

#include "notation/fen_fields.h"
#include "notation/text.h"

namespace plyforge {

namespace {

constexpr std::size_t kMostRights = 4;

constexpr int home_rank(Colour colour) { return colour == Colour::white ? 0 : 7; }

/// The outermost rook of the colour on its home rank, on one side of its king.
std::optional<Square> outermost_rook(const Position& board, Colour colour, bool king_side) {
  const Square king = king_of(board, colour);
  if (rank_of(king) != home_rank(colour)) return std::nullopt;
  const Bitboard rooks = board.rooks() & men_of(board, colour);
  const int step = king_side ? -1 : 1;
  for (Square s = make_square(king_side ? 7 : 0, home_rank(colour)); s != king; s += step) {
    if ((rooks & bit(s)) != 0) return s;
  }
  return std::nullopt;
}

/// "nothing" or "a white knight".
std::string man_on(const Position& board, Square square) {
  const Piece piece = board.piece_at(square);
  if (piece == Piece::none) return "nothing";
  const Colour colour = (board.opponent & bit(square)) != 0 ? Colour::black : Colour::white;
  return "a " + colour_adjective(colour) + " " + piece_name(piece);
}

/// Whether a king and a rook on its home rank stand as in standard chess.
bool is_standard(Square king, Square rook) { return file_of(king) == 4 && (file_of(rook) == 0 || file_of(rook) == 7); }

/// One letter of the castling field, read against the board.
class RightReader {
 public:
  RightReader(const Cursor& cursor, const Position& board, const FenOptions& options, char letter, std::size_t offset)
      : cursor_(cursor),
        board_(board),
        options_(options),
        letter_(letter),
        offset_(offset),
        capital_(static_cast<char>(std::toupper(static_cast<unsigned char>(letter)))),
        colour_(letter == capital_ ? Colour::white : Colour::black),
        king_(king_of(board, colour_)) {}

  /// The rook that may castle.
  Square rook() const {
    const bool file_letter = capital_ >= 'A' && capital_ <= 'H';
    if (!file_letter && capital_ != 'K' && capital_ != 'Q') {
      fail(quoted({&letter_, 1}) +
           " is not a castling right; expected K, Q, k, q, a rook's file (A to H, a to h), or - alone");
    }
    if (file_letter) return rook_of_file();
    return options_.chess960 ? rook_of_chess960() : rook_of_standard_chess();
  }

  Colour colour() const { return colour_; }

 private:
  int rank() const { return home_rank(colour_); }
  bool king_side() const { return capital_ == 'K'; }

  Square rook_of_standard_chess() const {
    const Square king_home = make_square(4, rank());
    if (king_ != king_home) fail_king(square_name(king_home), hint());
    const Square rook = make_square(king_side() ? 7 : 0, rank());
    demand_rook(rook, hint());
    return rook;
  }

  Square rook_of_chess960() const {
    demand_king_on_home_rank();
    const std::optional<Square> rook = outermost_rook(board_, colour_, king_side());
    if (!rook) {
      fail(right() + " needs a " + colour_adjective(colour_) + " rook " + (king_side() ? "right" : "left") +
           " of the king on " + square_name(king_) + ", there is none");
    }
    return *rook;
  }

  Square rook_of_file() const {
    demand_king_on_home_rank();
    const Square rook = make_square(capital_ - 'A', rank());
    demand_rook(rook, "");
    return rook;
  }

  void demand_king_on_home_rank() const {
    if (rank_of(king_) != rank()) fail_king("rank " + std::to_string(rank() + 1), "");
  }

  void demand_rook(Square square, const std::string& otherwise) const {
    if ((board_.rooks() & men_of(board_, colour_) & bit(square)) != 0) return;
    fail(right() + " needs a " + colour_adjective(colour_) + " rook on " + square_name(square) + ", where there is " +
         man_on(board_, square) + otherwise);
  }

  [[noreturn]] void fail_king(const std::string& where, const std::string& otherwise) const {
    fail(right() + " needs the " + colour_adjective(colour_) + " king on " + where + ", it stands on " +
         square_name(king_) + otherwise);
  }

  /// What Chess960 makes of a right that standard chess does not have.
  std::string hint() const {
    const std::optional<Square> rook = outermost_rook(board_, colour_, king_side());
    return rook ? " (--chess960 reads it as the rook on " + square_name(*rook) + ")" : "";
  }

  std::string right() const { return "castling right " + quoted({&letter_, 1}); }

  [[noreturn]] void fail(const std::string& message) const { cursor_.fail(offset_, message); }

  const Cursor& cursor_;
  const Position& board_;
  const FenOptions& options_;
  char letter_;
  std::size_t offset_;
  char capital_;
  Colour colour_;
  Square king_;
};

/// Where a letter has its place in a castling field: White's before Black's, K before Q, file letters as they come.
constexpr int place_of(char letter) {
  const bool black = letter >= 'a';
  const bool queen_side = letter == 'Q' || letter == 'q';
  return 2 * static_cast<int>(black) + static_cast<int>(queen_side);
}

/// Why a further right of one colour cannot stand beside the others, or nothing.
std::string clash(const Position& board, Colour colour, Square rook, char letter) {
  const Bitboard rooks = board.castling_rooks() & men_of(board, colour);
  if ((rooks & bit(rook)) != 0) {
    return "castling right " + quoted({&letter, 1}) + " repeats the right of the rook on " + square_name(rook) +
           "; give each once";
  }
  const Bitboard below_king = bit(king_of(board, colour)) - 1;
  const Bitboard same_side = (bit(rook) & below_king) != 0 ? below_king : ~below_king;
  if ((rooks & same_side) == 0) return {};
  return "castling right " + quoted({&letter, 1}) + " is " + colour_name(colour) +
         "'s second on the same side of the king, " + "beside the rook on " + square_name(lowest(rooks & same_side)) +
         "; only one rook per side may castle";
}

}  // namespace

bool read_castling_rights(Cursor& cursor, const FenOptions& options, Position& board) {
  const Field field = rights_field(cursor);
  if (field.missing()) cursor.warn("castling rights missing, read as -");
  if (field.missing() || field.text == "-") return false;

  // A right without a rook tells more than a right written twice: it is named first, wherever it stands.
  std::string first_clash;
  std::size_t clash_offset = 0;
  bool beyond_standard = false;
  bool in_order = true;
  for (std::size_t i = 0; i < field.text.size(); ++i) {
    const char letter = field.text[i];
    if (i == kMostRights) cursor.fail(field.offset + i, "a fifth castling right; there are only four");
    const RightReader right(cursor, board, options, letter, field.offset + i);
    const Square rook = right.rook();
    if (first_clash.empty()) {
      first_clash = clash(board, right.colour(), rook, letter);
      clash_offset = field.offset + i;
    }
    board.put_code(Piece::castling_rook, bit(rook));  // its code has every bit, so it may go over a rook's
    beyond_standard = beyond_standard || !is_standard(king_of(board, right.colour()), rook);
    in_order = in_order && (i == 0 || place_of(field.text[i - 1]) <= place_of(letter));
  }
  if (!first_clash.empty()) cursor.fail(clash_offset, first_clash);
  if (!in_order)
    cursor.warn("castling rights " + quoted(field.text) + " read as " + castling_field(board, !options.chess960));
  return beyond_standard;
}

std::string castling_field(const Position& board, bool by_file) {
  std::string field;
  for (const Colour colour : {Colour::white, Colour::black}) {
    const Bitboard rooks = board.castling_rooks() & men_of(board, colour);
    for (const bool king_side : {true, false}) {
      const Square king = king_of(board, colour);
      const Bitboard below_king = bit(king) - 1;
      const Bitboard rook = rooks & (king_side ? ~below_king : below_king);
      if (rook == 0) continue;
      const Square square = lowest(rook);
      const bool by_side = by_file ? is_standard(king, square) : outermost_rook(board, colour, king_side) == square;
      const char capital = by_side ? (king_side ? 'K' : 'Q') : static_cast<char>('A' + file_of(square));
      field += colour == Colour::white ? capital : static_cast<char>(std::tolower(capital));
    }
  }
  return field.empty() ? "-" : field;
}

}  // namespace plyforge
