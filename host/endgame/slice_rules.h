#pragma once

#include <cstddef>

#include "slices.h"

namespace plyforge {

/// What the rules say of the 64 positions of one word: one king pair, all but the last man on known squares.
struct WordRules {
  Bitboard legal;     ///< positions of this ending in which the side not to move is not in check
  Bitboard in_check;  ///< those among them in which the mover is
};

/// For a word of a slice, with Black to move or not.
WordRules word_rules(const SliceShape& shape, int pair, std::size_t word, bool black_to_move);

}  // namespace plyforge
