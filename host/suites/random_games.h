#pragma once

#include <vector>

#include "base/random_numbers.h"
#include "diagnosis/strata.h"

namespace plyforge {

/// The rules that games are played by.
enum class Variant {
  standard,
  chess960,
  double_chess960,  ///< each side has its own back rank
};

/// The positions of a random game, without the initial one. Rare moves (pawn moves, castling,
/// en passant, promotions) are chosen more often than by chance.
std::vector<Candidate> random_game(RandomNumbers& random, Variant variant);

/// What a scene is made for.
enum class Theme { castling, en_passant, promotion, few_men, mixed };
constexpr int kThemes = 5;

/// The positions of a few random moves from scattered men, the first one included. At first nobody is in check, and no
/// side has more men of a kind than a game allows, for the sake of engines that rely on that.
std::vector<Candidate> random_scene(RandomNumbers& random, Variant variant, Theme theme);

}  // namespace plyforge
