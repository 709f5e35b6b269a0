#include "endgame/index.h"

#include <vector>

#include "board/moved_piece.h"
#include "movegen/legal.h"

namespace plyforge {

const KingPairs& king_pairs(bool pawns) {
  static const KingPairs with(true);
  static const KingPairs without(false);
  return pawns ? with : without;
}

EndgameIndex::EndgameIndex(const Material& material)
    : pairs_(&king_pairs(material.has_pawns())), men_(static_cast<int>(material.men().size())) {
  const std::vector<EndgameMan>& men = material.men();
  for (std::size_t i = 0; i < men.size(); ++i) {
    if (i == 0 || !(men[i] == men[i - 1])) group_[static_cast<std::size_t>(groups_++)] = {};
    Group& group = group_[static_cast<std::size_t>(groups_ - 1)];
    const bool pawn = men[i].piece == Piece::pawn;
    ++group.men;
    group.first = pawn ? 8 : 0;
    group.last = pawn ? 56 : 64;
    group.size = choose(pawn ? 48 : 64, group.men);
  }
  std::size_t man = men.size();
  for (int g = groups_ - 1; g >= 0; --g) {
    const Group& group = group_[static_cast<std::size_t>(g)];
    man -= static_cast<std::size_t>(group.men);
    if (group.men == 1) stride_[man] = men_size_;
    men_size_ *= group.size;
  }
}

Position to_position(const Material& material, const EndgamePlacement& placement) {
  Position p;
  p.put_code(Piece::king, bit(placement.white_king) | bit(placement.black_king));
  p.opponent = bit(placement.black_king);
  for (std::size_t i = 0; i < material.men().size(); ++i) {
    const Bitboard square = bit(placement.men[i]);
    p.put_code(material.men()[i].piece, square);
    if (material.men()[i].black) p.opponent |= square;
  }
  return placement.black_to_move ? p.flipped() : p;
}

EndgamePlacement flipped(const Material& material, const EndgamePlacement& placement) {
  EndgamePlacement changed;
  changed.black_to_move = !placement.black_to_move;
  changed.white_king = flip(placement.black_king);
  changed.black_king = flip(placement.white_king);
  const std::size_t half = material.men().size() / 2;
  for (std::size_t i = 0; i < half; ++i) {
    changed.men[i] = flip(placement.men[half + i]);
    changed.men[half + i] = flip(placement.men[i]);
  }
  return changed;
}

std::optional<Position> legal_position(const Material& material, const EndgamePlacement& placement) {
  Bitboard taken = bit(placement.white_king);
  if (((king_fill(taken) | taken) & bit(placement.black_king)) != 0) return std::nullopt;
  taken |= bit(placement.black_king);
  for (std::size_t i = 0; i < material.men().size(); ++i) {
    const Bitboard square = bit(placement.men[i]);
    if ((square & taken) != 0) return std::nullopt;
    if (material.men()[i].piece == Piece::pawn && (square & (kRank1 | kRank8)) != 0) return std::nullopt;
    taken |= square;
  }
  const Position position = to_position(material, placement);
  if (checkers(position.flipped()) != 0) return std::nullopt;
  return position;
}

EndgamePlacement placement_of(const Material& material, const Position& position, bool mover_is_white) {
  const Square flip_mask = mover_is_white ? 0 : 56;
  const Bitboard white = mover_is_white ? position.own() : position.theirs();
  EndgamePlacement placement;
  placement.black_to_move = !mover_is_white;
  placement.white_king = lowest(position.kings() & white) ^ flip_mask;
  placement.black_king = lowest(position.kings() & ~white) ^ flip_mask;
  const std::vector<EndgameMan>& men = material.men();
  Bitboard rest = 0;
  for (std::size_t i = 0; i < men.size(); ++i) {
    if (i == 0 || !(men[i] == men[i - 1])) {
      rest = men_of(position, men[i].piece) & (men[i].black ? ~white : white);
    }
    placement.men[i] = pop_lowest(rest) ^ flip_mask;
  }
  return placement;
}

std::optional<PositionMaterial> material_of(const Position& position) {
  const Bitboard occupied = position.occupied();
  if (popcount(occupied) > kMaxEndgameMen || position.castling_rooks() != 0) return std::nullopt;
  std::vector<EndgameMan> men;  // with the mover as White
  for (Bitboard rest = occupied & ~position.kings(); rest != 0;) {
    const Square s = pop_lowest(rest);
    men.push_back({position.piece_at(s), (position.opponent >> s & 1) != 0});
  }
  return PositionMaterial{Material(men), !is_flipped(men)};
}

}  // namespace plyforge
