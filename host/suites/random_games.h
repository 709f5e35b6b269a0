#pragma once

#include <vector>

#include "base/random_numbers.h"
#include "diagnosis/strata.h"

namespace plyforge {

/// The rules that games are played by.
enum class Variant {
  standard,
  chess960,
  double_chess960,  ///< each side has an array of its own
};

/// The positions of a random game from the first array on, the array itself aside. Rare moves (pawn steps, castling,
/// en passant, promotions) are chosen more often than by chance.
std::vector<Candidate> random_game(RandomNumbers& random, Variant variant);

/// What a scene is made for.
enum class Theme { castling, en_passant, promotion, few_men, mixed };
constexpr int kThemes = 5;

/// The positions of a few random moves from strewn men, the first one among them. Nobody is in check at first and no
/// side has more men of a kind than a game admits, so that engines which rely on such things are served.
std::vector<Candidate> random_scene(RandomNumbers& random, Variant variant, Theme theme);

}  // namespace plyforge
