#pragma once

#include <cstddef>
#include <cstdint>

#include "endgame/index.h"
#include "movegen/attacks.h"
#include "movegen/make.h"

namespace plyforge {

/// Calls `use(placement, position, images)` for each legal position of an endgame with one pair of kings: once for all
/// that a symmetry of the board transforms into each other (`images` of them), including those with an en passant
/// square that a legal capture uses. In symmetric material White is to move.
template <class Use>
void for_each_legal_position(const Material& material, const EndgameIndex& index, std::size_t pair, Use&& use) {
  EndgamePlacement placement;
  placement.white_king = index.pairs().white(static_cast<int>(pair));
  placement.black_king = index.pairs().black(static_cast<int>(pair));
  std::uint64_t number = pair * index.men_size();
  const bool both_pawns = material.has_pawns(false) && material.has_pawns(true);
  index.for_each_arrangement([&](const auto& squares) {
    placement.men = squares;
    const int images = index.images(placement, number++);
    if (images == 0) return;
    for (const bool black : {false, true}) {
      if (black && material.is_symmetric()) break;
      placement.black_to_move = black;
      const std::optional<Position> quiet = legal_position(material, placement);
      if (!quiet) continue;
      use(placement, *quiet, images);
      if (!both_pawns) continue;
      // The same men, after a double push by a pawn that may be captured en passant.
      const Bitboard empty = ~quiet->occupied();
      Bitboard ep_square = north(quiet->pawns() & quiet->theirs() & kRank5) & empty & south(empty);
      while (ep_square != 0) {
        Position position = *quiet;
        detail::mark_en_passant(position, pop_lowest(ep_square), LineSliders{});
        if (position.en_passant() != 0) use(placement, position, images);
      }
    }
  });
}

}  // namespace plyforge
