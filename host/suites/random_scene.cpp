#include "suites/random_scene.h"

#include <algorithm>
#include <array>

#include "movegen/legal.h"

namespace plyforge {
namespace {

/// A board that is being filled, seen by the mover.
class Scene {
 public:
  Scene(RandomNumbers& random, Variant variant) : random_(random), variant_(variant) {}

  const Position& position() const { return position_; }

  bool is_free(Square s) const { return (position_.occupied() & bit(s)) == 0; }

  /// Puts a man on a free square if the side has one of its kind left; otherwise returns false.
  bool put(Piece piece, Square s, bool own) {
    const bool pawn_rank = rank_of(s) != 0 && rank_of(s) != 7;
    if (!is_free(s) || (piece == Piece::pawn && !pawn_rank)) return false;
    const Piece kind = piece == Piece::castling_rook ? Piece::rook : piece;
    int& left = left_[own ? 1 : 0][static_cast<std::size_t>(kind)];
    if (left == 0) return false;
    --left;
    position_.put_code(piece, bit(s));
    if (!own) position_.opponent |= bit(s);
    return true;
  }

  void put_king(bool own) {
    while (!put(Piece::king, random_.below(64), own)) {
    }
  }

  /// King and rooks on the back rank, with castling rights.
  void put_castling(bool own) {
    const int rank = own ? 0 : 7;
    const bool standard = variant_ == Variant::standard;
    const int king = standard ? 4 : random_.between(1, 6);
    put(Piece::king, make_square(king, rank), own);
    for (const bool king_side : {false, true}) {
      const int corner = king_side ? 7 : 0;
      const int near = king_side ? king + 1 : king - 1;
      const int file = standard ? corner : random_.between(std::min(corner, near), std::max(corner, near));
      if (random_.percent(80)) put(Piece::castling_rook, make_square(file, rank), own);
    }
  }

  /// A man of a random kind from `kinds`, of either side, on any square where it may stand.
  template <std::size_t N>
  void strew(int men, const std::array<Piece, N>& kinds) {
    for (; men > 0; --men) {
      // One random number per statement: the order in which arguments are evaluated is the compiler's choice.
      const Piece kind = kinds[static_cast<std::size_t>(random_.below(static_cast<int>(N)))];
      const Square square = random_.below(64);
      put(kind, square, random_.percent(50));
    }
  }

  /// The mover's pawn before its double push, which will take it beside pawns of the opponent. Often the opponent's
  /// king is in line with them and a slider, or where the pawn will give check.
  void put_double_push() {
    const int file = random_.below(8);
    put(Piece::pawn, make_square(file, 1), true);
    std::array<Square, 2> capturers{-1, -1};
    for (const int side : {0, 1}) {
      const int beside = file + 2 * side - 1;
      if (beside < 0 || beside > 7 || !random_.percent(70)) continue;
      const Square s = make_square(beside, 3);
      if (put(Piece::pawn, s, false)) capturers[static_cast<std::size_t>(side)] = s;
    }
    const Square pushed = make_square(file, 3);
    const Square capturer =
        capturers[0] >= 0 && (capturers[1] < 0 || random_.percent(50)) ? capturers[0] : capturers[1];
    const int style = random_.below(4);
    if (style == 0) {  // the pawn will give check
      const int beside = file + (random_.percent(50) ? 1 : -1);
      if (beside >= 0 && beside <= 7) put(Piece::king, make_square(beside, 4), false);
    } else if (style != 3) {
      put_line(style == 1 || capturer < 0 ? pushed : capturer);
    }
  }

  void finish_kings() {
    if ((position_.kings() & position_.own()) == 0) put_king(true);
    if ((position_.kings() & position_.theirs()) == 0) put_king(false);
  }

 private:
  /// The opponent's king and a slider of the mover's on opposite sides of a square.
  void put_line(Square through) {
    constexpr std::array<std::array<int, 2>, 4> kDirections{{{1, 0}, {0, 1}, {1, 1}, {1, -1}}};
    const auto [files, ranks] = kDirections[static_cast<std::size_t>(random_.below(4))];
    const int towards = random_.percent(50) ? 1 : -1;
    const auto step = [&, f = files, r = ranks](int n) -> Square {
      const int file = file_of(through) + n * f;
      const int rank = rank_of(through) + n * r;
      return file < 0 || file > 7 || rank < 0 || rank > 7 ? -1 : make_square(file, rank);
    };
    const Square king = step(towards * random_.between(1, 5));
    const Square slider = step(-towards * random_.between(1, 5));
    if (king < 0 || slider < 0 || !put(Piece::king, king, false)) return;
    const bool straight = files == 0 || ranks == 0;
    put(random_.percent(30) ? Piece::queen : straight ? Piece::rook : Piece::bishop, slider, true);
  }

  RandomNumbers& random_;
  Variant variant_;
  Position position_;
  /// The men of each kind that a side has left, by side and piece. Six pawns instead of eight explain bishops on one
  /// colour.
  std::array<std::array<int, 8>, 2> left_{{{0, 6, 2, 2, 2, 1, 1, 0}, {0, 6, 2, 2, 2, 1, 1, 0}}};
};

constexpr std::array kAllKinds{Piece::pawn,   Piece::pawn, Piece::pawn, Piece::knight,
                               Piece::bishop, Piece::rook, Piece::queen};
constexpr std::array kPieces{Piece::knight, Piece::bishop, Piece::rook, Piece::queen};

Position try_scene(RandomNumbers& random, Variant variant, Theme theme) {
  Scene scene(random, variant);
  switch (theme) {
    case Theme::castling:
      scene.put_castling(true);
      if (random.percent(50)) scene.put_castling(false);
      scene.finish_kings();
      scene.strew(random.below(6), kPieces);
      scene.strew(random.below(4), kAllKinds);
      break;
    case Theme::en_passant:
      scene.put_double_push();
      scene.finish_kings();
      scene.strew(random.below(5), kAllKinds);
      break;
    case Theme::promotion:
      if (random.percent(50)) scene.put_castling(false);
      for (int pawns = random.between(1, 3); pawns > 0; --pawns) {
        scene.put(Piece::pawn, make_square(random.below(8), 6), true);
      }
      if (random.percent(50)) scene.put(Piece::king, random.between(make_square(0, 4), make_square(7, 7)), false);
      scene.finish_kings();
      scene.strew(random.below(8), kAllKinds);
      break;
    case Theme::few_men:
      if (random.percent(70)) scene.put(Piece::king, make_square(random.below(8), 7), false);
      scene.finish_kings();
      scene.strew(random.below(4), kAllKinds);
      break;
    case Theme::mixed:
      scene.finish_kings();
      scene.strew(random.between(2, 20), kAllKinds);
      break;
  }
  return scene.position();
}

}  // namespace

FenRecord strewn_men(RandomNumbers& random, Variant variant, Theme theme) {
  while (true) {
    const Position position = try_scene(random, variant, theme);
    if (checkers(position) != 0 || checkers(position.flipped()) != 0) continue;
    FenRecord record;
    record.position = position;
    record.mover = random.percent(50) ? Colour::white : Colour::black;
    record.chess960 = variant != Variant::standard;
    return record;
  }
}

}  // namespace plyforge
