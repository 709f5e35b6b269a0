#include "endgame/solve/conversions.h"

#include <algorithm>

namespace plyforge {
namespace {

/// The larger, the better for the mover: early wins first, then draws, then late losses.
int worth(StoredValue dtm) {
  if (dtm == kStoredDraw) return 0;
  const int kLongest = kIllegal;
  return dtm % 2 == 0 ? kLongest - dtm : dtm - kLongest;
}

}  // namespace

Conversions::Conversions(const Material& material, const SliceShape& shape, const FindTable& find) : shape_(shape) {
  for (const bool black_to_move : {false, true}) {
    for (int capturer = kKing; capturer < shape.men; ++capturer) {
      if (capturer != kKing && shape.man[capturer].black == black_to_move) continue;
      const bool pawn = capturer != kKing && shape.man[capturer].piece == Piece::pawn;
      for (int taken = 0; taken < shape.men; ++taken) {
        if (shape.man[taken].black != black_to_move) continue;
        const bool takes_pawn = shape.man[taken].piece == Piece::pawn;
        add_way(material, {.black_to_move = black_to_move, .taken = taken, .capturer = capturer, .targets = {}}, find);
        if (pawn && !takes_pawn) {
          add_way(
              material,
              {.black_to_move = black_to_move, .taken = taken, .capturer = capturer, .promotes = true, .targets = {}},
              find);
        }
        if (pawn && takes_pawn) {
          add_way(
              material,
              {.black_to_move = black_to_move, .taken = taken, .capturer = capturer, .en_passant = true, .targets = {}},
              find);
        }
      }
      if (pawn)
        add_way(material, {.black_to_move = black_to_move, .capturer = capturer, .promotes = true, .targets = {}},
                find);
    }
  }
}

void Conversions::add_way(const Material& material, Way way, const FindTable& find) {
  std::vector<EndgameMan> men;
  std::vector<int> dimensions;
  for (int d = 0; d < shape_.men; ++d) {
    if (d == way.taken) continue;
    men.push_back(material.men()[static_cast<std::size_t>(shape_.man[d].man)]);
    dimensions.push_back(d);
  }
  if (way.promotes) {
    const auto pawn =
        static_cast<std::size_t>(std::find(dimensions.begin(), dimensions.end(), way.capturer) - dimensions.begin());
    for (const Piece piece : {Piece::queen, Piece::rook, Piece::bishop, Piece::knight}) {
      men[pawn].piece = piece;
      way.targets.push_back(target(men, dimensions, way.black_to_move, find));
    }
  } else {
    way.targets.push_back(target(men, dimensions, way.black_to_move, find));
  }
  ways_.push_back(std::move(way));
}

Conversions::Target Conversions::target(const std::vector<EndgameMan>& men, const std::vector<int>& dimensions,
                                        bool black_to_move, const FindTable& find) const {
  Target target;
  if (men.empty()) return target;
  const Material material(men);
  target.table = find(material);
  // Tables of symmetric material have White to move only.
  target.is_flipped = material.is_symmetric() ? black_to_move : is_flipped(men);
  target.black_to_move = black_to_move != target.is_flipped;
  std::vector<bool> used(men.size());
  for (const EndgameMan& wanted : material.men()) {
    for (std::size_t i = 0; i < men.size(); ++i) {
      if (used[i] || men[i].piece != wanted.piece || (men[i].black != target.is_flipped) != wanted.black) continue;
      used[i] = true;
      target.source[static_cast<std::size_t>(target.men++)] = dimensions[i];
      break;
    }
  }
  return target;
}

void Conversions::find(int pair, bool black_to_move, std::vector<Conversion>& found) const {
  found.clear();
  for (const Way& way : ways_) {
    if (way.black_to_move == black_to_move) find(way, pair, found);
  }
}

Bitboard Conversions::squares(const Way& way, int dimension) const {
  const SliceMan& man = shape_.man[dimension];
  if (man.piece != Piece::pawn) return ~Bitboard{0};
  if (dimension == way.capturer) {
    if (way.promotes) return man.black ? kRank1 : kRank8;
    if (way.en_passant) return man.black ? kRank3 : kRank6;
  }
  return ~(kRank1 | kRank8);
}

void Conversions::find(const Way& way, int pair, std::vector<Conversion>& found) const {
  const Square kings[2] = {shape_.pairs->white(pair), shape_.pairs->black(pair)};
  // All men except the captured one are put on the board one after another, each on all squares left to it.
  std::array<int, kMaxSliceMen> dimension{};
  std::array<Bitboard, kMaxSliceMen> allowed{};
  std::size_t men = 0;
  for (int d = 0; d < shape_.men; ++d) {
    if (d == way.taken) continue;
    dimension[men] = d;
    allowed[men++] = squares(way, d);
  }
  std::array<Square, kMaxSliceMen> at{};
  std::array<Bitboard, kMaxSliceMen + 1> rest{};
  std::array<Bitboard, kMaxSliceMen + 1> occupied{bit(kings[0]) | bit(kings[1])};
  rest[0] = allowed[0] & ~occupied[0];
  for (std::size_t depth = 0;;) {
    if (depth == men) {
      Conversion conversion;
      if (put_taken(way, kings, at) && value(way, kings[0], kings[1], at.data(), conversion)) {
        conversion.place = place(at);
        found.push_back(conversion);
      }
    } else if (rest[depth] != 0) {
      const Square s = pop_lowest(rest[depth]);
      at[static_cast<std::size_t>(dimension[depth])] = s;
      occupied[depth + 1] = occupied[depth] | bit(s);
      ++depth;
      if (depth < men) rest[depth] = allowed[depth] & ~occupied[depth];
      continue;
    }
    if (depth-- == 0) return;
  }
}

bool Conversions::put_taken(const Way& way, const Square* kings, std::array<Square, kMaxSliceMen>& at) const {
  if (way.taken == kNobody) return true;
  const SliceMan& taken = shape_.man[way.taken];
  const Square square =
      way.capturer == kKing ? kings[way.black_to_move ? 0 : 1] : at[static_cast<std::size_t>(way.capturer)];
  if (!way.en_passant && taken.piece == Piece::pawn && (bit(square) & (kRank1 | kRank8)) != 0) return false;
  at[static_cast<std::size_t>(way.taken)] = way.en_passant ? first_rank(file_of(square), taken.black) : square;
  return true;
}

std::uint32_t Conversions::place(const std::array<Square, kMaxSliceMen>& at) const {
  std::size_t place = 0;
  for (int d = 0; d < shape_.men; ++d) {
    place += static_cast<std::size_t>(at[static_cast<std::size_t>(d)]) * shape_.bit_stride(d);
  }
  return static_cast<std::uint32_t>(place);
}

bool Conversions::value(const Way& way, Square white_king, Square black_king, const Square* at,
                        Conversion& conversion) const {
  bool first = true;
  for (const Target& target : way.targets) {
    StoredValue dtm = kStoredDraw;
    Wdl wdl = Wdl::draw;
    if (target.table != nullptr) {
      const Square flip_mask = target.is_flipped ? 56 : 0;
      EndgamePlacement placement;
      placement.white_king = (target.is_flipped ? black_king : white_king) ^ flip_mask;
      placement.black_king = (target.is_flipped ? white_king : black_king) ^ flip_mask;
      for (std::size_t i = 0; i < static_cast<std::size_t>(target.men); ++i) {
        placement.men[i] = at[target.source[i]] ^ flip_mask;
      }
      const std::uint64_t index = target.table->index().index(placement);
      dtm = target.table->section(Metric::dtm, target.black_to_move)->at(index);
      if (dtm == kIllegal) return false;
      const StoredValue dtz50 = target.table->section(Metric::dtz50, target.black_to_move)->at(index);
      wdl = decoded(dtm, dtz50, dtz50).wdl();
    }
    // The opponent promotes to the piece that is worst for the side that replies.
    if (first || worth(dtm) < worth(conversion.dtm)) conversion.dtm = dtm;
    if (first || wdl < conversion.wdl) conversion.wdl = wdl;
    first = false;
  }
  return true;
}

}  // namespace plyforge
