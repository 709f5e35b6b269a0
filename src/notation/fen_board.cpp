#include <algorithm>
#include <cstdlib>
#include <utility>

#include "notation/fen_fields.h"
#include "notation/text.h"

namespace plyforge {

namespace {

constexpr int kMostMen = 16;
constexpr int kMostPawns = 8;

/// Squares in the order of a FEN: a8, b8, ..., h1.
constexpr Square square_in_order(int index) { return flip(index); }

/// Reads the men of all ranks. Says nothing yet about which men there are, pawns on outer ranks apart.
class RankReader {
 public:
  RankReader(const Cursor& cursor, const Field& field) : cursor_(cursor), field_(field) {}

  Position read() {
    for (std::size_t i = 0; i < field_.text.size(); ++i) read_character(field_.text[i], field_.offset + i);
    const std::size_t end = field_.offset + field_.text.size();
    end_rank(end);
    if (rank_ != 0) {
      cursor_.fail(end, "the board ends after rank " + rank_name() + "; expected eight ranks separated by '/'");
    }
    return board_;
  }

 private:
  std::string rank_name() const { return std::to_string(rank_ + 1); }

  void read_character(char c, std::size_t offset) {
    if (c == '/') {
      end_rank(offset);
      if (rank_ == 0) cursor_.fail(offset, "a ninth rank; the board has only eight");
      --rank_;
      file_ = 0;
      after_number_ = false;
    } else if (c >= '1' && c <= '8') {
      if (after_number_) cursor_.fail(offset, "two numbers in a row; write adjacent empty squares as one number");
      take_squares(c - '0', offset);
      after_number_ = true;
    } else {
      const char capital = c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
      const std::optional<Piece> piece = piece_from_letter(capital);
      if (!piece) {
        cursor_.fail(offset, quoted({&c, 1}) +
                                 " is not a piece or a number of empty squares; expected PNBRQK for White, " +
                                 "pnbrqk for Black, or 1 to 8");
      }
      take_squares(1, offset);
      put_man(*piece, c == capital ? Colour::white : Colour::black, offset);
      after_number_ = false;
    }
  }

  void take_squares(int count, std::size_t offset) {
    file_ += count;
    if (file_ > 8) cursor_.fail(offset, "rank " + rank_name() + " has more than 8 squares");
  }

  void put_man(Piece piece, Colour colour, std::size_t offset) {
    const Square square = make_square(file_ - 1, rank_);
    if (piece == Piece::pawn && (rank_ == 0 || rank_ == 7)) {
      cursor_.fail(offset, "a " + colour_adjective(colour) + " pawn on " + square_name(square) +
                               "; pawns stand on ranks 2 to 7");
    }
    board_.put_code(piece, bit(square));
    if (colour == Colour::black) board_.opponent |= bit(square);
  }

  void end_rank(std::size_t offset) const {
    if (file_ == 8) return;
    cursor_.fail(offset, "rank " + rank_name() + " has only " + std::to_string(file_) +
                             (file_ == 1 ? " square" : " squares") + "; expected 8");
  }

  const Cursor& cursor_;
  const Field& field_;
  Position board_;
  int rank_ = 7;
  int file_ = 0;
  bool after_number_ = false;
};

/// The checks of a whole board; each throws at the man that is one too many.
class BoardCheck {
 public:
  BoardCheck(const Cursor& cursor, const Field& field, const Position& board)
      : cursor_(cursor), field_(field), board_(board) {}

  void one_king_each() const {
    for (const Colour colour : {Colour::white, Colour::black}) {
      const Bitboard kings = board_.kings() & men_of(board_, colour);
      if (kings == 0) cursor_.fail(field_.offset, "no " + colour_adjective(colour) + " king on the board");
      if (popcount(kings) > 1) {
        fail_at(nth(kings, 1), "a second " + colour_adjective(colour) + " king; there must be exactly one");
      }
    }
  }

  void kings_apart() const {
    const Square white = king_of(board_, Colour::white);
    const Square black = king_of(board_, Colour::black);
    if (std::max(std::abs(file_of(white) - file_of(black)), std::abs(rank_of(white) - rank_of(black))) > 1) return;
    fail_at(nth(board_.kings(), 1), "the kings are adjacent, so the side not to move is in check");
  }

  void men_of_a_game(Colour colour) const {
    const Bitboard men = men_of(board_, colour);
    const Bitboard pawns = men & board_.pawns();
    if (popcount(men) > kMostMen) {
      fail_at(nth(men, kMostMen), colour_name(colour) + " has " + std::to_string(popcount(men)) +
                                      " pieces; a game has at most 16 (--any-material allows more)");
    }
    if (popcount(pawns) > kMostPawns) {
      fail_at(nth(pawns, kMostPawns), colour_name(colour) + " has " + std::to_string(popcount(pawns)) +
                                          " pawns; a game has at most 8 (--any-material allows more)");
    }
    const int missing = kMostPawns - popcount(pawns);
    int promoted = 0;
    Square first_too_many = 0;
    for (const auto& [kind, original] :
         {std::pair{board_.queens(), 1}, std::pair{board_.rooks(), 2}, std::pair{board_.bishops() & kDarkSquares, 1},
          std::pair{board_.bishops() & ~kDarkSquares, 1}, std::pair{board_.knights(), 2}}) {
      const int beyond = popcount(men & kind) - original;
      if (beyond <= 0) continue;
      if (promoted <= missing && promoted + beyond > missing) {
        first_too_many = nth(men & kind, original + missing - promoted);
      }
      promoted += beyond;
    }
    if (promoted <= missing) return;
    fail_at(first_too_many, colour_name(colour) + "'s pieces require more promotions (" + std::to_string(promoted) +
                                ") than pawns are missing (" + std::to_string(missing) +
                                "); --any-material allows them");
  }

 private:
  /// The n-th man of a set, from 0, in the order of the text.
  static Square nth(Bitboard men, int n) {
    for (int i = 0; i < 64; ++i) {
      if ((men & bit(square_in_order(i))) != 0 && n-- == 0) return square_in_order(i);
    }
    return 0;
  }

  /// Where in the field the man on a square is written.
  std::size_t place(Square man) const {
    int index = 0;
    for (std::size_t i = 0; i < field_.text.size(); ++i) {
      const char c = field_.text[i];
      if (c == '/') continue;
      if (square_in_order(index) == man) return i;
      index += c >= '1' && c <= '8' ? c - '0' : 1;
    }
    return 0;
  }

  [[noreturn]] void fail_at(Square square, const std::string& message) const {
    cursor_.fail(field_.offset + place(square), message);
  }

  const Cursor& cursor_;
  const Field& field_;
  const Position& board_;
};

}  // namespace

Position read_board(Cursor& cursor, const FenOptions& options) {
  const Field field = cursor.field();
  if (field.missing()) cursor.fail(field.offset, "the board is missing; a FEN starts with it");
  const Position board = RankReader(cursor, field).read();
  const BoardCheck check(cursor, field, board);
  check.one_king_each();
  if (!options.any_material) {
    check.men_of_a_game(Colour::white);
    check.men_of_a_game(Colour::black);
  }
  check.kings_apart();
  return board;
}

}  // namespace plyforge
